/** Whether an account may start something that costs money. */

import type { MicroUsd } from '../../../../shared/domain/money.ts';
import { type AccountState, lifetimeUsage, spentInMonth } from './account-state.ts';
import { exact } from './ledger.ts';

export type StartAdmission =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'plan-required' }
  /** A withdrawal was declined, or the operator holds the account. */
  | { readonly kind: 'payment-failed' }
  | {
      readonly kind: 'limit-exceeded';
      readonly limit: MicroUsd;
      readonly spent: MicroUsd;
      readonly held: MicroUsd;
      readonly needed: MicroUsd;
    };

/**
 * The spend limit covers this month's charges and all holds. A charge is never more than its hold, so a limit that is kept here
 * stays kept. A free generation passes any limit, but no payment hold.
 * @param needed micro-USD; what the start would hold
 * @throws RangeError when the account's sums would no longer be exact
 */
export function admit(state: AccountState, needed: MicroUsd, now: number): StartAdmission {
  // A hold comes first: it blocks every tier, and its answer says what to pay.
  if (state.paymentHold) return { kind: 'payment-failed' };
  if (state.tier === 'free' || state.isLeaving) return { kind: 'plan-required' };
  const { held } = state.balances;
  // No other balance of the account is larger than this sum.
  exact(lifetimeUsage(state) + held + needed);
  const spent = spentInMonth(state, now);
  const limit = state.spendLimit;
  if (limit === null || needed === 0 || spent + held + needed <= limit) return { kind: 'admitted' };
  return { kind: 'limit-exceeded', limit, spent, held, needed };
}
