/** Users of the service with their accounts and audit logs, and the rehearsal of the whole service. */

import { createUser, listUsers } from '../../../../../shared/service-api/operations/portal-accounts.ts';
import { listAudit } from '../../../../../shared/service-api/operations/portal-audit.ts';
import { rehearse } from '../../../../../shared/service-api/operations/rehearsal.ts';
import { reachedAccount } from '../../../auth/authenticate.ts';
import { RESERVED_NAMES } from '../../../auth/first-keys.ts';
import type { RunningRehearsal } from '../../../rehearsal/rehearsal.ts';
import { createIdentifier } from '../../../rules/identifiers.ts';
import { refuse } from '../../../rules/refusal.ts';
import type { User } from '../../../store/records.ts';
import type { ServiceParts } from '../../service-parts.ts';
import { userView } from '../../views/accounts.ts';
import { cutPage, timeText } from '../../views/common.ts';
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

/** It affects every account, so it is only for the operator. */
export function addRehearsalRoute(
  add: AddEndpoint,
  { store, signer }: Pick<ServiceParts, 'store' | 'signer'>,
  rehearsal: RunningRehearsal,
): void {
  add(rehearse, async ({ caller, body }) => {
    if (!caller.operator) throw refuse(403, 'Only the operator of the service can rehearse.');
    if (Object.keys(body).length === 0) return rehearsal.state();
    const { userId, keyId } = caller;
    await store.audit.record(
      { userId, actorKeyId: keyId, action: 'rehearsal.changed', target: 'service', details: body },
      rehearsal.clock.now(),
    );
    if (body.expireLinks === true) signer.expireAll();
    rehearsal.change(body);
    return rehearsal.state();
  });
}

export function addPortalAuditRoutes(add: AddEndpoint, { store }: ServiceParts): void {
  add(listAudit, async ({ caller, body: { limit, before = null, ...body } }) => {
    const { userId } = await reachedAccount(store.accounts, caller, body.userId);
    const found = await store.audit.list(userId, { limit: limit + 1, before });
    if (found === null) throw refuse(404, 'There is no such entry to continue from.');
    const [shown, next] = cutPage(found, limit, ({ auditId }) => auditId);
    const entries = shown.map(({ sequence: _order, createdAt, ...entry }) => ({
      ...entry,
      details: { ...entry.details },
      createdAt: timeText(createdAt),
    }));
    return { entries, next };
  });
}
