/** What rows of an account mean, and the statements that read them alike in every database. Parameters are named `@name`. */

import { type AccountState, spentInMonth, type Tier } from '../rules/billing/account-state.ts';
import { type Balances, LEDGER_ACCOUNTS, type LedgerAccount } from '../rules/billing/ledger.ts';
import type { PaymentHold } from '../rules/billing/refusals.ts';
import type { AccountBooks, InvoiceSummary } from './billing-port.ts';

/** A database without booleans returns 0 and 1. */
type Flag = boolean | number;

export type AccountRow = {
  readonly tier: Tier;
  readonly billing_country: string | null;
  readonly payment_method_label: string | null;
  readonly declined_hold: Flag | null;
  readonly operator_hold: Flag | null;
  readonly downgrade_asked_at: number | null;
  readonly spend_limit: number | null;
  readonly month: number | null;
  readonly revenue_before: number | null;
  readonly invoices: number | null;
  readonly credit_given: Flag;
} & Readonly<Record<LedgerAccount, number | null>>;

const LAST = 'order by month desc, sequence desc limit 1';
const LAST_MONTH = '(select month from ledger_entries where user_id = users.user_id order by sequence desc limit 1)';

function balanceOf(account: LedgerAccount): string {
  return `(select balance from ledger_postings where user_id = users.user_id and account = '${account}' ${LAST}) as "${account}"`;
}

/** The row of `@userId`: every posting stores the balance so far, so it takes one look-up for each ledger account. */
export const ACCOUNT_STATE = `
  select tier, billing_country, payment_method_label, declined_hold, operator_hold, downgrade_asked_at, spend_limit,
    ${LEDGER_ACCOUNTS.map(balanceOf).join(', ')},
    ${LAST_MONTH} as month,
    (select balance from ledger_postings where user_id = users.user_id and account = 'revenue' and month < ${LAST_MONTH}
      ${LAST}) as revenue_before,
    (select number from invoices where user_id = users.user_id order by number desc limit 1) as invoices,
    exists (select 1 from ledger_entries where reference = users.user_id and kind = 'credit') as credit_given
  from users left join billing_accounts on billing_accounts.user_id = users.user_id
  where users.user_id = @userId`;

export const ACCOUNT_ALERTS = 'select amount from billing_alerts where user_id = @userId order by amount';

/** Seconds metered since `@since`. */
export const METERED_SECONDS =
  'select coalesce(sum(billable_seconds), 0) as seconds from usage where user_id = @userId and recorded_at >= @since';

/** Invoice lines over everything charged since the last invoice. */
export const INVOICE_LINES = `
  select model, count(*) as generations, sum(billable_seconds) as "billableSeconds",
    price_per_second as "pricePerSecond", sum(amount) as amount
  from ledger_entries join usage on usage.generation_id = ledger_entries.reference
  where ledger_entries.user_id = @userId and kind = 'charge' and ledger_entries.sequence > coalesce(
    (select sequence from ledger_entries where user_id = @userId and kind = 'invoice' order by sequence desc limit 1), 0)
  group by model, price_per_second order by model, price_per_second`;

/** Accounts with unbilled usage whose last entry is of an earlier month than `@month`. */
export const WITH_OPEN_MONTH = `
  select user_id from billing_accounts
  where (select month from ledger_entries where user_id = billing_accounts.user_id order by sequence desc limit 1) < @month
    and (select balance from ledger_postings where user_id = billing_accounts.user_id and account = 'unbilled'
      order by month desc, sequence desc limit 1) > 0
    and user_id > @after
  order by user_id limit @most`;

export const LATEST_MONTH = 'select max(month) as month from ledger_entries';

/** @throws TypeError without a row: there is no such user */
export function accountStateOf(row: AccountRow | undefined, alerts: readonly number[]): AccountState {
  if (row === undefined) throw new TypeError('There is no account of this identifier');
  return {
    tier: row.tier,
    billingCountry: row.billing_country,
    hasPaymentMethod: row.payment_method_label !== null,
    paymentHold: Boolean(row.declined_hold) || Boolean(row.operator_hold),
    isLeaving: row.downgrade_asked_at !== null,
    spendLimit: row.spend_limit,
    alerts,
    balances: Object.fromEntries(LEDGER_ACCOUNTS.map((account) => [account, row[account] ?? 0])) as Balances,
    month: row.month ?? 0,
    monthOpening: 0 - (row.revenue_before ?? 0),
    invoices: row.invoices ?? 0,
    creditGiven: Boolean(row.credit_given),
  };
}

/** The settings of an account as their row has them. */
export interface SettingsRow {
  readonly paymentMethodLabel: string | null;
  readonly paymentMethodAddedAt: number | null;
  readonly downgradeAskedAt: number | null;
  readonly declinedHold: boolean;
  readonly operatorHold: boolean;
  readonly heldSince: number | null;
}

/**
 * @param row undefined before the account's first billing event
 * @param reached alerts that were reached in `currentMonth`
 * @param billableSeconds metered in it
 */
export function accountBooksOf(
  userId: string,
  state: AccountState,
  row: SettingsRow | undefined,
  reached: readonly { readonly amount: number; readonly reachedAt: number }[],
  billableSeconds: number,
  now: number,
): AccountBooks {
  const label = row?.paymentMethodLabel ?? null;
  return {
    userId,
    state,
    paymentMethod: label === null ? null : { label, addedAt: row?.paymentMethodAddedAt ?? 0 },
    downgradeAskedAt: row?.downgradeAskedAt ?? null,
    alerts: state.alerts.map((amount) => ({
      amount,
      reachedAt: reached.find((one) => one.amount === amount)?.reachedAt ?? null,
    })),
    spentThisMonth: spentInMonth(state, now),
    billableSeconds,
  };
}

export function isHeld(row: SettingsRow | undefined): row is SettingsRow {
  return row !== undefined && (row.declinedHold || row.operatorHold);
}

/** @param unpaid open and declined invoices, oldest first */
export function paymentHoldOf(row: SettingsRow, unpaid: readonly InvoiceSummary[]): PaymentHold {
  const declined = unpaid.find(({ status }) => status === 'declined');
  const invoice = declined === undefined ? null : { invoiceId: declined.invoiceId, total: declined.total };
  return { since: row.heldSince, invoice };
}
