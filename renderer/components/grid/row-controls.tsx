/** Checkbox, buttons and menu of a row. The first two are the browser's own, in the theme's look: a long list mounts many of them while it scrolls. */

import { Menu } from '@mantine/core';
import { type ComponentPropsWithRef, type ReactNode, type SyntheticEvent, useCallback } from 'react';
import classes from './row-controls.module.css';

const MENU_WIDTH_PX = 230;

const MENU_BUTTON_PX = 28;

/** A menu may cover what it belongs to. */
const ANYWHERE = { fn: ({ x, y }: MenuPoint) => ({ x, y }) };

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

/** A place in a list, in pixels from its top left corner. */
export interface MenuPoint {
  readonly x: number;
  readonly y: number;
}

interface RowMenuProps {
  readonly label: string;
  /** Pixels from the top of the list to the row. */
  readonly top: number;
  readonly rowHeight: number;
  /** Where the pointer is, from the top left corner of the row; null for the row's button. */
  readonly at: MenuPoint | null;
  readonly onClose: () => void;
  /** Items. */
  readonly children: ReactNode;
}

/** Render it among the rows, and only while it is open. */
export function RowMenu({ label, top, rowHeight, at, onClose, children }: RowMenuProps) {
  return (
    <Menu
      opened
      onChange={onClose}
      position={at === null ? 'bottom-end' : 'bottom-start'}
      offset={at === null ? 8 : 2}
      width={MENU_WIDTH_PX}
      // Where there is room on neither side it moves over its row, and scrolls in windows that are lower still.
      middlewares={{ shift: { crossAxis: true, limiter: ANYWHERE } }}
      // The caller returns the focus to the row.
      returnFocus={false}
      // The key that opens the menu must not count as a click outside it.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <span
          className={at === null ? classes.atButton : classes.atPointer}
          style={at === null ? { top: top + (rowHeight - MENU_BUTTON_PX) / 2 } : { top: top + at.y, left: at.x }}
          aria-hidden="true"
        >
          <span className="visually-hidden">{label}</span>
        </span>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu} onClick={stop} onDoubleClick={stop} onKeyDown={stop} onContextMenu={stop}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Events of the menu bubble through React's tree to the grid, although the menu is rendered elsewhere. */
function stop(event: SyntheticEvent): void {
  event.stopPropagation();
}
