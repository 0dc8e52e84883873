/** Downgrading from the developer tier: the final invoice is paid first (service specification, "Limits"). */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Change } from '../../store/billing-port.ts';
import { type WithdrawalParts, withdrawAll } from './withdrawals.ts';

/** Older invoices come first, and a generation may be charged between the final invoice and the downgrade. */
const MOST_FINALS = 20;

/**
 * The final invoice covers everything, so it waits for what still runs: nothing more is started, and the billing loop calls this again once
 * the last hold is settled. A total below the minimum is not charged but carried, in case the account upgrades again. Without unbilled
 * usage there is no invoice.
 * @returns `unpaid` when an invoice could not be withdrawn, and `asked` while money is held: the tier changes once that is over
 */
export async function downgradeAccount(
  parts: WithdrawalParts,
  userId: string,
  change: Change,
): Promise<'downgraded' | 'unpaid' | 'asked'> {
  const { billing } = parts.store;
  const ask = async () => {
    await billing.askDowngrade(userId, change);
    return 'asked' as const;
  };
  for (let final = 1; final <= MOST_FINALS; final++) {
    const unpaid = await billing.issueFinal(userId, change);
    if (unpaid === 'free') return 'downgraded';
    if (unpaid === 'running') return ask();
    if (!(await withdrawAll(parts, unpaid, change.actorKeyId))) {
      await ask();
      return 'unpaid';
    }
    const outcome = await billing.downgrade(userId, change);
    if (outcome === 'downgraded') return outcome;
    if (outcome === 'running') return ask();
  }
  throw new CleartakeError('unexpected', { detail: 'an account was charged faster than it could be invoiced' });
}

/** After a payment: carries out a downgrade that waited for it. */
export async function finishDowngrade(parts: WithdrawalParts, userId: string, change: Change): Promise<void> {
  const { billing } = parts.store;
  const { state } = await billing.account(userId, change.now);
  if (!state.isLeaving || (await billing.unpaidInvoices(userId)).length > 0) return;
  await downgradeAccount(parts, userId, change);
}
