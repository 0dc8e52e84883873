/** Makes the file of a result that a drag takes out of the window: its output as the recording's settings say. */

import { notifications } from '@mantine/notifications';
import type { PageDesk } from '../../state/desk.ts';
import { sentenceOf } from '../messages/saving.tsx';
import { shownName } from '../text/format.ts';
import { RESULTS } from './strings.ts';

/** A drag can't wait: the person drags again once it is there. @param name of the recording */
export async function prepareDrag({ client }: PageDesk, takeId: string, name: string): Promise<void> {
  const id = `save-${takeId}`;
  let isShown = false;
  try {
    for await (const { fileName, fraction } of await client.listening.save({ takeId })) {
      if (fileName !== null) {
        if (isShown) notifications.show({ message: RESULTS.readyToDrag(shownName(name)), role: 'status' });
        break;
      }
      const message = RESULTS.making(shownName(name), Math.floor(fraction * 100));
      const notification = { id, message, loading: true, autoClose: false, role: 'status' } as const;
      if (isShown) notifications.update(notification);
      else notifications.show(notification);
      isShown = true;
    }
    notifications.hide(id);
  } catch (thrown) {
    notifications.hide(id);
    notifications.show({ color: 'red', message: sentenceOf(thrown) });
  }
}
