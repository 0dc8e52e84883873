/** The caller's keys and webhook (service specification, "POST /v1/api_keys/list", "/rotate", "POST /v1/webhooks/configure", "/send_test_event"). */

import { listKeys, rotateKey } from '../../../../../shared/service-api/operations/keys.ts';
import { configureWebhook, sendTestEvent } from '../../../../../shared/service-api/operations/webhooks.ts';
import { LARGEST_PAYLOAD_BYTES } from '../../../../../shared/service-api/webhooks.ts';
import { makeWebhookSecret } from '../../../../platform/security/webhook-signature.ts';
import { makeSecret } from '../../../auth/secrets.ts';
import { changedKey } from '../../../rules/keys/refusals.ts';
import { refuse } from '../../../rules/refusal.ts';
import { readEndpointUrl } from '../../../rules/webhooks/endpoints.ts';
import { testPayload } from '../../../rules/webhooks/payloads.ts';
import type { ServiceParts } from '../../service-parts.ts';
import { keyView } from '../../views/accounts.ts';
import { configurationView } from '../../views/webhooks.ts';
import type { AddEndpoint } from '../endpoint.ts';

export function addWebhookRoutes(add: AddEndpoint, { store, clock, randomBytes, webhooks }: ServiceParts): void {
  add(configureWebhook, async ({ caller, body }) => {
    if (!webhooks.delivering) throw refuse(503, 'The delivery of webhooks is switched off at this service.');
    const outcome = await store.webhooks.configure(
      {
        userId: caller.userId,
        keyId: body.apiKeyId ?? caller.keyId,
        mode: body.mode,
        ...readEndpointUrl(body.url),
        eventTypes: [...new Set(body.eventTypes)],
        secret: makeWebhookSecret(randomBytes),
      },
      caller.keyId,
      clock.now(),
    );
    if (outcome.kind === 'missing') throw refuse(404, 'There is no such API key.');
    if (outcome.kind === 'too-many') {
      throw refuse(400, 'The key has 50 endpoints in this mode. Remove one in the portal first.');
    }
    if (outcome.kind === 'account-full') {
      throw refuse(400, 'The account has 1,000 endpoints. Remove one in the portal first.');
    }
    return { webhook: configurationView(outcome) };
  });

  add(sendTestEvent, async ({ caller, body }) => {
    const { eventType, mode, samplePayload = {} } = body;
    const { userId, keyId } = caller;
    if (body.apiKeyId !== undefined && body.apiKeyId !== keyId) {
      throw refuse(403, 'apiKeyId is not the key that makes the call.');
    }
    if (!webhooks.delivering) throw refuse(500, 'The delivery of webhooks is switched off at this service.');
    const now = clock.now();
    const payload = (eventId: string) => testPayload({ eventType, eventId, apiKeyId: keyId, now }, samplePayload);
    if (payload(LONGEST_EVENT_ID).length > LARGEST_PAYLOAD_BYTES) {
      throw refuse(400, `samplePayload makes the payload larger than ${LARGEST_PAYLOAD_BYTES} bytes.`);
    }
    const { message, endpoints } = await store.webhooks.addTestMessage(
      { userId, keyId, mode, eventType },
      payload,
      now,
    );
    webhooks.wake();
    return {
      vendorMessageId: message.messageId,
      eventId: message.eventId,
      eventType,
      mode,
      endpoints: endpoints.map(({ endpointId, url, enabled }) => ({ endpointId, url, sent: enabled })),
      notice: noticeOf(endpoints, mode),
    };
  });
}

/** As many bytes as in identifiers that the store draws. */
const LONGEST_EVENT_ID = `evt_${'0'.repeat(32)}`;

/** Null when at least one endpoint gets the event. */
function noticeOf(endpoints: readonly { readonly enabled: boolean }[], mode: string): string | null {
  if (endpoints.some(({ enabled }) => enabled)) return null;
  return endpoints.length === 0
    ? `The key has no endpoint in the mode ${mode}. Configure one, then send the event again.`
    : `Every endpoint of the key in the mode ${mode} is disabled. Enable one in the portal and recover the event, or send it again.`;
}

export function addKeyRoutes(add: AddEndpoint, { store, clock, randomBytes }: ServiceParts): void {
  add(listKeys, async ({ caller }) => ({ keys: (await store.keys.list(caller.userId)).map(keyView) }));

  add(rotateKey, async ({ caller, body }) => {
    const { secret, ...stored } = makeSecret(randomBytes);
    const change = await store.keys.rotate(caller.userId, body.keyId, stored, caller, clock.now());
    return { ...keyView(changedKey(change)), key: secret };
  });
}
