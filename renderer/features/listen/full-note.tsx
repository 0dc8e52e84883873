/** A quiet note in the middle of a place. */

import type { ReactNode } from 'react';
import classes from './choice.module.css';

export function FullNote({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={classes.note}>
      <h1>{title}</h1>
      {text !== '' && <p>{text}</p>}
      {children}
    </div>
  );
}
