/** The bar over a table while rows are selected: how many, what can be done with them, and a way back to none. */

import type { ReactNode } from 'react';
import { KeyCap } from '../marks/marks.tsx';
import classes from './bulk-bar.module.css';

interface BulkToolbarProps {
  readonly label: string;
  /** How many are selected; announced. */
  readonly said: string;
  /** Before the count. */
  readonly lead?: ReactNode;
  /** Where a line divides it from the rest. */
  readonly line: 'above' | 'below';
  readonly clear: string;
  /** Buttons. */
  readonly children: ReactNode;
  onClear(): void;
}

/** Its buttons are of `size="compact-sm"`; `data-destructive` marks those that delete. */
export function BulkToolbar({ label, said, lead, line, clear, children, onClear }: BulkToolbarProps) {
  return (
    <div className={classes.bar} role="toolbar" aria-label={label} data-line={line}>
      {lead}
      <span className={classes.count} role="status">
        {said}
      </span>
      {children}
      <button type="button" className={classes.clear} onClick={onClear}>
        {clear}
        <span aria-hidden="true">
          <KeyCap>Esc</KeyCap>
        </span>
      </button>
    </div>
  );
}
