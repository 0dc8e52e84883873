/** Withdrawing what an invoice asks for, so that a payment is made once whatever ends in between. */

import type { Clock } from '../../../platform/time/clock.ts';
import type { BankAnswer } from '../../rules/billing/settlement.ts';
import type { BillingStore, InvoiceSummary } from '../../store/billing-port.ts';
import type { Payments } from './payments.ts';

export interface WithdrawalParts {
  readonly store: { readonly billing: BillingStore };
  readonly payments: Payments;
  readonly clock: Clock;
}

/**
 * Asks the bank, and writes its answer down. The key names the invoice and how often it was declined: an answer that was lost, in
 * a kill or between two who ask at the same time, is the same answer when it is asked for again; only a decline that is written
 * down leads to a new withdrawal. When somebody asks for it, after mending what was wrong, a decline of before that nobody had
 * written down is no answer to that: it is written down, and the bank is asked anew.
 * @param actorKeyId null when the service does it by itself
 * @returns the invoice after it, paid or declined
 */
export async function withdrawInvoice(
  parts: WithdrawalParts,
  invoice: InvoiceSummary,
  actorKeyId: string | null,
): Promise<InvoiceSummary> {
  const { answer, settled } = await withdrawOnce(parts, invoice, actorKeyId);
  if (actorKeyId === null || answer !== 'declined-before') return settled;
  return (await withdrawOnce(parts, settled, actorKeyId)).settled;
}

async function withdrawOnce(
  { store, payments, clock }: WithdrawalParts,
  invoice: InvoiceSummary,
  actorKeyId: string | null,
): Promise<{ readonly answer: BankAnswer; readonly settled: InvoiceSummary }> {
  if (invoice.status === 'paid') return { answer: 'paid', settled: invoice };
  const { invoiceId, userId, total, declines } = invoice;
  const idempotencyKey = `${invoiceId}:${declines}`;
  const answer = await payments.withdraw({ invoiceId, userId, amount: total, idempotencyKey });
  const outcome = answer === 'paid' ? answer : 'declined';
  const change = { actorKeyId, now: clock.now() };
  return { answer, settled: await store.billing.settle(invoiceId, declines, outcome, change) };
}

/** Tries all that the account owes, oldest first. @returns whether everything is paid */
export async function withdrawAll(
  parts: WithdrawalParts,
  invoices: readonly InvoiceSummary[],
  actorKeyId: string | null,
): Promise<boolean> {
  let isPaid = true;
  for (const invoice of invoices) {
    const { status } = await withdrawInvoice(parts, invoice, actorKeyId);
    isPaid &&= status === 'paid';
  }
  return isPaid;
}
