/** Endpoints in the portal: their URLs and events, enabling and disabling, and their signing secrets. */

import {
  disableEndpoint,
  enableEndpoint,
  listEndpoints,
  removeEndpoint,
  revealSecret,
  rotateSecret,
  updateEndpoint,
} from '../../../../../shared/service-api/operations/portal-webhooks.ts';
import { makeWebhookSecret } from '../../../../platform/security/webhook-signature.ts';
import type { Caller } from '../../../auth/authenticate.ts';
import { reachedAccount } from '../../../auth/authenticate.ts';
import { refuse } from '../../../rules/refusal.ts';
import { readEndpointUrl } from '../../../rules/webhooks/endpoints.ts';
import type { ServiceParts } from '../../service-parts.ts';
import { timeText } from '../../views/common.ts';
import { endpointView } from '../../views/webhooks.ts';
import type { AddEndpoint } from '../endpoint.ts';

/** How long deliveries are still signed with a rotated secret. */
const OLD_SECRET_LIFETIME_MS = 24 * 60 * 60 * 1000;

export function addPortalEndpointRoutes(add: AddEndpoint, { store, clock, randomBytes }: ServiceParts): void {
  const { webhooks } = store;

  add(listEndpoints, async ({ caller, body: { apiKeyId: keyId = null, mode = null, ...body } }) => {
    const { userId } = await reachedAccount(store.accounts, caller, body.userId);
    return { endpoints: (await webhooks.listEndpoints(userId, { keyId, mode })).map(endpointView) };
  });

  add(updateEndpoint, async ({ caller, body: { endpointId, url, eventTypes } }) => {
    const changes = {
      ...(url === undefined ? {} : readEndpointUrl(url)),
      ...(eventTypes === undefined ? {} : { eventTypes: [...new Set(eventTypes)] }),
    };
    const outcome = await webhooks.updateEndpoint(reach(caller), endpointId, changes, caller.keyId, clock.now());
    if (outcome.kind === 'taken') throw refuse(409, 'The key has another endpoint at this URL in this mode.');
    return endpointView(found(outcome));
  });

  for (const [operation, enabled] of [
    [enableEndpoint, true],
    [disableEndpoint, false],
  ] as const) {
    add(operation, async ({ caller, body }) =>
      endpointView(
        found(await webhooks.setEnabled(reach(caller), body.endpointId, enabled, caller.keyId, clock.now())),
      ),
    );
  }

  add(removeEndpoint, async ({ caller, body }) =>
    endpointView(found(await webhooks.removeEndpoint(reach(caller), body.endpointId, caller.keyId, clock.now()))),
  );

  add(revealSecret, async ({ caller, body: { endpointId } }) => {
    const outcome = await webhooks.revealSecret(reach(caller), endpointId, caller.keyId, clock.now());
    const { secret, createdAt } = found(outcome);
    return { endpointId, secret, createdAt: timeText(createdAt) };
  });

  add(rotateSecret, async ({ caller, body: { endpointId, immediately } }) => {
    const secret = makeWebhookSecret(randomBytes);
    const now = clock.now();
    const until = immediately ? now : now + OLD_SECRET_LIFETIME_MS;
    const outcome = await webhooks.rotateSecret(reach(caller), endpointId, secret, until, caller.keyId, now);
    if (outcome.kind === 'too-many') {
      throw refuse(409, 'Ten secrets that were rotated away are still valid. Wait until one has run out.');
    }
    found(outcome);
    return { endpointId, secret, previousValidUntil: timeText(until) };
  });
}

/** The account whose endpoints a caller sees; null for all of them. */
export function reach({ operator, userId }: Caller): string | null {
  return operator ? null : userId;
}

/** @throws refusal 404 when the endpoint is unknown, removed or another account's: these look the same */
export function found<Outcome extends { kind: string }>(outcome: Outcome): Exclude<Outcome, { kind: 'missing' }> {
  if (outcome.kind === 'missing') throw refuse(404, 'There is no such endpoint.');
  return outcome as Exclude<Outcome, { kind: 'missing' }>;
}
