/** Loads what Costs shows, anew whenever the period, the connection or the ledger changes. */

import { useEffect, useState } from 'react';
import { sentenceOf } from '../../components/messages/refusal.ts';
import type { Desk } from '../../state/desk.ts';
import { useDesk, useQueue, useSession } from '../../state/desk-context.ts';

/** Charges come in bursts: the page asks once for all of them. */
const SETTLE_MS = 150;

export interface Loaded<Value> {
  /** The last answer; null before the first. */
  readonly value: Value | null;
  readonly refusal: string | null;
}

/** @param key what the answer depends on @param load asks for it */
export function useLoaded<Value>(key: string, load: (client: Desk['client']) => Promise<Value>): Loaded<Value> {
  const { client } = useDesk();
  const connected = useSession(({ link }) => link.kind === 'connected');
  // Money moves when these do.
  const moved = useQueue(({ totals }) => `${totals.chargedToday} ${totals.held} ${totals.done} ${totals.failed}`);
  const [loaded, setLoaded] = useState<Loaded<Value> & { readonly key: string }>({ value: null, refusal: null, key });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what `load` asks, and money changes the answer
  useEffect(() => {
    if (!connected) return;
    let stale = false;
    const timer = window.setTimeout(
      () => {
        load(client)
          .then((value) => !stale && setLoaded({ value, refusal: null, key }))
          .catch(
            (thrown: unknown) => !stale && setLoaded((before) => ({ ...before, refusal: sentenceOf(thrown), key })),
          );
      },
      loaded.key === key && loaded.value !== null ? SETTLE_MS : 0,
    );
    return () => {
      stale = true;
      window.clearTimeout(timer);
    };
  }, [client, connected, key, moved]);

  return loaded;
}
