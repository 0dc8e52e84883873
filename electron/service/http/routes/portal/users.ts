/** Users of the service, each with an account of its own. */

import { createUser, listUsers } from '../../../../../shared/service-api/operations/portal-accounts.ts';
import { reachedAccount } from '../../../auth/authenticate.ts';
import { RESERVED_NAMES } from '../../../auth/first-keys.ts';
import { createIdentifier } from '../../../rules/identifiers.ts';
import { refuse } from '../../../rules/refusal.ts';
import type { User } from '../../../store/records.ts';
import type { ServiceParts } from '../../service-parts.ts';
import { userView } from '../../views/accounts.ts';
import type { AddEndpoint } from '../endpoint.ts';

export function addPortalUserRoutes(add: AddEndpoint, { store, clock, randomBytes }: ServiceParts): void {
  add(createUser, async ({ caller, body: { name, tier, billingCountry = null } }) => {
    if (!caller.operator)
      throw refuse(403, 'Only the operator of the service can create users.', { code: 'operatorRequired' });
    const user: User = {
      userId: createIdentifier('usr', randomBytes),
      name,
      tier,
      operator: false,
      createdAt: clock.now(),
    };
    const added = RESERVED_NAMES.includes(name)
      ? null
      : await store.accounts.addUser(user, billingCountry, caller.keyId);
    if (added === null) throw refuse(409, 'This name is taken. Choose another one.', { code: 'nameTaken' });
    return userView(added);
  });

  add(listUsers, async ({ caller }) => {
    const users = caller.operator ? await store.accounts.listUsers() : [await reachedAccount(store.accounts, caller)];
    return { users: users.map(userView) };
  });
}
