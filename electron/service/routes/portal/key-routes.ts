/** Keys of every account that an admin key reaches: created with their secret shown once, stopped and let in again. */

import {
  activateKey,
  createKey,
  deactivateKey,
  listAccountKeys,
  revokeKey,
} from '../../../../shared/service-api/operations/portal-accounts.ts';
import { describeKey } from '../../auth/describe-key.ts';
import { changedKey } from '../../auth/key-refusals.ts';
import { reachedAccount } from '../../auth/reached-account.ts';
import { makeSecret } from '../../auth/secrets.ts';
import { createIdentifier } from '../../identifiers.ts';
import { refuse } from '../../refusal.ts';
import type { ServiceParts } from '../../service-parts.ts';
import type { AddEndpoint } from '../endpoint.ts';

const CHANGES = [
  { operation: activateKey, status: 'active' },
  { operation: deactivateKey, status: 'inactive' },
  { operation: revokeKey, status: 'revoked' },
] as const;

export function addPortalKeyRoutes(add: AddEndpoint, { store, clock, randomBytes }: ServiceParts): void {
  add(createKey, async ({ caller, body }) => {
    const { label, role, status, resourceBounds } = body;
    if (role === 'scoped' && body.scopes.includes('admin')) {
      throw refuse(400, 'The scope admin is for keys of role admin alone.');
    }
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
    return { ...describeKey(changedKey(change)), key: secret };
  });

  add(listAccountKeys, async ({ caller, body }) => {
    const { userId } = await reachedAccount(store.accounts, caller, body.userId);
    return { keys: (await store.keys.list(userId)).map(describeKey) };
  });

  for (const { operation, status } of CHANGES) {
    add(operation, async ({ caller, body }) => {
      const reach = caller.operator ? null : caller.userId;
      const change = await store.keys.setStatus(reach, body.keyId, status, caller.keyId, clock.now());
      return describeKey(changedKey(change));
    });
  }
}
