/** Leaving the developer tier: the final invoice is paid first (service specification, "Limits"). */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { Change } from '../store/billing-store-journal.ts';
import { type WithdrawalParts, withdrawAll } from './withdrawals.ts';

/** A generation may be charged between the final invoice and the change; then there is another one. */
const MOST_FINALS = 20;

/**
 * What still runs at the change is charged when it is complete, and invoiced as usual. A final total below the minimum is not
 * charged: it is carried, in case the account comes back.
 * @returns false, with the tier as it was, when an invoice could not be withdrawn
 */
export async function downgradeAccount(parts: WithdrawalParts, userId: string, change: Change): Promise<boolean> {
  const { billing } = parts.store;
  for (let final = 1; final <= MOST_FINALS; final++) {
    const unpaid = await billing.issueFinal(userId, final === 1, change);
    if (unpaid === null) return true;
    if (!(await withdrawAll(parts, unpaid, change.actorKeyId))) return false;
    if ((await billing.downgrade(userId, change)) === 'downgraded') return true;
  }
  throw new CleartakeError('unexpected', { detail: 'an account was charged faster than it could be invoiced' });
}
