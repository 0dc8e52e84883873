/** Invoices in SQLite: month ends and settlements. */

import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, lte, min, ne, or, sql } from 'drizzle-orm';
import { invoiceSettled } from '../../../rules/audit-events.ts';
import { monthOf } from '../../../rules/billing/calendar.ts';
import { monthEndEntries } from '../../../rules/billing/entries.ts';
import { invoiceNames } from '../../../rules/billing/invoices.ts';
import { repeatedAnswer, settleInvoice } from '../../../rules/billing/settlement.ts';
import { LATEST_MONTH, WITH_OPEN_MONTH } from '../../account-rows.ts';
import type { BillingStore, Change, Invoice, InvoiceSummary } from '../../billing-port.ts';
import { recordAudit } from '../accounts/audit.ts';
import type { ServiceDatabase } from '../database.ts';
import { bankWithdrawals, billingAccounts, invoices } from '../schema/all.ts';
import { writeEntries } from './journal.ts';
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

const { lines: _most, ...SUMMARY } = getTableColumns(invoices);

/** Open and declined invoices, oldest first. */
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
  const lastMonth = raw.prepare<[], number | null>(LATEST_MONTH).pluck();
  const byId = (invoiceId: string) => eq(invoices.invoiceId, invoiceId);

  return {
    openMonths: async (now, most, after) => withOpenMonth.all({ month: monthOf(now), most, after: after ?? '' }),
    lastMonth: async () => lastMonth.get() ?? null,
    closeMonth: async (userId, now) => {
      transaction(() => {
        const state = loadState(database, userId);
        const entries = monthEndEntries(state, now, invoiceNames(userId));
        writeEntries(database, userId, state, entries, { actorKeyId: null, now });
      });
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
      transaction(() => settle(database, invoiceId, declines, outcome, change)),
    answerWithdrawal: async (withdrawal) =>
      transaction(() => {
        const { idempotencyKey } = withdrawal;
        const known = orm
          .select()
          .from(bankWithdrawals)
          .where(eq(bankWithdrawals.idempotencyKey, idempotencyKey))
          .get();
        if (known !== undefined) return repeatedAnswer(known.outcome);
        orm.insert(bankWithdrawals).values(withdrawal).run();
        return withdrawal.outcome;
      }),
  };
}

/** @param declines the invoice's when the withdrawal was asked for */
function settle(
  database: ServiceDatabase,
  invoiceId: string,
  declines: number,
  outcome: 'paid' | 'declined',
  change: Change,
): Invoice {
  const { orm } = database;
  const { actorKeyId, now } = change;
  const invoice = orm.select().from(invoices).where(eq(invoices.invoiceId, invoiceId)).get();
  if (invoice === undefined) throw new TypeError('There is no invoice of this identifier');
  const { userId } = invoice;
  const state = loadState(database, userId);
  const account = { state, hasOtherDeclined: hasOtherDeclined(database, invoice) };
  const settlement = settleInvoice(invoice, declines, outcome, account, now, invoiceNames(userId));
  if (settlement === null) return invoice;
  const { entries, declinedHold } = settlement;
  writeEntries(database, userId, state, entries, change);
  const settled = orm
    .update(invoices)
    .set(settlement.invoice)
    .where(eq(invoices.invoiceId, invoiceId))
    .returning()
    .get();
  if (declinedHold !== null) {
    const heldSince = declinedHold
      ? sql`coalesce(${billingAccounts.heldSince}, ${now})`
      : sql`case when ${billingAccounts.operatorHold} then ${billingAccounts.heldSince} end`;
    orm.update(billingAccounts).set({ declinedHold, heldSince }).where(eq(billingAccounts.userId, userId)).run();
  }
  recordAudit(database, invoiceSettled(invoice, outcome, actorKeyId), now);
  return settled;
}

function hasOtherDeclined({ orm }: ServiceDatabase, { invoiceId, userId }: Invoice): boolean {
  const other = orm
    .select({ number: invoices.number })
    .from(invoices)
    .where(and(eq(invoices.userId, userId), eq(invoices.status, 'declined'), ne(invoices.invoiceId, invoiceId)))
    .get();
  return other !== undefined;
}
