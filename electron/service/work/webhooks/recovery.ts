/** Recovering a window: the deliveries that an endpoint missed become due again, in batches. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Window } from '../../rules/webhooks/deliveries.ts';
import type { Changed, Disabled, WebhookStore } from '../../store/webhook-port.ts';

const BATCH = 200;

/**
 * Each batch is its own transaction, with room for other work in between. When the endpoint is disabled meanwhile, all recovered
 * deliveries are cancelled again.
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
