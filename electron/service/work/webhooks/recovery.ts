/** Recovery of a window: what an endpoint missed becomes due again, a few hundred deliveries at a time. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Changed, Disabled, WebhookStore, Window } from '../../store/webhook-port.ts';

/** Longest window, in milliseconds. */
const LONGEST_WINDOW_MS = 14 * 24 * 60 * 60 * 1000;
const BATCH = 200;

/** Why a window cannot be recovered, as a sentence; null when it can. */
export function windowFault({ since, until }: Window): string | null {
  if (since > until) return 'since must not be after until.';
  return until - since > LONGEST_WINDOW_MS ? 'The window must not be longer than fourteen days.' : null;
}

/**
 * Each batch is a transaction of its own, and between two of them everything else has its turn. An endpoint that is switched off meanwhile
 * has lost what was brought back by then, so nothing was.
 */
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
    const asked = { after, limit: BATCH, recovered };
    const batch = await store.recoverBatch(reach, endpointId, window, asked, actorKeyId, now);
    if (batch.kind !== 'done') return batch;
    ({ recovered, next: after } = batch);
    await nextTurn();
  }
  return { kind: 'done', recovered };
}
