/** The audit log of an account, page by page. */

import { listAudit } from '../../../../../shared/service-api/operations/portal-audit.ts';
import { reachedAccount } from '../../../auth/reached-account.ts';
import { refuse } from '../../../rules/refusal.ts';
import type { ServiceParts } from '../../service-parts.ts';
import { timeText } from '../../views/accounts.ts';
import type { AddEndpoint } from '../endpoint.ts';

export function addPortalAuditRoutes(add: AddEndpoint, { store }: ServiceParts): void {
  add(listAudit, async ({ caller, body: { limit, before = null, ...body } }) => {
    const { userId } = await reachedAccount(store.accounts, caller, body.userId);
    // One more than asked for tells whether there is another page.
    const found = await store.audit.list(userId, { limit: limit + 1, before });
    if (found === null) throw refuse(404, 'The account has no such entry to go on from.');
    const entries = found.slice(0, limit).map(({ sequence: _order, createdAt, ...entry }) => ({
      ...entry,
      details: { ...entry.details },
      createdAt: timeText(createdAt),
    }));
    return { entries, next: found.length > limit ? (entries.at(-1)?.auditId ?? null) : null };
  });
}
