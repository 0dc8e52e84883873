/** The quote for Start, fetched again when its inputs change. */

import { useCallback, useEffect, useRef } from 'react';
import type { QuoteView } from '../../../../shared/contract/queue/queue.ts';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { chosenConnection, type SessionStore } from '../../../state/session-store.ts';
import { useAsked } from '../../../state/use-asked.ts';

const SETTLE_MS = 150;
/** Pause between quotes while recordings are still being measured. */
const MEASURING_MS = 1000;

/**
 * @param jobIds the jobs to quote; all that are ready if absent
 * @returns null until the quote is known, and if there is nothing to start
 */
export function useQuote(jobIds?: readonly string[]): QuoteView | null {
  const { client, session } = useDesk();
  const preset = useSession((state) => state.preset);
  const restoresAgain = useSession((state) => state.restoresAgain);
  const changes = useSession((state) => state.rowChanges);
  const connection = useSession(chosenConnection);
  const waiting = useQueue((state) => (jobIds === undefined ? state.counts.startable : jobIds.length));
  const connected = useSession((state) => state.link.kind === 'connected');
  const asked = useSameList(jobIds);
  const isAsked = preset !== null && waiting > 0 && connected;
  // biome-ignore lint/correctness/useExhaustiveDependencies: prices, settings and what waits change the answer, not the question
  const ask = useCallback(
    async () =>
      isAsked ? client.queue.quote({ restoresAgain, ...(asked === undefined ? {} : { jobIds: [...asked] }) }) : null,
    [client, preset, restoresAgain, changes, waiting, asked, isAsked, connection],
  );
  const { again, answer } = useAsked<QuoteView | null>(ask, { about: asked, settleMs: isAsked ? SETTLE_MS : 0 });

  useEffect(() => {
    if (answer === null) return;
    if (asked === undefined) rememberReused(session, answer);
    if (answer.unmeasured === 0) return;
    const timer = window.setTimeout(again, MEASURING_MS);
    return () => window.clearTimeout(timer);
  }, [again, answer, asked, session]);

  return isAsked ? answer : null;
}

/** The rows show it too. */
function rememberReused(session: SessionStore, { reused }: QuoteView): void {
  if (reused.length === 0 && session.getState().reused.size === 0) return;
  session.setState({
    reused: new Map(reused.map(({ jobId, models }) => [jobId, models])),
    twins: new Map(reused.flatMap(({ jobId, sameAs }) => (sameAs === null ? [] : [[jobId, sameAs]]))),
  });
}

/** Returns the same array while its entries are equal. */
function useSameList(list: readonly string[] | undefined): readonly string[] | undefined {
  const kept = useRef(list);
  const before = kept.current;
  const same =
    list !== undefined && list.length === before?.length && list.every((entry, index) => entry === before[index]);
  if (!same) kept.current = list;
  return kept.current;
}
