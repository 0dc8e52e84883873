/** Invoices: their identifiers, their lines, and the amounts of an invoice over an unbilled balance. */

import type { INVOICE_STATUSES } from '../../../../shared/domain/costs/service-invoices.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { MINIMUM_INVOICE, type MicroUsd } from '../../../../shared/domain/money.ts';
import { hashValue } from '../../../platform/files/hashing.ts';
import type { InvoiceAmounts } from './ledger.ts';

export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** One line of an invoice: all generations of a model at one price. */
export interface BilledLine {
  readonly model: ModelId;
  readonly generations: number;
  readonly billableSeconds: number;
  readonly pricePerSecond: number;
  readonly amount: number;
}

/** The identifier of an account's n-th invoice, n from 1. */
export type InvoiceNames = (number: number) => string;

/** The same account and number always give the same identifier, and no other account gets it. */
export function invoiceNames(userId: string): InvoiceNames {
  return (number) => `inv_${hashValue([userId, number]).slice(0, 32)}`;
}

/** The status of a new invoice. A total of 0 is paid at once. */
export function newInvoiceStatus(total: MicroUsd, now: number): { status: InvoiceStatus; paidAt: number | null } {
  return total === 0 ? { status: 'paid', paidAt: now } : { status: 'open', paidAt: null };
}

const CENT: MicroUsd = 10_000;

/**
 * No amount is lost: fractions of a cent, and totals below the minimum, are carried to the next invoice. So the carried amount is
 * always below the minimum.
 * @param credit promotional credit that may be used
 */
export function splitInvoice(usage: MicroUsd, carriedIn: MicroUsd, credit: MicroUsd): InvoiceAmounts {
  const amount = usage + carriedIn;
  const used = Math.min(credit, amount);
  const due = amount - used;
  const total = due < MINIMUM_INVOICE ? 0 : due - (due % CENT);
  return { usage, carriedIn, credit: used, total, carriedOut: due - total };
}
