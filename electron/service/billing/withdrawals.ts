/** Withdrawing what an invoice asks for, so that a payment is made once whatever ends in between. */

import type { Clock } from '../../platform/clock.ts';
import type { BillingStore, Invoice } from '../store/billing-store-port.ts';
import type { Payments } from './payments.ts';

export interface WithdrawalParts {
  readonly store: { readonly billing: BillingStore };
  readonly payments: Payments;
  readonly clock: Clock;
}

/**
 * Asks the bank, and writes its answer down. The key names the invoice and how often it was declined: an answer that was lost, in
 * a kill or between two who ask at the same time, is the same answer when it is asked for again; only a decline that is written
 * down leads to a new withdrawal.
 * @param actorKeyId null when the service does it by itself
 * @returns the invoice after it, paid or declined
 */
export async function withdrawInvoice(
  { store, payments, clock }: WithdrawalParts,
  invoice: Invoice,
  actorKeyId: string | null,
): Promise<Invoice> {
  if (invoice.status === 'paid') return invoice;
  const { invoiceId, userId, total, declines } = invoice;
  const idempotencyKey = `${invoiceId}:${declines}`;
  const outcome = await payments.withdraw({ invoiceId, userId, amount: total, idempotencyKey });
  return store.billing.settle(invoiceId, declines, outcome, { actorKeyId, now: clock.now() });
}

/** Tries all that the account owes, oldest first. @returns whether everything is paid */
export async function withdrawAll(
  parts: WithdrawalParts,
  invoices: readonly Invoice[],
  actorKeyId: string | null,
): Promise<boolean> {
  let isPaid = true;
  for (const invoice of invoices) {
    const { status } = await withdrawInvoice(parts, invoice, actorKeyId);
    isPaid &&= status === 'paid';
  }
  return isPaid;
}
