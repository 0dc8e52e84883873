/** The current row of History, what is selected, and whether the detail is open. Pure. */

import { rangeOf } from '../../../state/view-store.ts';

export interface RowMarks {
  readonly current: string | null;
  readonly selected: ReadonlySet<string>;
  /** Start of a range. */
  readonly anchor: string | null;
  /** Whether the current row's detail is shown. */
  readonly isOpen: boolean;
}

/** `move` makes a row the current one, and `open` shows its detail, too. */
export type Pick = 'move' | 'open' | 'toggle' | 'range';

export const NO_MARKS: RowMarks = { current: null, selected: new Set(), anchor: null, isOpen: false };

/** @param order the rows as they are shown */
export function picked(marks: RowMarks, order: readonly string[], id: string, how: Pick): RowMarks {
  switch (how) {
    case 'move':
      return marks.current === id ? marks : { ...marks, current: id, anchor: id };
    case 'open':
      return { ...marks, current: id, anchor: id, isOpen: true };
    case 'toggle': {
      const selected = new Set(marks.selected);
      if (!selected.delete(id)) selected.add(id);
      return { ...marks, selected, current: id, anchor: id };
    }
    case 'range': {
      const began = marks.anchor ?? marks.current ?? id;
      const from = order.includes(began) ? began : id;
      return { ...marks, selected: rangeOf(order, from, id), current: id, anchor: from };
    }
  }
}
