/** Which row of History is the current one, which are selected, and whether the detail is open. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { HistoryEntry } from '../../../../shared/contract/history.ts';
import { viewOf } from '../../../../shared/domain/history/filter-address.ts';
import { announce } from '../../../components/messages/announcer.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { BULK } from '../bulk/strings.ts';
import { NO_MARKS, type Pick, picked, type RowMarks } from './row-marks.ts';

export interface Marks {
  readonly marks: RowMarks;
  readonly onPick: (jobId: string, how: Pick) => void;
  /** Selects everything that the filter shows, also what isn't loaded; or nothing, if everything is. */
  readonly onAll: () => void;
  readonly clear: () => void;
  readonly close: () => void;
}

/** @param address another one clears the selection: nothing happens to rows that nobody sees */
export function useMarks(address: string, entries: readonly HistoryEntry[], count: number): Marks {
  const { client } = useDesk();
  const [marks, setMarks] = useState(NO_MARKS);
  const order = useRef<readonly string[]>([]);
  order.current = entries.map(({ jobId }) => jobId);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address shows other rows
  useEffect(() => setMarks((now) => ({ ...now, selected: new Set() })), [address]);

  const onPick = useCallback(
    (jobId: string, how: Pick) => setMarks((now) => picked(now, order.current, jobId, how)),
    [],
  );
  const clear = useCallback(() => setMarks((now) => ({ ...now, selected: new Set() })), []);
  const close = useCallback(() => setMarks((now) => ({ ...now, isOpen: false })), []);
  const isAll = marks.selected.size >= count;
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
