/** Keys of all accounts that an admin key reaches: create (the secret is shown once), list, activate, deactivate and revoke. */

import {
  activateKey,
  createKey,
  deactivateKey,
  limitKey,
  listAccountKeys,
  revokeKey,
} from '../../../../../shared/service-api/operations/portal-accounts.ts';
import type { Scope } from '../../../../../shared/service-api/permissions.ts';
import type { Caller } from '../../../auth/authenticate.ts';
import { reachedAccount } from '../../../auth/authenticate.ts';
import { makeSecret } from '../../../auth/secrets.ts';
import { createIdentifier } from '../../../rules/identifiers.ts';
import { beyond } from '../../../rules/keys/changes.ts';
import { changedKey } from '../../../rules/keys/refusals.ts';
import { refuse } from '../../../rules/refusal.ts';
import type { ServiceParts } from '../../service-parts.ts';
import { portalKeyView } from '../../views/accounts.ts';
import type { AddEndpoint } from '../endpoint.ts';

const CHANGES = [
  { operation: activateKey, status: 'active' },
  { operation: deactivateKey, status: 'inactive' },
  { operation: revokeKey, status: 'revoked' },
] as const;

/**
 * A key gives no more than it has. The operator's first key has everything.
 * @throws refusal 403
 */
function requireWithinReach({ scopes, projects }: Caller, wanted: readonly Scope[]): void {
  if (projects !== null) throw refuse(403, 'An API key that is confined to projects makes no keys.');
  const lacking = beyond(scopes, wanted);
  if (lacking !== undefined) throw refuse(403, `The API key lacks the scope ${lacking} itself and cannot give it.`);
}

export function addPortalKeyRoutes(
  add: AddEndpoint,
  { store, clock, configuration, randomBytes, uploads }: ServiceParts,
): void {
  /** @throws refusal 403 */
  function requireWithinRate({ operator, tier }: Caller, wanted: number | null): void {
    const most = configuration.callsPerMinute[tier];
    if (operator || wanted === null || wanted <= most) return;
    throw refuse(
      403,
      `The plan of this account allows ${most} calls a minute. Only the operator of the service can raise this.`,
    );
  }

  add(createKey, async ({ caller, body }) => {
    const { label, role, status, resourceBounds } = body;
    if (role === 'scoped' && body.scopes.includes('admin')) {
      throw refuse(400, 'The scope admin is for keys of role admin alone.');
    }
    if (role === 'admin' && Object.keys(resourceBounds).length > 0) {
      throw refuse(400, 'resourceBounds are for scoped keys: an admin key makes keys, which would not be confined.');
    }
    requireWithinReach(caller, body.scopes);
    requireWithinRate(caller, body.callsPerMinute);
    const { userId } = await reachedAccount(store.accounts, caller, body.userId);
    const { secret, ...stored } = makeSecret(randomBytes);
    const change = await store.keys.add(
      {
        ...stored,
        keyId: createIdentifier('key', randomBytes),
        userId,
        label,
        role,
        status,
        scopes: [...new Set(body.scopes)],
        resourceBounds,
        callsPerMinute: body.callsPerMinute,
        createdAt: clock.now(),
        rotatedAt: null,
        revokedAt: null,
      },
      caller.keyId,
    );
    return { ...portalKeyView(changedKey(change)), key: secret };
  });

  add(listAccountKeys, async ({ caller, body }) => {
    const { userId } = await reachedAccount(store.accounts, caller, body.userId);
    return { keys: (await store.keys.list(userId)).map(portalKeyView) };
  });

  add(limitKey, async ({ caller, body }) => {
    requireWithinRate(caller, body.callsPerMinute);
    const reach = caller.operator ? null : caller.userId;
    const change = await store.keys.setLimit(reach, body.keyId, body.callsPerMinute, caller.keyId, clock.now());
    return portalKeyView(changedKey(change));
  });

  for (const { operation, status } of CHANGES) {
    add(operation, async ({ caller, body }) => {
      const reach = caller.operator ? null : caller.userId;
      const change = await store.keys.setStatus(reach, body.keyId, status, caller.keyId, clock.now());
      const key = changedKey(change);
      if (status !== 'active') uploads.endOfKey(key.keyId);
      return portalKeyView(key);
    });
  }
}
