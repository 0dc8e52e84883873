/** The quote for everything that waits for Start, asked anew when what it depends on changes. */

import { useEffect, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { QuoteView } from '../../../shared/contract/queue.ts';
import { useDesk, useQueue, useSession } from '../../state/desk-context.ts';
import { chosenConnection, presetForStart } from '../../state/session-store.ts';

const SETTLE_MS = 150;
/** While recordings are being measured the figures grow: asked again at this pace. */
const MEASURING_MS = 1000;

export function useQuote(): QuoteView | null {
  const { client } = useDesk();
  const preset = useSession(useShallow(presetForStart));
  const connection = useSession(chosenConnection);
  const waiting = useQueue((state) => state.counts.startable);
  const connected = useSession((state) => state.link.kind === 'connected');
  const [quote, setQuote] = useState<QuoteView | null>(null);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the connection's prices and a new round change the answer, not the question
  useEffect(() => {
    if (preset === null || waiting === 0 || !connected) {
      setQuote(null);
      return;
    }
    let stale = false;
    let again: number | undefined;
    const timer = window.setTimeout(() => {
      client.queue
        .quote({ preset })
        .then((answer) => {
          if (stale) return;
          setQuote(answer);
          if (answer.unmeasured > 0) again = window.setTimeout(() => setRound((count) => count + 1), MEASURING_MS);
        })
        .catch(() => undefined);
    }, SETTLE_MS);
    return () => {
      stale = true;
      window.clearTimeout(timer);
      window.clearTimeout(again);
    };
  }, [client, preset, waiting, connected, connection, round]);

  return quote;
}
