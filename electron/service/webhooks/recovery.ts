/** Recovery of a window: what an endpoint missed becomes due again, a few hundred messages at a time. */

import type { Changed, Disabled, WebhookStore, Window } from '../store/webhook-store.ts';

/** Longest window, in milliseconds. */
export const LONGEST_WINDOW_MS = 14 * 24 * 60 * 60 * 1000;
const BATCH = 500;

/** Why a window cannot be recovered, as a sentence; null when it can. */
export function windowFault({ since, until }: Window): string | null {
  if (since > until) return 'since must not be after until.';
  return until - since > LONGEST_WINDOW_MS ? 'The window must not be longer than fourteen days.' : null;
}

/** Each batch is a transaction of its own. An endpoint that is switched off meanwhile keeps what is recovered by then. */
export async function recoverWindow(
  store: Pick<WebhookStore, 'recoverBatch'>,
  reach: string | null,
  endpointId: string,
  window: Window,
  actorKeyId: string,
  now: number,
): Promise<Changed<{ readonly recovered: number }> | Disabled> {
  let recovered = 0;
  for (let after: number | null = 0; after !== null; ) {
    const batch = await store.recoverBatch(reach, endpointId, window, { after, limit: BATCH }, actorKeyId, now);
    if (batch.kind !== 'done') return recovered === 0 ? batch : { kind: 'done', recovered };
    recovered += batch.recovered;
    after = batch.next;
  }
  return { kind: 'done', recovered };
}
