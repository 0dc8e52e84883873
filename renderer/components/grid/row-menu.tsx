/** The menu of a grid: one for all rows. It stands at the row's button, or where the pointer asked for it. */

import { Menu } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import classes from './row-menu.module.css';

const WIDTH_PX = 230;
const BUTTON_PX = 28;

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
      width={WIDTH_PX}
      // The caller returns the focus to the row.
      returnFocus={false}
      // The key that opens the menu must not count as a click outside it.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <span
          className={at === null ? classes.atButton : classes.atPointer}
          style={at === null ? { top: top + (rowHeight - BUTTON_PX) / 2 } : { top: top + at.y, left: at.x }}
          aria-hidden="true"
        >
          <span className="visually-hidden">{label}</span>
        </span>
      </Menu.Target>
      <Menu.Dropdown onClick={stop} onDoubleClick={stop} onKeyDown={stop} onContextMenu={stop}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Events of the menu bubble through React's tree to the grid, although the menu is rendered elsewhere. */
function stop(event: SyntheticEvent): void {
  event.stopPropagation();
}
