/** What a bank's answer makes of an invoice, as a step inside a transaction. */

import { and, eq } from 'drizzle-orm';
import { currentMonth } from '../../../rules/billing/account-state.ts';
import { paymentEntry } from '../../../rules/billing/entries.ts';
import type { Invoice } from '../../billing-port.ts';
import { recordAudit } from '../accounts/audit-steps.ts';
import { billingAccounts, invoices } from '../schema/all.ts';
import type { ServiceDatabase } from '../sqlite-store.ts';
import { type Change, closeMonth, writeEntries } from './journal.ts';
import { loadState } from './states.ts';

/** @param declines the invoice's when the withdrawal was asked for */
export function settleInvoice(
  database: ServiceDatabase,
  invoiceId: string,
  declines: number,
  outcome: 'paid' | 'declined',
  change: Change,
): Invoice {
  const invoice = database.orm.select().from(invoices).where(eq(invoices.invoiceId, invoiceId)).get();
  if (invoice === undefined) throw new TypeError('There is no invoice of this identifier');
  // Somebody else asked with the same key and has written down the same answer.
  if (invoice.status === 'paid' || invoice.declines !== declines) return invoice;
  const settled =
    outcome === 'paid' ? markPaid(database, invoice, change) : markDeclined(database, invoice, change.now);
  const { userId, number, total } = invoice;
  const action = outcome === 'paid' ? 'billing.invoice.paid' : 'billing.invoice.declined';
  const { actorKeyId, now } = change;
  recordAudit(database, { userId, actorKeyId, action, target: invoiceId, details: { number, total } }, now);
  return settled;
}

function markPaid(database: ServiceDatabase, { invoiceId, userId, total }: Invoice, change: Change): Invoice {
  const { orm } = database;
  const { now } = change;
  const state = closeMonth(database, userId, loadState(database, userId), now);
  writeEntries(database, userId, state, [paymentEntry(invoiceId, total, currentMonth(state, now))], change);
  const paid = orm
    .update(invoices)
    .set({ status: 'paid', answeredAt: now, paidAt: now })
    .where(eq(invoices.invoiceId, invoiceId))
    .returning()
    .get();
  const declined = orm
    .select({ number: invoices.number })
    .from(invoices)
    .where(and(eq(invoices.userId, userId), eq(invoices.status, 'declined')))
    .get();
  if (declined === undefined) setHold(database, userId, false);
  return paid;
}

function markDeclined(database: ServiceDatabase, { invoiceId, userId, declines }: Invoice, now: number): Invoice {
  setHold(database, userId, true);
  return database.orm
    .update(invoices)
    .set({ status: 'declined', declines: declines + 1, answeredAt: now })
    .where(eq(invoices.invoiceId, invoiceId))
    .returning()
    .get();
}

function setHold({ orm }: ServiceDatabase, userId: string, declinedHold: boolean): void {
  orm.update(billingAccounts).set({ declinedHold }).where(eq(billingAccounts.userId, userId)).run();
}
