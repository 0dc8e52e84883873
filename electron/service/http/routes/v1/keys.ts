/** The keys of the caller's own account (service specification, "POST /v1/api_keys/list" and "POST /v1/api_keys/rotate"). */

import { listKeys, rotateKey } from '../../../../../shared/service-api/operations/keys.ts';
import { makeSecret } from '../../../auth/secrets.ts';
import { changedKey } from '../../../rules/keys/refusals.ts';
import type { ServiceParts } from '../../service-parts.ts';
import { keyView } from '../../views/accounts.ts';
import type { AddEndpoint } from '../endpoint.ts';

export function addKeyRoutes(add: AddEndpoint, { store, clock, randomBytes }: ServiceParts): void {
  add(listKeys, async ({ caller }) => ({ keys: (await store.keys.list(caller.userId)).map(keyView) }));

  add(rotateKey, async ({ caller, body }) => {
    const { secret, ...stored } = makeSecret(randomBytes);
    const change = await store.keys.rotate(caller.userId, body.keyId, stored, caller, clock.now());
    return { ...keyView(changedKey(change)), key: secret };
  });
}
