/** Messages in the portal: their deliveries, recovering a window and resending one. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  listDeliveries,
  listMessages,
  recoverEndpoint,
  resendMessage,
} from '../../../../../shared/service-api/operations/portal-webhooks.ts';
import { reachedAccount } from '../../../auth/authenticate.ts';
import { refuse } from '../../../rules/refusal.ts';
import type { Window } from '../../../rules/webhooks/deliveries.ts';
import { windowFault } from '../../../rules/webhooks/deliveries.ts';
import type { Changed, Disabled, WebhookStore } from '../../../store/webhook-port.ts';
import type { ServiceParts } from '../../service-parts.ts';
import { cutPage } from '../../views/common.ts';
import { deliveryView, messageView } from '../../views/webhooks.ts';
import type { AddEndpoint } from '../endpoint.ts';
import { found, reach } from './webhook-endpoints.ts';

const RECOVERED_AT_ONCE = 200;

interface Recovery {
  readonly reach: string | null;
  readonly endpointId: string;
  readonly window: Window;
  readonly actorKeyId: string;
  readonly now: number;
}

export function addPortalMessageRoutes(add: AddEndpoint, parts: ServiceParts): void {
  const { store, clock, webhooks } = parts;

  add(recoverEndpoint, async ({ caller, body: { endpointId, ...body } }) => {
    if (!webhooks.delivering) throw switchedOff();
    const now = clock.now();
    const window = { since: Date.parse(body.since), until: body.until === undefined ? now : Date.parse(body.until) };
    const fault = windowFault(window);
    if (fault !== null) throw refuse(400, fault);
    const outcome = await recoverWindow(store.webhooks, {
      reach: reach(caller),
      endpointId,
      window,
      actorKeyId: caller.keyId,
      now,
    });
    if (outcome.kind === 'disabled') throw endpointDisabled();
    webhooks.wake();
    return { endpointId, recovered: found(outcome).recovered };
  });

  add(resendMessage, async ({ caller, body: { messageId, endpointId } }) => {
    if (!webhooks.delivering) throw switchedOff();
    const outcome = await store.webhooks.resend(reach(caller), messageId, endpointId, caller.keyId, clock.now());
    if (outcome.kind === 'missing') throw refuse(404, 'There is no such message for such an endpoint.');
    if (outcome.kind === 'disabled') throw endpointDisabled();
    webhooks.wake();
    return { deliveryId: outcome.deliveryId };
  });

  add(listMessages, async ({ caller, body: { limit, before = null, apiKeyId = null, ...body } }) => {
    const { userId } = await reachedAccount(store.accounts, caller, body.userId);
    const rows = await store.webhooks.listMessages(userId, apiKeyId, { limit: limit + 1, before });
    if (rows === null) throw refuse(404, 'There is no such message to continue from.');
    const [shown, next] = cutPage(rows, limit, ({ messageId }) => messageId);
    return { messages: shown.map(messageView), next };
  });

  add(listDeliveries, async ({ caller, body: { limit, before = null, ...body } }) => {
    const { userId } = await reachedAccount(store.accounts, caller, body.userId);
    const { endpointId = null, messageId = null, status = null } = body;
    const filter = { endpointId, messageId, status };
    const rows = await store.webhooks.listDeliveries(userId, filter, { limit: limit + 1, before });
    if (rows === null) throw refuse(404, 'There is no such delivery to continue from.');
    const [shown, next] = cutPage(rows, limit, ({ delivery }) => delivery.deliveryId);
    return { deliveries: shown.map(deliveryView), next };
  });
}

function endpointDisabled() {
  return refuse(409, 'The endpoint is disabled. Enable it first.', { code: 'endpointDisabled' });
}

function switchedOff() {
  return refuse(503, 'The delivery of webhooks is switched off at this service.');
}

/**
 * The deliveries that an endpoint missed become due again. Each batch is its own transaction, with room for other work in between. When the endpoint is disabled meanwhile, all recovered
 * deliveries are cancelled again.
 */
export async function recoverWindow(
  store: Pick<WebhookStore, 'recoverBatch'>,
  { actorKeyId, endpointId, now, reach, window }: Recovery,
): Promise<Changed<{ readonly recovered: number }> | Disabled> {
  let recovered = 0;
  for (let after: number | null = 0; after !== null; ) {
    const asked = { after, limit: RECOVERED_AT_ONCE, recovered };
    const batch = await store.recoverBatch(reach, endpointId, window, asked, actorKeyId, now);
    if (batch.kind !== 'done') return batch;
    ({ recovered, next: after } = batch);
    await nextTurn();
  }
  return { kind: 'done', recovered };
}
