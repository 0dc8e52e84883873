/** Invoices in PostgreSQL: month ends and settlements. */

import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, lte, min, ne, or, sql } from 'drizzle-orm';
import { invoiceSettled } from '../../../rules/audit-events.ts';
import { monthOf } from '../../../rules/billing/calendar.ts';
import { monthEndEntries } from '../../../rules/billing/entries.ts';
import { invoiceNames } from '../../../rules/billing/invoices.ts';
import { repeatedAnswer, settleInvoice } from '../../../rules/billing/settlement.ts';
import { LATEST_MONTH, WITH_OPEN_MONTH } from '../../account-rows.ts';
import type { BillingStore, Change, Invoice, InvoiceSummary } from '../../billing-port.ts';
import { addAudit } from '../accounts/audit.ts';
import { lockOwner } from '../connection/account-lock.ts';
import type { OpenWork, PostgresDatabase, PostgresOrm } from '../connection/database.ts';
import { nameStatement } from '../connection/statements.ts';
import { billingRows, invoiceRows, withdrawalRows } from '../schema/all.ts';
import { appendEntries } from './journal.ts';
import { lockAccountState, readAccountState } from './states.ts';

type PostgresInvoices = Pick<
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

const OPEN_MONTHS = nameStatement('with_open_month', WITH_OPEN_MONTH);
const LAST_MONTH = nameStatement('last_month', LATEST_MONTH);

const { lines: _most, ...SUMMARY } = getTableColumns(invoiceRows);

/** Open and declined invoices, oldest first. */
export async function findUnpaid(orm: PostgresOrm, userId: string): Promise<InvoiceSummary[]> {
  const unpaid = and(eq(invoiceRows.userId, userId), inArray(invoiceRows.status, ['open', 'declined']));
  return orm.select(SUMMARY).from(invoiceRows).where(unpaid).orderBy(asc(invoiceRows.number));
}

export function createPostgresInvoices(database: PostgresDatabase): PostgresInvoices {
  const { orm, ask, transaction, view } = database;
  const byId = (invoiceId: string) => eq(invoiceRows.invoiceId, invoiceId);

  return {
    openMonths: async (now, most, after) => {
      const values = { month: monthOf(now), most, after: after ?? '' };
      const found = await database.rows<{ user_id: string }>(OPEN_MONTHS, values);
      return found.map((row) => row.user_id);
    },
    lastMonth: async () => (await database.rows<{ month: number | null }>(LAST_MONTH, {}))[0]?.month ?? null,
    closeMonth: (userId, now) =>
      transaction(async (work) => {
        const state = await lockAccountState(work, userId);
        const entries = monthEndEntries(state, now, invoiceNames(userId));
        await appendEntries(work, userId, state, entries, { actorKeyId: null, now });
      }),
    findInvoice: (invoiceId) =>
      ask(async () => (await orm.select().from(invoiceRows).where(byId(invoiceId))).at(0) ?? null),
    listInvoices: (userId, { limit, before }) =>
      view(async (work) => {
        const ofUser = eq(invoiceRows.userId, userId);
        const numberOf = async (invoiceId: string) => {
          const named = and(ofUser, byId(invoiceId));
          return (await work.orm.select({ number: invoiceRows.number }).from(invoiceRows).where(named)).at(0)?.number;
        };
        const last = before === null ? null : await numberOf(before);
        if (last === undefined) return null;
        return work.orm
          .select(SUMMARY)
          .from(invoiceRows)
          .where(last === null ? ofUser : and(ofUser, lt(invoiceRows.number, last)))
          .orderBy(desc(invoiceRows.number))
          .limit(limit);
      }),
    unpaidInvoices: (userId) => ask(() => findUnpaid(orm, userId)),
    dueInvoices: (now, restMs) =>
      ask(async () => {
        const { answeredAt, issuedAt, number, status } = invoiceRows;
        const rested = or(lte(answeredAt, now - restMs), gt(answeredAt, now));
        const due = or(eq(status, 'open'), and(eq(status, 'declined'), rested));
        return orm.select(SUMMARY).from(invoiceRows).where(due).orderBy(asc(issuedAt), asc(number));
      }),
    oldestDecline: () =>
      ask(async () => {
        const oldest = orm.select({ answeredAt: min(invoiceRows.answeredAt) }).from(invoiceRows);
        return (await oldest.where(eq(invoiceRows.status, 'declined')))[0]?.answeredAt ?? null;
      }),
    settle: (invoiceId, declines, outcome, change) =>
      transaction((work) => settleLocked(work, invoiceId, declines, outcome, change)),
    answerWithdrawal: (withdrawal) =>
      transaction(async (work) => {
        const key = eq(withdrawalRows.idempotencyKey, withdrawal.idempotencyKey);
        const added = await work.orm.insert(withdrawalRows).values(withdrawal).onConflictDoNothing().returning();
        if (added.length > 0) return withdrawal.outcome;
        const [known] = await work.orm.select().from(withdrawalRows).where(key);
        return repeatedAnswer(known?.outcome ?? withdrawal.outcome);
      }),
  };
}

/** @param declines the invoice's when the withdrawal was asked for */
async function settleLocked(
  work: OpenWork,
  invoiceId: string,
  declines: number,
  outcome: 'paid' | 'declined',
  change: Change,
): Promise<Invoice> {
  const { orm } = work;
  const { actorKeyId, now } = change;
  await lockOwner(work, 'invoice', invoiceId);
  const [invoice] = await orm.select().from(invoiceRows).where(eq(invoiceRows.invoiceId, invoiceId));
  if (invoice === undefined) throw new TypeError('There is no invoice of this identifier');
  const { userId } = invoice;
  const state = await readAccountState(work, userId);
  const account = { state, hasOtherDeclined: await hasOtherDeclined(orm, invoice) };
  const settlement = settleInvoice(invoice, declines, outcome, account, now, invoiceNames(userId));
  if (settlement === null) return invoice;
  const { entries, declinedHold } = settlement;
  await appendEntries(work, userId, state, entries, change);
  const settled = { ...invoice, ...settlement.invoice };
  await orm.update(invoiceRows).set(settlement.invoice).where(eq(invoiceRows.invoiceId, invoiceId));
  if (declinedHold !== null) {
    const heldSince = declinedHold
      ? sql`coalesce(${billingRows.heldSince}, ${now})`
      : sql`case when ${billingRows.operatorHold} then ${billingRows.heldSince} end`;
    await orm.update(billingRows).set({ declinedHold, heldSince }).where(eq(billingRows.userId, userId));
  }
  await addAudit(work, invoiceSettled(invoice, outcome, actorKeyId), now);
  return settled;
}

async function hasOtherDeclined(orm: PostgresOrm, { invoiceId, userId }: Invoice): Promise<boolean> {
  const declined = and(eq(invoiceRows.userId, userId), eq(invoiceRows.status, 'declined'));
  const others = orm.select({ number: invoiceRows.number }).from(invoiceRows);
  return (await others.where(and(declined, ne(invoiceRows.invoiceId, invoiceId))).limit(1)).length > 0;
}
