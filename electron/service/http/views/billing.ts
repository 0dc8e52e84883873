/** Billing accounts, invoices and ledger entries as clients see them. */

import { lifetimeUsage } from '../../rules/billing/account-state.ts';
import { formatMonth } from '../../rules/billing/calendar.ts';
import { nextThreshold } from '../../rules/billing/entries.ts';
import type { Usage } from '../../rules/billing/quote.ts';
import type { holdView } from '../../rules/billing/refusals.ts';
import type { AccountBooks, Invoice, InvoiceSummary, LedgerEntry } from '../../store/billing-port.ts';
import { optionalTime, timeText } from './common.ts';

/**
 * @param hold as its 402 says it; null without one
 * @param invoices those that are open or declined
 */
export function billingAccountView(
  { userId, state, paymentMethod, alerts, ...rest }: AccountBooks,
  hold: ReturnType<typeof holdView> | null,
  invoices: readonly Pick<InvoiceSummary, 'total'>[],
) {
  const { balances, billingCountry } = state;
  const lifetime = lifetimeUsage(state);
  return {
    userId,
    tier: state.tier,
    billingCountry,
    paymentMethod:
      paymentMethod === null ? null : { label: paymentMethod.label, addedAt: timeText(paymentMethod.addedAt) },
    paymentHold: state.paymentHold,
    hold,
    downgradeAskedAt: optionalTime(rest.downgradeAskedAt),
    spendLimit: state.spendLimit,
    alerts: alerts.map(({ amount, reachedAt }) => ({ amount, reachedAt: optionalTime(reachedAt) })),
    usage: { lifetime, month: rest.spentThisMonth, billableSeconds: rest.billableSeconds },
    unbilled: balances.unbilled,
    unpaid: invoices.reduce((sum, { total }) => sum + total, 0),
    held: balances.held,
    spentThisMonth: rest.spentThisMonth,
    // Credit is negative in the ledger.
    credit: 0 - balances.credit,
    carried: balances.carried,
    nextThreshold: nextThreshold(lifetime, billingCountry),
  };
}

export function invoiceSummaryView(invoice: InvoiceSummary) {
  const { invoiceId, userId, number, reason, status, usage, carriedIn, credit, carriedOut, total } = invoice;
  const amounts = { usage, carriedIn, credit, carriedOut, total };
  const times = { issuedAt: timeText(invoice.issuedAt), paidAt: optionalTime(invoice.paidAt) };
  return { invoiceId, userId, number, reason, month: formatMonth(invoice.month), status, ...amounts, ...times };
}

export function invoiceAnswer(invoice: Invoice, pageUrl: string) {
  const lines = invoice.lines.map(({ model, ...line }) => ({ modelKey: model, ...line }));
  return { ...invoiceSummaryView(invoice), lines, pageUrl };
}

export function ledgerEntryView({ sequence, kind, reference, month, createdAt, postings }: LedgerEntry) {
  return {
    entryId: String(sequence),
    kind,
    reference,
    month: formatMonth(month),
    createdAt: timeText(createdAt),
    postings: [...postings],
  };
}

export function usageView({ keyId, model, userId: _owner, recordedAt, ...row }: Usage) {
  return { ...row, apiKeyId: keyId, modelKey: model, recordedAt: timeText(recordedAt) };
}
