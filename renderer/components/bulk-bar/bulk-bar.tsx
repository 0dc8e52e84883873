/** The bar that floats over a table while rows are selected: how many, what can be done with them, and a way back to none. It moves nothing. */

import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './bulk-bar.module.css';

interface BulkToolbarProps {
  readonly label: string;
  /** How many are selected; announced. */
  readonly said: string;
  readonly clear: string;
  /** Buttons. */
  readonly children: ReactNode;
  onClear(): void;
}

/** Its buttons are of `size="compact-sm"`; `data-destructive` marks those that delete. */
export function BulkToolbar({ label, said, clear, children, onClear }: BulkToolbarProps) {
  return (
    <div className={classes.bar} role="toolbar" aria-label={label} data-floating>
      <span className={classes.count} role="status">
        {said}
      </span>
      {children}
      <CloseButton size="sm" aria-label={clear} title={clear} aria-keyshortcuts="Escape" onClick={onClear} />
    </div>
  );
}
