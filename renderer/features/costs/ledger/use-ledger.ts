/** Loads the ledger page by page while scrolling. Another filter starts over. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { CostFilter } from '../../../../shared/domain/costs/cost-sums.ts';
import type { LedgerKind, LedgerLine, LedgerPlace } from '../../../../shared/domain/costs/ledger-lines.ts';
import { sentenceOf } from '../../../components/messages/refusal.ts';
import { useDesk } from '../../../state/desk-context.ts';

const PAGE = 100;

interface Pages {
  readonly kind: LedgerKind | null;
  readonly lines: readonly LedgerLine[];
  readonly next: LedgerPlace | null;
}

/** @param filter stays the same: another one needs a component of its own */
export function useLedger(filter: CostFilter, kind: LedgerKind | null) {
  const { client } = useDesk();
  const [pages, setPages] = useState<Pages | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const busy = useRef(false);
  const given = useRef(filter);

  const load = useCallback(
    (before: LedgerPlace | null) =>
      client.costs.ledger({ filter: given.current, kinds: kind === null ? undefined : [kind], before, limit: PAGE }),
    [client, kind],
  );

  useEffect(() => {
    let stale = false;
    load(null)
      .then(({ lines, next }) => !stale && setPages({ kind, lines, next }))
      .catch((thrown: unknown) => !stale && setRefusal(sentenceOf(thrown)));
    return () => {
      stale = true;
    };
  }, [kind, load]);

  const more = useCallback(() => {
    if (busy.current || pages === null || pages.next === null) return;
    busy.current = true;
    load(pages.next)
      .then(({ lines, next }) =>
        setPages((now) => (now === pages ? { ...now, lines: [...now.lines, ...lines], next } : now)),
      )
      .catch(() => undefined)
      .finally(() => {
        busy.current = false;
      });
  }, [load, pages]);

  return { lines: pages?.lines ?? null, refusal, more };
}
