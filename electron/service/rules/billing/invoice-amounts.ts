/** What an invoice over an unbilled balance comes to: credit first, whole cents, and nothing below the minimum. */

import type { MicroUsd } from '../../../../shared/domain/money.ts';
import type { InvoiceAmounts } from './ledger.ts';

/** 0.50 USD: smaller totals are not charged (service specification, "Limits"); they are carried to the next invoice. */
export const MINIMUM_TOTAL: MicroUsd = 500_000;

const CENT: MicroUsd = 10_000;

/**
 * Nothing is lost or made: what does not fit into whole cents, or is below the minimum, is carried to the next invoice. So what
 * is carried is always less than the minimum.
 * @param credit what may be used of the promotional credit
 */
export function splitInvoice(usage: MicroUsd, carriedIn: MicroUsd, credit: MicroUsd): InvoiceAmounts {
  const amount = usage + carriedIn;
  const used = Math.min(credit, amount);
  const due = amount - used;
  const total = due < MINIMUM_TOTAL ? 0 : due - (due % CENT);
  return { usage, carriedIn, credit: used, total, carriedOut: due - total };
}
