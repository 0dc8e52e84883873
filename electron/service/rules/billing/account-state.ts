/** The state of an account that billing decides by: its settings, and the sums of its ledger. */

import type { MicroUsd } from '../../../../shared/domain/money.ts';
import { type Month, monthOf } from './calendar.ts';
import { addPostings, type Balances, type NewEntry, NO_BALANCES } from './ledger.ts';

/** Plans that an account can have (service specification, "Limits"). */
export const TIERS = ['free', 'developer'] as const;
export type Tier = (typeof TIERS)[number];

export interface AccountSettings {
  readonly tier: Tier;
  /** Two letters, in capitals. */
  readonly billingCountry: string | null;
  readonly hasPaymentMethod: boolean;
  /** A withdrawal was declined, or the operator set it. */
  readonly paymentHold: boolean;
  /** The free tier was asked for and follows once nothing runs: nothing more is started. */
  readonly isLeaving: boolean;
  /** For a calendar month; null sets no limit. */
  readonly spendLimit: MicroUsd | null;
  /** Amounts of a month's usage at which the account is alerted. */
  readonly alerts: readonly MicroUsd[];
}

export interface AccountState extends AccountSettings {
  readonly balances: Balances;
  /** The month of the last entry. */
  readonly month: Month;
  /** Lifetime usage when that month began. */
  readonly monthOpening: MicroUsd;
  readonly invoices: number;
  readonly creditGiven: boolean;
}

export const NEW_SETTINGS: AccountSettings = {
  tier: 'free',
  billingCountry: null,
  hasPaymentMethod: false,
  paymentHold: false,
  isLeaving: false,
  spendLimit: null,
  alerts: [],
};

export function openState(settings: AccountSettings): AccountState {
  return { ...settings, balances: NO_BALANCES, month: 0, monthOpening: 0, invoices: 0, creditGiven: false };
}

/** The state after an entry. @throws RangeError when the entry does not balance or a sum is no longer exact */
export function addEntry(state: AccountState, entry: NewEntry): AccountState {
  return {
    ...state,
    balances: addPostings(state.balances, entry.postings),
    month: Math.max(state.month, entry.month),
    monthOpening: entry.month > state.month ? lifetimeUsage(state) : state.monthOpening,
    invoices: state.invoices + (entry.kind === 'invoice' ? 1 : 0),
    creditGiven: state.creditGiven || entry.kind === 'credit',
  };
}

/** Everything that was ever charged. */
export function lifetimeUsage({ balances }: Pick<AccountState, 'balances'>): MicroUsd {
  return 0 - balances.revenue;
}

/** The month of an entry made now. A clock that was set back does not reopen a closed month. */
export function currentMonth(state: AccountState, now: number): Month {
  return Math.max(state.month, monthOf(now));
}

/** What was charged in the calendar month of `now`. */
export function spentInMonth(state: AccountState, now: number): MicroUsd {
  return currentMonth(state, now) > state.month ? 0 : lifetimeUsage(state) - state.monthOpening;
}
