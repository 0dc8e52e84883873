/** Keys of all accounts that an admin key reaches: create (the secret is shown once), list, activate, deactivate and revoke. */

import {
  activateKey,
  createKey,
  deactivateKey,
  listAccountKeys,
  revokeKey,
} from '../../../../../shared/service-api/operations/portal-accounts.ts';
import { covers, type Scope } from '../../../../../shared/service-api/permissions.ts';
import type { Caller } from '../../../auth/authenticate.ts';
import { reachedAccount } from '../../../auth/authenticate.ts';
import { makeSecret } from '../../../auth/secrets.ts';
import { createIdentifier } from '../../../rules/identifiers.ts';
import { changedKey } from '../../../rules/keys/refusals.ts';
import { refuse } from '../../../rules/refusal.ts';
import type { ServiceParts } from '../../service-parts.ts';
import { keyView } from '../../views/accounts.ts';
import type { AddEndpoint } from '../endpoint.ts';

const CHANGES = [
  { operation: activateKey, status: 'active' },
  { operation: deactivateKey, status: 'inactive' },
  { operation: revokeKey, status: 'revoked' },
] as const;

/**
 * A caller can give no more than the caller has; the operator can give everything.
 * @throws refusal 403
 */
function requireOwnReach({ operator, scopes, projects }: Caller, wanted: readonly Scope[]): void {
  if (projects !== null) throw refuse(403, 'An API key that is confined to projects makes no keys.');
  const beyond = operator ? undefined : wanted.find((scope) => !covers(scopes, scope));
  if (beyond !== undefined) throw refuse(403, `The API key lacks the scope ${beyond} itself and cannot give it.`);
}

export function addPortalKeyRoutes(add: AddEndpoint, { store, clock, randomBytes }: ServiceParts): void {
  add(createKey, async ({ caller, body }) => {
    const { label, role, status, resourceBounds } = body;
    if (role === 'scoped' && body.scopes.includes('admin')) {
      throw refuse(400, 'The scope admin is for keys of role admin alone.');
    }
    if (role === 'admin' && Object.keys(resourceBounds).length > 0) {
      throw refuse(400, 'resourceBounds are for scoped keys: an admin key makes keys, which would not be confined.');
    }
    requireOwnReach(caller, body.scopes);
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
        createdAt: clock.now(),
        rotatedAt: null,
        revokedAt: null,
      },
      caller.keyId,
    );
    return { ...keyView(changedKey(change)), key: secret };
  });

  add(listAccountKeys, async ({ caller, body }) => {
    const { userId } = await reachedAccount(store.accounts, caller, body.userId);
    return { keys: (await store.keys.list(userId)).map(keyView) };
  });

  for (const { operation, status } of CHANGES) {
    add(operation, async ({ caller, body }) => {
      const reach = caller.operator ? null : caller.userId;
      const change = await store.keys.setStatus(reach, body.keyId, status, caller.keyId, clock.now());
      return keyView(changedKey(change));
    });
  }
}
