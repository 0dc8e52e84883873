/** Invoices in SQLite: month ends, and what withdrawals make of them. */

import { and, asc, desc, eq, inArray, lte, min, or } from 'drizzle-orm';
import { currentMonth } from '../billing/account-state.ts';
import { paymentEntry } from '../billing/entries.ts';
import { recordAudit } from './audit-steps.ts';
import { closeMonth, writeEntries } from './billing-store-journal.ts';
import type { BillingStore, Invoice } from './billing-store-port.ts';
import { loadState } from './billing-store-state.ts';
import { bankWithdrawals, billingAccounts, invoices } from './schema/all.ts';
import type { ServiceDatabase } from './sqlite-store.ts';

type InvoiceStore = Pick<
  BillingStore,
  | 'closeMonths'
  | 'findInvoice'
  | 'listInvoices'
  | 'unpaidInvoices'
  | 'dueInvoices'
  | 'oldestDecline'
  | 'settle'
  | 'answerWithdrawal'
>;

/** Open and declined ones, oldest first. */
export function unpaidInvoices({ orm }: ServiceDatabase, userId: string): Invoice[] {
  return orm
    .select()
    .from(invoices)
    .where(and(eq(invoices.userId, userId), inArray(invoices.status, ['open', 'declined'])))
    .orderBy(asc(invoices.number))
    .all();
}

export function createInvoiceStore(database: ServiceDatabase): InvoiceStore {
  const { orm, transaction } = database;
  const byId = (invoiceId: string) => eq(invoices.invoiceId, invoiceId);

  return {
    closeMonths: async (now) => {
      // A transaction for each account: none waits for all the others, and each is whole whenever the process ends.
      let closed = 0;
      for (const { userId } of orm.select({ userId: billingAccounts.userId }).from(billingAccounts).all()) {
        closed += transaction(() => {
          const state = loadState(database, userId);
          return closeMonth(database, userId, state, { actorKeyId: null, now }) === state ? 0 : 1;
        });
      }
      return closed;
    },
    findInvoice: async (invoiceId) => orm.select().from(invoices).where(byId(invoiceId)).get() ?? null,
    listInvoices: async (userId) =>
      orm.select().from(invoices).where(eq(invoices.userId, userId)).orderBy(desc(invoices.number)).all(),
    unpaidInvoices: async (userId) => unpaidInvoices(database, userId),
    dueInvoices: async (declinedUntil) =>
      orm
        .select()
        .from(invoices)
        .where(
          or(
            eq(invoices.status, 'open'),
            and(eq(invoices.status, 'declined'), lte(invoices.answeredAt, declinedUntil)),
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
      transaction(() => {
        const invoice = orm.select().from(invoices).where(byId(invoiceId)).get();
        if (invoice === undefined) throw new TypeError('There is no invoice of this identifier');
        // Somebody else asked with the same key and has written down the same answer.
        if (invoice.status === 'paid' || invoice.declines !== declines) return invoice;
        const settled = outcome === 'paid' ? markPaid(invoice) : markDeclined(invoice);
        const { userId, number, total } = invoice;
        const action = outcome === 'paid' ? 'billing.invoice.paid' : 'billing.invoice.declined';
        const { actorKeyId } = change;
        recordAudit(
          database,
          { userId, actorKeyId, action, target: invoiceId, details: { number, total } },
          change.now,
        );
        return settled;

        function markPaid({ userId, total }: Invoice): Invoice {
          const state = closeMonth(database, userId, loadState(database, userId), change);
          const payment = paymentEntry(invoiceId, total, currentMonth(state, change.now));
          writeEntries(database, userId, state, [payment], change);
          const paid = orm
            .update(invoices)
            .set({ status: 'paid', answeredAt: change.now, paidAt: change.now })
            .where(byId(invoiceId))
            .returning()
            .get();
          if (!unpaidInvoices(database, userId).some(({ status }) => status === 'declined')) setHold(userId, false);
          return paid;
        }

        function markDeclined({ userId }: Invoice): Invoice {
          setHold(userId, true);
          return orm
            .update(invoices)
            .set({ status: 'declined', declines: declines + 1, answeredAt: change.now })
            .where(byId(invoiceId))
            .returning()
            .get();
        }

        function setHold(userId: string, declinedHold: boolean): void {
          orm.update(billingAccounts).set({ declinedHold }).where(eq(billingAccounts.userId, userId)).run();
        }
      }),
    answerWithdrawal: async (withdrawal) =>
      transaction(() => {
        const { idempotencyKey } = withdrawal;
        const known = orm
          .select()
          .from(bankWithdrawals)
          .where(eq(bankWithdrawals.idempotencyKey, idempotencyKey))
          .get();
        if (known !== undefined) return known.outcome;
        orm.insert(bankWithdrawals).values(withdrawal).run();
        return withdrawal.outcome;
      }),
  };
}
