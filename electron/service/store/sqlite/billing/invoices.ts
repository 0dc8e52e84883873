/** Invoices in SQLite: month ends, and what withdrawals make of them. */

import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, lte, min, or } from 'drizzle-orm';
import { monthOf } from '../../../rules/billing/calendar.ts';
import type { BillingStore, InvoiceSummary } from '../../billing-port.ts';
import { bankWithdrawals, invoices } from '../schema/all.ts';
import type { ServiceDatabase } from '../sqlite-store.ts';
import { closeMonth } from './journal.ts';
import { settleInvoice } from './settlement.ts';
import { loadState } from './states.ts';

type InvoiceStore = Pick<
  BillingStore,
  | 'openMonths'
  | 'closeMonth'
  | 'lastMonth'
  | 'findInvoice'
  | 'listInvoices'
  | 'unpaidInvoices'
  | 'dueInvoices'
  | 'oldestDecline'
  | 'settle'
  | 'answerWithdrawal'
>;

/** Accounts with something unbilled whose last entry is of an earlier month. */
const WITH_OPEN_MONTH = `
  select user_id from billing_accounts
  where (select month from ledger_entries where user_id = billing_accounts.user_id order by sequence desc limit 1) < @month
    and (select balance from ledger_postings where user_id = billing_accounts.user_id and account = 'unbilled'
      order by month desc, sequence desc limit 1) > 0
    and user_id > @after
  order by user_id limit @most`;

const { lines: _most, ...SUMMARY } = getTableColumns(invoices);

/** Open and declined ones, oldest first. */
export function unpaidInvoices({ orm }: ServiceDatabase, userId: string): InvoiceSummary[] {
  return orm
    .select(SUMMARY)
    .from(invoices)
    .where(and(eq(invoices.userId, userId), inArray(invoices.status, ['open', 'declined'])))
    .orderBy(asc(invoices.number))
    .all();
}

export function createInvoiceStore(database: ServiceDatabase): InvoiceStore {
  const { orm, raw, transaction } = database;
  const withOpenMonth = raw.prepare<[{ month: number; most: number; after: string }], string>(WITH_OPEN_MONTH).pluck();
  const lastMonth = raw.prepare<[], number | null>('select max(month) from ledger_entries').pluck();
  const byId = (invoiceId: string) => eq(invoices.invoiceId, invoiceId);

  return {
    openMonths: async (now, most, after) => withOpenMonth.all({ month: monthOf(now), most, after: after ?? '' }),
    lastMonth: async () => lastMonth.get() ?? null,
    closeMonth: async (userId, now) => {
      transaction(() => closeMonth(database, userId, loadState(database, userId), now));
    },
    findInvoice: async (invoiceId) => orm.select().from(invoices).where(byId(invoiceId)).get() ?? null,
    listInvoices: async (userId, { limit, before }) =>
      transaction(() => {
        const ofUser = eq(invoices.userId, userId);
        const find = (invoiceId: string) =>
          orm
            .select({ number: invoices.number })
            .from(invoices)
            .where(and(ofUser, byId(invoiceId)))
            .get();
        const last = before === null ? null : find(before);
        if (last === undefined) return null;
        return orm
          .select(SUMMARY)
          .from(invoices)
          .where(last === null ? ofUser : and(ofUser, lt(invoices.number, last.number)))
          .orderBy(desc(invoices.number))
          .limit(limit)
          .all();
      }),
    unpaidInvoices: async (userId) => unpaidInvoices(database, userId),
    dueInvoices: async (now, restMs) =>
      orm
        .select(SUMMARY)
        .from(invoices)
        .where(
          or(
            eq(invoices.status, 'open'),
            and(
              eq(invoices.status, 'declined'),
              or(lte(invoices.answeredAt, now - restMs), gt(invoices.answeredAt, now)),
            ),
          ),
        )
        .orderBy(asc(invoices.issuedAt), asc(invoices.number))
        .all(),
    oldestDecline: async () =>
      orm
        .select({ answeredAt: min(invoices.answeredAt) })
        .from(invoices)
        .where(eq(invoices.status, 'declined'))
        .get()?.answeredAt ?? null,
    settle: async (invoiceId, declines, outcome, change) =>
      transaction(() => settleInvoice(database, invoiceId, declines, outcome, change)),
    answerWithdrawal: async (withdrawal) =>
      transaction(() => {
        const { idempotencyKey } = withdrawal;
        const known = orm
          .select()
          .from(bankWithdrawals)
          .where(eq(bankWithdrawals.idempotencyKey, idempotencyKey))
          .get();
        if (known !== undefined) return known.outcome === 'paid' ? 'paid' : 'declined-before';
        orm.insert(bankWithdrawals).values(withdrawal).run();
        return withdrawal.outcome;
      }),
  };
}
