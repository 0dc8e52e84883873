/** The audit log of an account, page by page. */

import { listAudit } from '../../../../../shared/service-api/operations/portal-audit.ts';
import { reachedAccount } from '../../../auth/authenticate.ts';
import { refuse } from '../../../rules/refusal.ts';
import type { ServiceParts } from '../../service-parts.ts';
import { cutPage, timeText } from '../../views/common.ts';
import type { AddEndpoint } from '../endpoint.ts';

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
