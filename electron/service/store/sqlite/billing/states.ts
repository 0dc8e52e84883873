/** An account's state, read from its ledger: every posting stores the balance so far, so it takes one look-up for each ledger account. */

import type { AccountState, Tier } from '../../../rules/billing/account-state.ts';
import { type Balances, LEDGER_ACCOUNTS, type LedgerAccount } from '../../../rules/billing/ledger.ts';
import { preparedOnce, type ServiceDatabase } from '../database.ts';

type StateRow = {
  readonly tier: Tier;
  readonly billing_country: string | null;
  readonly payment_method_label: string | null;
  readonly declined_hold: number | null;
  readonly operator_hold: number | null;
  readonly downgrade_asked_at: number | null;
  readonly spend_limit: number | null;
  readonly month: number | null;
  readonly revenue_before: number | null;
  readonly invoices: number | null;
  readonly credit_given: number;
} & Readonly<Record<LedgerAccount, number | null>>;

const LAST = 'order by month desc, sequence desc limit 1';
const LAST_MONTH = '(select month from ledger_entries where user_id = users.user_id order by sequence desc limit 1)';

function balanceOf(account: LedgerAccount): string {
  return `(select balance from ledger_postings where user_id = users.user_id and account = '${account}' ${LAST}) as "${account}"`;
}

const STATE = `
  select tier, billing_country, payment_method_label, declined_hold, operator_hold, downgrade_asked_at, spend_limit,
    ${LEDGER_ACCOUNTS.map(balanceOf).join(', ')},
    ${LAST_MONTH} as month,
    (select balance from ledger_postings where user_id = users.user_id and account = 'revenue' and month < ${LAST_MONTH}
      ${LAST}) as revenue_before,
    (select number from invoices where user_id = users.user_id order by number desc limit 1) as invoices,
    exists (select 1 from ledger_entries where reference = users.user_id and kind = 'credit') as credit_given
  from users left join billing_accounts on billing_accounts.user_id = users.user_id
  where users.user_id = ?`;

function prepare({ raw }: ServiceDatabase) {
  return {
    state: raw.prepare<[string], StateRow>(STATE),
    alerts: raw
      .prepare<[string], number>('select amount from billing_alerts where user_id = ? order by amount')
      .pluck(),
  };
}

const statementsOf = preparedOnce(prepare);

/**
 * Must run inside the transaction that decides by it.
 * @throws TypeError when there is no such user
 */
export function loadState(database: ServiceDatabase, userId: string): AccountState {
  const statements = statementsOf(database);
  const row = statements.state.get(userId);
  if (row === undefined) throw new TypeError('There is no account of this identifier');
  return {
    tier: row.tier,
    billingCountry: row.billing_country,
    hasPaymentMethod: row.payment_method_label !== null,
    paymentHold: row.declined_hold === 1 || row.operator_hold === 1,
    isLeaving: row.downgrade_asked_at !== null,
    spendLimit: row.spend_limit,
    alerts: statements.alerts.all(userId),
    balances: Object.fromEntries(LEDGER_ACCOUNTS.map((account) => [account, row[account] ?? 0])) as Balances,
    month: row.month ?? 0,
    monthOpening: 0 - (row.revenue_before ?? 0),
    invoices: row.invoices ?? 0,
    creditGiven: row.credit_given === 1,
  };
}
