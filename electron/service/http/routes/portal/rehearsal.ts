/** `POST /portal/rehearsal`: reads and changes the settings of a rehearsal. */

import { rehearse } from '../../../../../shared/service-api/operations/rehearsal.ts';
import type { RunningRehearsal } from '../../../rehearsal/rehearsal.ts';
import { refuse } from '../../../rules/refusal.ts';
import type { ServiceParts } from '../../service-parts.ts';
import type { AddEndpoint } from '../endpoint.ts';

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
