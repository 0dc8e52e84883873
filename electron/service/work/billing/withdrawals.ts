/** Withdrawing the total of an invoice exactly once, whatever crashes in between. */

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
 * Asks the bank and records its answer. The idempotency key is the invoice and the number of its recorded declines: an answer that
 * was lost in a crash or a race is repeated by the bank, and only a recorded decline leads to a new withdrawal. When a caller asks
 * after fixing the payment method, an unrecorded earlier decline is recorded first, and the bank is asked again.
 * @param actorKeyId null for the service itself
 * @returns the settled invoice, paid or declined
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

/** Withdraws all invoices in their order. @returns whether everything is paid */
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
