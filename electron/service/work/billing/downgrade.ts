/** Downgrading from the developer tier: the final invoice is paid first (service specification, "Limits"). */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Change } from '../../store/billing-port.ts';
import { type WithdrawalParts, withdrawAll } from './withdrawals.ts';

/** Older invoices come first, and a generation may be charged between the final invoice and the downgrade. */
const MOST_FINALS = 20;

/**
 * The final invoice covers everything, so nothing that costs money may still run. A total below the minimum is not charged but
 * carried, in case the account upgrades again. Without unbilled usage there is no invoice.
 * @returns `unpaid`, with the tier unchanged, when an invoice could not be withdrawn; `running` while money is held
 */
export async function downgradeAccount(
  parts: WithdrawalParts,
  userId: string,
  change: Change,
): Promise<'downgraded' | 'unpaid' | 'running'> {
  const { billing } = parts.store;
  for (let final = 1; final <= MOST_FINALS; final++) {
    const unpaid = await billing.issueFinal(userId, change);
    if (unpaid === 'free') return 'downgraded';
    if (unpaid === 'running') return unpaid;
    if (!(await withdrawAll(parts, unpaid, change.actorKeyId))) return 'unpaid';
    const outcome = await billing.downgrade(userId, change);
    if (outcome === 'downgraded' || outcome === 'running') return outcome;
  }
  throw new CleartakeError('unexpected', { detail: 'an account was charged faster than it could be invoiced' });
}
