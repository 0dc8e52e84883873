/** Loads what a view shows, page by page while scrolling. Another view starts over; answers that come too late are dropped. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type {
  HistoryEntry,
  HistoryGroup,
  HistoryIndexing,
  HistoryPlace,
  HistorySums,
} from '../../../shared/contract/history.ts';
import { viewOf } from '../../../shared/domain/history/filter-address.ts';
import { sentenceOf } from '../../components/messages/refusal.ts';
import { useDesk, useQueue, useSession } from '../../state/desk-context.ts';

const PAGE = 100;
/** As many as one call takes. */
const MOST = 500;
const SETTLE_MS = 120;
const INDEXING_MS = 1000;

export interface Shown {
  /** The view that was asked for, as text. */
  readonly address: string;
  readonly entries: readonly HistoryEntry[];
  readonly next: HistoryPlace | null;
  readonly found: HistorySums;
  readonly total: number;
  readonly indexing: HistoryIndexing | null;
  /** Null when the view doesn't group. */
  readonly groups: readonly HistoryGroup[] | null;
}

export interface History {
  readonly shown: Shown | null;
  readonly refusal: string | null;
  /** Loads the next page, unless there is none or one is being loaded. */
  more(): void;
  /** Asks again, after a change. */
  reload(): void;
}

/** @param address the view, as text */
export function useHistory(address: string): History {
  const { client } = useDesk();
  const connected = useSession((session) => session.link.kind === 'connected');
  // Recordings that finish or fail while the history is open appear in it.
  const settled = useQueue(({ totals }) => totals.done + totals.failed + totals.jobs);
  const [shown, setShown] = useState<Shown | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const busy = useRef(false);
  // What is asked again keeps the rows that a person has scrolled to.
  const loaded = useRef({ address, rows: PAGE });
  const rows = Math.min(MOST, Math.max(PAGE, shown?.entries.length ?? 0));
  if (shown !== null) loaded.current = { address: shown.address, rows };
  const reload = useCallback(() => setRound((before) => before + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a settled recording and a new round change the answer
  useEffect(() => {
    if (!connected) return;
    let stale = false;
    const { filter, sort, grouping } = viewOf(address);
    const ask = async (): Promise<void> => {
      const [page, grouped] = await Promise.all([
        client.history.search({ filter, sort, limit: loaded.current.address === address ? loaded.current.rows : PAGE }),
        grouping === 'none' ? null : client.history.groups({ filter, by: grouping }),
      ]);
      if (stale) return;
      setShown({ address, ...page, groups: grouped?.groups ?? null });
      setRefusal(null);
    };
    const timer = window.setTimeout(() => {
      ask().catch((thrown: unknown) => !stale && setRefusal(sentenceOf(thrown)));
    }, SETTLE_MS);
    return () => {
      stale = true;
      window.clearTimeout(timer);
    };
  }, [client, address, connected, settled, round]);

  const isIndexing = shown !== null && shown.indexing !== null;
  useEffect(() => {
    if (!isIndexing) return;
    const timer = window.setInterval(reload, INDEXING_MS);
    return () => window.clearInterval(timer);
  }, [isIndexing, reload]);

  const more = useCallback(() => {
    if (busy.current || shown === null || shown.address !== address || shown.next === null) return;
    busy.current = true;
    const { filter, sort } = viewOf(address);
    client.history
      .search({ filter, sort, after: shown.next, limit: PAGE })
      .then(({ entries, next }) =>
        setShown((now) => (now !== shown ? now : { ...now, next, entries: [...now.entries, ...entries] })),
      )
      .catch(() => undefined)
      .finally(() => {
        busy.current = false;
      });
  }, [client, address, shown]);

  return { shown, refusal, more, reload };
}
