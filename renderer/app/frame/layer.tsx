/** What floats above the page: menus, popovers and notifications. It is part of the page's main landmark. */

import { Notifications } from '@mantine/notifications';
import { LAYER_ID } from '../theme.ts';
import classes from './shell.module.css';

export function Layer() {
  return (
    <>
      <div id={LAYER_ID} />
      <Notifications
        withinPortal={false}
        position="bottom-right"
        containerWidth={380}
        autoClose={7000}
        classNames={{ root: classes.notifications, notification: classes.notification }}
      />
    </>
  );
}
