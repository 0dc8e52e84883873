/** The strip above the queue for adding more recordings. */

import { IconUpload } from '@tabler/icons-react';
import { AddButton } from '../../../components/add-recordings/add-button.tsx';
import { ADD_STRIP } from '../strings.ts';
import classes from './add-strip.module.css';

export function AddStrip() {
  return (
    <div className={classes.strip}>
      <span className={classes.icon}>
        <IconUpload size={20} stroke={1.8} />
      </span>
      <div className={classes.words}>
        <div className={classes.title}>{ADD_STRIP.title}</div>
        <div className={classes.note}>{ADD_STRIP.note}</div>
      </div>
      <div className={classes.buttons}>
        <AddButton />
      </div>
    </div>
  );
}
