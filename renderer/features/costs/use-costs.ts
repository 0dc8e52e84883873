/** Loads what Costs shows, anew whenever the period, the connection or the ledger changes. */

import { useCallback, useRef } from 'react';
import { sentenceOf } from '../../components/messages/saving.tsx';
import type { PageDesk } from '../../state/desk.ts';
import { useDesk, useQueue, useSession } from '../../state/desk-context.ts';
import { useAsked } from '../../state/use-asked.ts';

/** Charges come in bursts: the page asks once for all of them. */
const SETTLE_MS = 150;

export interface Loaded<Value> {
  /** The last answer; null before the first. */
  readonly value: Value | null;
  readonly refusal: string | null;
}

/** @param key what the answer depends on @param load asks for it */
export function useLoaded<Value>(key: string, load: (client: PageDesk['client']) => Promise<Value>): Loaded<Value> {
  const { client } = useDesk();
  const connected = useSession(({ link }) => link.kind === 'connected');
  // Money moves when these do.
  const moved = useQueue(({ totals }) => `${totals.chargedToday} ${totals.held} ${totals.done} ${totals.failed}`);
  const answered = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what `load` asks, and money changes the answer
  const ask = useCallback(async () => {
    const value = await load(client);
    answered.current = key;
    return value;
  }, [client, key, moved]);
  const settleMs = answered.current === key ? SETTLE_MS : 0;
  const { answer, thrown } = useAsked(connected ? ask : null, { settleMs });
  return { value: answer, refusal: thrown === null ? null : sentenceOf(thrown) };
}
