/** The current row of History, what is selected, and whether the detail is open. Pure. */

export interface RowMarks {
  readonly current: string | null;
  readonly selected: ReadonlySet<string>;
  /** Start of a range, and its row when it was picked: by then it may not be loaded anymore. */
  readonly anchor: string | null;
  readonly anchorRow: number;
  /** Whether the current row's detail is shown. */
  readonly isOpen: boolean;
}

/** `move` makes a row the current one, and `open` shows its detail, too. */
export type PickMode = 'move' | 'open' | 'toggle' | 'range';

export const NO_MARKS: RowMarks = { current: null, selected: new Set(), anchor: null, anchorRow: 0, isOpen: false };

/** A row, by its recording and its place in the list. */
export interface PickedRow {
  readonly jobId: string;
  readonly index: number;
}

/** Anything but a range, which needs the rows in between. */
export function picked(marks: RowMarks, { index, jobId }: PickedRow, how: Exclude<PickMode, 'range'>): RowMarks {
  const row = { current: jobId, anchor: jobId, anchorRow: index };
  switch (how) {
    case 'move':
      return marks.current === jobId ? marks : { ...marks, ...row };
    case 'open':
      return { ...marks, ...row, isOpen: true };
    case 'toggle': {
      const selected = new Set(marks.selected);
      if (!selected.delete(jobId)) selected.add(jobId);
      return { ...marks, ...row, selected };
    }
  }
}

/** @param jobIds from the anchor to the row, whichever comes first */
export function pickedRange(marks: RowMarks, { index, jobId }: PickedRow, jobIds: readonly string[]): RowMarks {
  const anchor = marks.anchor ?? marks.current;
  const start = anchor === null ? { anchor: jobId, anchorRow: index } : { anchor };
  return { ...marks, ...start, selected: new Set(jobIds), current: jobId };
}
