/** A label and its control: beside it where there is room, above it otherwise. */

import type { ReactNode } from 'react';
import classes from './settings.module.css';

interface FieldProps {
  readonly label: string;
  readonly note?: string;
  readonly children: ReactNode;
}

export function Field({ children, label, note }: FieldProps) {
  return (
    <div className={classes.field}>
      <div className={classes.label}>{label}</div>
      <div className={classes.control}>
        {children}
        {note !== undefined && <p className={classes.note}>{note}</p>}
      </div>
    </div>
  );
}
