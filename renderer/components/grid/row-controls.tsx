/** Checkbox and buttons of a row: the browser's own, in the theme's look. A long list mounts many of them while it scrolls. */

import { type ComponentPropsWithRef, type ReactNode, type SyntheticEvent, useCallback } from 'react';
import classes from './row-controls.module.css';

interface RowCheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'ref'> {
  /** Some rows are selected, but not all. */
  readonly indeterminate?: boolean;
}

export function RowCheckbox({ indeterminate = false, ...rest }: RowCheckboxProps) {
  // The browser knows this state, but there is no attribute for it.
  const mark = useCallback(
    (input: HTMLInputElement | null) => {
      if (input !== null) input.indeterminate = indeterminate;
    },
    [indeterminate],
  );
  return <input type="checkbox" ref={mark} className={classes.check} {...rest} />;
}

interface RowButtonProps extends ComponentPropsWithRef<'button'> {
  readonly icon?: ReactNode;
}

export function RowButton({ icon = null, children, ...rest }: RowButtonProps) {
  return (
    <button type="button" className={classes.button} data-icon={icon !== null || undefined} {...rest}>
      {icon}
      <span className={`${classes.words} cut`}>{children}</span>
    </button>
  );
}

interface RowMenuButtonProps {
  readonly label: string;
  /** Whether the menu of this row is open. */
  readonly open: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** Opens the grid's menu for its row. */
export function RowMenuButton({ label, open, onOpen, onClose }: RowMenuButtonProps) {
  // The open menu would take the press for a click beside it and close, and the click would open it again.
  const keep = open ? stop : undefined;
  return (
    <button
      type="button"
      className={classes.dots}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={open}
      tabIndex={-1}
      onMouseDown={keep}
      onTouchStart={keep}
      onClick={(event) => {
        event.stopPropagation();
        if (open) onClose();
        else onOpen();
      }}
    />
  );
}

function stop(event: SyntheticEvent): void {
  event.stopPropagation();
}
