/** Invoices of Cleartake's own service: what each is about, and what its amounts mean. */

import { formatUsd, MINIMUM_INVOICE, type MicroUsd } from '../money.ts';
import type { InvoicePeriod } from './reconcile.ts';

export const INVOICE_REASONS = ['threshold', 'month-end', 'final'] as const;
export const INVOICE_STATUSES = ['open', 'paid', 'declined'] as const;

export interface ServiceInvoice {
  readonly invoiceId: string;
  /** Of the account, from 1. */
  readonly number: number;
  readonly reason: (typeof INVOICE_REASONS)[number];
  /** The calendar month (UTC) of its usage, as `2026-11`. */
  readonly month: string;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  readonly status: (typeof INVOICE_STATUSES)[number];
  /** What was charged since the invoice before. */
  readonly usage: MicroUsd;
  readonly carriedIn: MicroUsd;
  readonly credit: MicroUsd;
  readonly carriedOut: MicroUsd;
  /** To pay: usage + carriedIn − credit − carriedOut. */
  readonly total: MicroUsd;
}

/** Of a month as `2026-11`, in UTC. */
function monthPeriod(month: string): InvoicePeriod {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: Date.UTC(year, number - 1), to: Date.UTC(year, number) };
}

/** Invoices whose month has a part of the period. */
export function invoicesIn<Invoice extends Pick<ServiceInvoice, 'month'>>(
  invoices: readonly Invoice[],
  { from, to }: InvoicePeriod,
): Invoice[] {
  return invoices.filter(({ month }) => {
    const its = monthPeriod(month);
    return its.from < to && its.to > from;
  });
}

/**
 * From when to when its usage was metered. A month that ended while the service was off is invoiced later, so the month is the limit.
 * @param before the account's invoice before this one
 */
export function coveredBy(
  invoice: Pick<ServiceInvoice, 'issuedAt' | 'month'>,
  before: Pick<ServiceInvoice, 'issuedAt' | 'month'> | null,
): InvoicePeriod {
  const { from, to } = monthPeriod(invoice.month);
  return {
    from: before?.month === invoice.month ? Math.max(from, before.issuedAt + 1) : from,
    to: Math.min(to, invoice.issuedAt + 1),
  };
}

/**
 * Why it is not simply what the month has cost, in sentences.
 * @param metered what the service has metered in its time, in micro-USD
 */
export function invoiceNotes(invoice: ServiceInvoice, metered: MicroUsd): string[] {
  const { carriedIn, carriedOut, credit, number, reason, total, usage } = invoice;
  const least = formatUsd(MINIMUM_INVOICE);
  return [
    ...(number === 1
      ? ['This is the account’s first invoice. It has only the part of the month in which the account was billed.']
      : []),
    ...(reason === 'threshold'
      ? [
          'Usage reached a billing threshold, so it was issued before the end of the month. The rest is on the next one.',
        ]
      : []),
    ...(carriedIn > 0 ? [`It includes ${formatUsd(carriedIn)} USD that earlier invoices carried over.`] : []),
    ...(credit > 0 ? [`${formatUsd(credit)} USD of promotional credit were used.`] : []),
    ...(carriedOut > 0 && total === 0
      ? [`${formatUsd(carriedOut)} USD is less than the minimum of ${least} USD, so it is carried to the next invoice.`]
      : []),
    ...(carriedOut > 0 && total > 0
      ? [`A part of a cent (${formatUsd(carriedOut)} USD) is carried to the next invoice.`]
      : []),
    ...(metered === usage
      ? []
      : [
          `The service metered ${formatUsd(metered)} USD in this time, but the invoice has ${formatUsd(usage)} USD. Ask the service.`,
        ]),
  ];
}
