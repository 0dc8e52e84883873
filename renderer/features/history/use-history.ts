/** Loads the history page by page while scrolling. A new search starts over. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { HistoryEntry } from '../../../shared/contract/history.ts';
import { sentenceOf } from '../../components/messages/refusal.ts';
import { useDesk, useQueue, useSession } from '../../state/desk-context.ts';

const PAGE = 100;
const SETTLE_MS = 120;

interface HistoryState {
  readonly search: string;
  readonly total: number;
  readonly entries: readonly HistoryEntry[];
}

export function useHistory(search: string): {
  readonly state: HistoryState | null;
  readonly refusal: string | null;
  /** Loads the next page, unless there is none or one is being loaded. */
  more(): void;
} {
  const { client } = useDesk();
  const connected = useSession((session) => session.link.kind === 'connected');
  // Recordings that finish or fail while the history is open appear in it.
  const settled = useQueue(({ totals }) => totals.done + totals.failed + totals.jobs);
  const [state, setState] = useState<HistoryState | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const busy = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a settled recording changes the answer
  useEffect(() => {
    if (!connected) return;
    let stale = false;
    const timer = window.setTimeout(() => {
      client.history
        .search({ search, offset: 0, limit: PAGE })
        .then(({ total, entries }) => {
          if (stale) return;
          setState({ search, total, entries });
          setRefusal(null);
        })
        .catch((thrown: unknown) => !stale && setRefusal(sentenceOf(thrown)));
    }, SETTLE_MS);
    return () => {
      stale = true;
      window.clearTimeout(timer);
    };
  }, [client, search, connected, settled]);

  const more = useCallback(() => {
    if (busy.current || state === null || state.search !== search || state.entries.length >= state.total) return;
    busy.current = true;
    client.history
      .search({ search, offset: state.entries.length, limit: PAGE })
      .then(({ total, entries }) =>
        setState((now) =>
          now === null || now !== state ? now : { search, total, entries: [...now.entries, ...entries] },
        ),
      )
      .catch(() => undefined)
      .finally(() => {
        busy.current = false;
      });
  }, [client, search, state]);

  return { state, refusal, more };
}
