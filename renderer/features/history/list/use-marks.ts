/** Which row of History is the current one, which are selected, and whether the detail is open. */

import { useCallback, useEffect, useRef, useState } from 'react';
import { viewOf } from '../../../../shared/domain/history/filter-address.ts';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import { announce } from '../../../state/page-stores.ts';
import { BULK } from '../bulk/strings.ts';
import { entryAt, type HistoryRows, indexOfJob } from './history-rows.ts';
import { NO_MARKS, type PickedRow, type PickMode, picked, pickedRange, type RowMarks } from './row-marks.ts';

/** As many as are selected at a time. */
const MOST_SELECTED = 10_000;

export interface HistoryMarks {
  readonly marks: RowMarks;
  readonly onPick: (row: PickedRow, how: PickMode) => void;
  /** Selects everything that the filter shows, also what isn't loaded; or nothing, if everything is. */
  readonly onAll: () => void;
  readonly clear: () => void;
  readonly close: () => void;
}

/** @param address another one clears the selection: nothing happens to rows that nobody sees */
export function useHistoryMarks(address: string, rows: HistoryRows): HistoryMarks {
  const { client } = useDesk();
  const [marks, setMarks] = useState(NO_MARKS);
  const latest = useRef({ address, marks, rows });
  latest.current = { address, marks, rows };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address shows other rows
  useEffect(() => setMarks((now) => ({ ...now, selected: new Set() })), [address]);

  const onPick = useCallback(
    (row: PickedRow, how: PickMode) => {
      if (how !== 'range') {
        setMarks((now) => picked(now, row, how));
        return;
      }
      const { rows: loaded, marks: before } = latest.current;
      const anchor = anchorRow(loaded, before, row);
      const [first, last] = [Math.min(anchor, row.index), Math.max(anchor, row.index)];
      const ids = idsBetween(loaded, first, last);
      if (ids !== null) {
        setMarks((now) => pickedRange(now, row, ids));
        return;
      }
      const { filter, sort } = viewOf(address);
      client.history
        .ids({ filter, sort, offset: first, limit: Math.min(MOST_SELECTED, last - first + 1) })
        .then(({ jobIds }) => {
          // Whoever picked another anchor or looks at other rows has moved on.
          if (latest.current.address !== address || latest.current.marks.anchor !== before.anchor) return;
          setMarks((now) => pickedRange(now, row, jobIds));
          announce(BULK.selected(jobIds.length, last - first >= MOST_SELECTED));
        })
        .catch(showRefusal);
    },
    [client, address],
  );
  const clear = useCallback(() => setMarks((now) => ({ ...now, selected: new Set() })), []);
  const close = useCallback(() => setMarks((now) => ({ ...now, isOpen: false })), []);
  const isAll = marks.selected.size >= rows.count;
  const onAll = useCallback(() => {
    if (isAll) {
      clear();
      return;
    }
    const { filter, sort } = viewOf(address);
    client.history
      .ids({ filter, sort })
      .then(({ isMore, jobIds }) => {
        setMarks((now) => ({ ...now, selected: new Set(jobIds) }));
        announce(BULK.selected(jobIds.length, isMore));
      })
      .catch(showRefusal);
  }, [client, address, isAll, clear]);

  return { marks, onPick, onAll, clear, close };
}

/** Where it is now, or was when it was picked. */
function anchorRow(rows: HistoryRows, { anchor, anchorRow: picked, current }: RowMarks, row: PickedRow): number {
  const began = anchor ?? current;
  if (began === null) return row.index;
  const loaded = indexOfJob(rows, began);
  return loaded < 0 ? Math.min(picked, rows.count - 1) : loaded;
}

/** Null where one of them isn't loaded. */
function idsBetween(rows: HistoryRows, first: number, last: number): string[] | null {
  const ids: string[] = [];
  for (let index = first; index <= last; index++) {
    const entry = entryAt(rows, index);
    if (entry === undefined) return null;
    ids.push(entry.jobId);
  }
  return ids;
}
