/** The view of History that the address asks for, and what it shows: loaded page by page where a person looks. Answers that come too late are dropped. */

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { HistoryGroup, HistoryIndexing, HistorySums } from '../../../../shared/contract/history.ts';
import { type HistoryFilter, isFiltering } from '../../../../shared/domain/history/filter.ts';
import { addressOf, type HistoryView, viewOf } from '../../../../shared/domain/history/filter-address.ts';
import { sentenceOf } from '../../../components/messages/saving.tsx';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { showView } from '../../../state/route-store.ts';
import { type HistoryRows, offsetToLoad, PAGE, type RowView, rowsOf, withPages } from './history-rows.ts';

/** As many as one call takes. */
const MOST = 500;
const SETTLE_MS = 120;
const INDEXING_MS = 1000;

export interface Shown {
  /** The view that was asked for, as text. */
  readonly address: string;
  readonly rows: HistoryRows;
  readonly found: HistorySums;
  readonly total: number;
  readonly indexing: HistoryIndexing | null;
  /** Null when the view doesn't group. */
  readonly groups: readonly HistoryGroup[] | null;
}

export interface History {
  readonly shown: Shown | null;
  readonly refusal: string | null;
  /** These rows are in view: loads what is missing, and what is about to be. */
  look(view: RowView): void;
  /** Asks again, after a change or a refusal. */
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
  const latest = useRef<Shown | null>(null);
  const view = useRef<RowView>({ first: 0, end: 0 });
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const show = useCallback((next: Shown) => {
    latest.current = next;
    setShown(next);
  }, []);
  const load = usePageLoading({ latest, view, show, setRefusal });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a settled recording and a new round change the answer
  useEffect(() => {
    if (!connected) return;
    let stale = false;
    const { filter, sort, grouping } = viewOf(address);
    const ask = async (): Promise<void> => {
      // What is asked again is asked where a person has scrolled to.
      const { first, end } = latest.current?.address === address ? view.current : { first: 0, end: 0 };
      const offset = first - (first % PAGE);
      const limit = Math.min(MOST, Math.max(PAGE, Math.ceil((end - offset) / PAGE) * PAGE));
      const [{ entries, ...page }, grouped] = await Promise.all([
        client.history.search({ filter, sort, offset, limit }),
        grouping === 'none' ? null : client.history.groups({ filter, by: grouping }),
      ]);
      if (stale) return;
      const whole = { isWhole: !isFiltering(filter), total: page.total };
      const rows = rowsOf(entries, offset, page.found, whole);
      show({ address, rows, ...page, groups: grouped?.groups ?? null });
      setRefusal(null);
      load();
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

  const look = useCallback(
    (now: RowView) => {
      view.current = now;
      load();
    },
    [load],
  );
  return { shown, refusal, look, reload };
}

interface Loading {
  readonly latest: { readonly current: Shown | null };
  readonly view: { readonly current: RowView };
  readonly show: (shown: Shown) => void;
  readonly setRefusal: (sentence: string | null) => void;
}

/** One page at a time, each chosen when its turn comes: what was only scrolled past isn't asked for. */
function usePageLoading({ latest, setRefusal, show, view }: Loading): () => void {
  const { client } = useDesk();
  const busy = useRef(false);
  return useCallback(() => {
    async function loadAll(): Promise<void> {
      try {
        for (let asked = latest.current; asked !== null; asked = latest.current) {
          const offset = offsetToLoad(asked.rows, view.current);
          if (offset === null) return;
          const { filter, sort } = viewOf(asked.address);
          const { entries } = await client.history.search({ filter, sort, offset, limit: PAGE });
          // Another answer may have come in between, with rows of its own.
          if (latest.current === asked) show({ ...asked, rows: withPages(asked.rows, offset, entries, view.current) });
        }
      } catch (thrown) {
        setRefusal(sentenceOf(thrown));
      } finally {
        busy.current = false;
      }
    }
    if (busy.current) return;
    busy.current = true;
    void loadAll();
  }, [client, latest, setRefusal, show, view]);
}

export interface ViewControl {
  readonly view: HistoryView;
  /** The same as text. */
  readonly address: string;
  show(view: HistoryView): void;
  /** Changes parts of the filter. @param isTyped while typing, Back doesn't lead through every letter */
  filterBy(parts: Partial<HistoryFilter>, isTyped?: boolean): void;
}

export function useView(): ViewControl {
  const { route } = useDesk();
  const address = useStore(route, (state) => state.view ?? '');
  const view = useMemo(() => viewOf(address), [address]);
  const show = useCallback((next: HistoryView) => showView(route, addressOf(next), false), [route]);
  const filterBy = useCallback(
    (parts: Partial<HistoryFilter>, isTyped = false) =>
      showView(route, addressOf({ ...view, filter: { ...view.filter, ...parts } }), isTyped),
    [route, view],
  );
  return { view, address, show, filterBy };
}
