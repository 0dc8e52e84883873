/** Recovery of a window: what an endpoint missed becomes due again, a few hundred deliveries at a time. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Window } from '../../rules/webhooks/deliveries.ts';
import type { Changed, Disabled, WebhookStore } from '../../store/webhook-port.ts';

const BATCH = 200;

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
