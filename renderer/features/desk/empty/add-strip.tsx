/** The strip above a queue that says how to bring more. */

import { IconUpload } from '@tabler/icons-react';
import { ChooseButtons } from '../../drop/choose-buttons.tsx';
import { BAR } from '../strings.ts';
import classes from './add-strip.module.css';

export function AddStrip() {
  return (
    <div className={classes.strip}>
      <span className={classes.icon}>
        <IconUpload size={20} stroke={1.8} />
      </span>
      <div className={classes.words}>
        <div className={classes.title}>{BAR.strip}</div>
        <div className={classes.note}>{BAR.stripNote}</div>
      </div>
      <div className={classes.buttons}>
        <ChooseButtons />
      </div>
    </div>
  );
}
