/** The entries that an event makes in an account's ledger. Pure: the store writes what these give, and nothing else. */

import type { MicroUsd } from '../../../../shared/domain/money.ts';
import { type AccountState, addEntry, currentMonth, lifetimeUsage } from './account-state.ts';
import type { Month } from './calendar.ts';
import { type InvoiceNames, splitInvoice } from './invoices.ts';
import { type Entry, type InvoiceReason, postingsOf } from './ledger.ts';
import { reachesThreshold } from './thresholds.ts';

/** 5 USD, once in the life of an account (service specification, "Limits"). */
export const UPGRADE_CREDIT: MicroUsd = 5_000_000;

/**
 * An invoice over everything that is unbilled. Credit is used while the account has a payment method.
 * @param month in which it is issued
 * @param closes the month of the usage
 */
export function invoiceEntry(
  state: AccountState,
  reason: InvoiceReason,
  month: Month,
  names: InvoiceNames,
  closes = month,
): Entry {
  const { unbilled, carried, credit } = state.balances;
  const amounts = splitInvoice(unbilled, carried, state.hasPaymentMethod ? 0 - credit : 0);
  const number = state.invoices + 1;
  return {
    kind: 'invoice',
    reference: names(number),
    month,
    invoice: { ...amounts, reason, month: closes, number },
    postings: postingsOf({
      unbilled: -unbilled,
      carried: amounts.carriedOut - amounts.carriedIn,
      credit: amounts.credit,
      receivable: amounts.total,
    }),
  };
}

/** The invoice of the last month that has usage, once that month is over. Comes before any other entry of a later month. */
export function monthEndEntries(state: AccountState, now: number, names: InvoiceNames): Entry[] {
  const month = currentMonth(state, now);
  const isOver = month > state.month;
  return isOver && state.balances.unbilled > 0 ? [invoiceEntry(state, 'month-end', month, names, state.month)] : [];
}

/** An account's books at a moment. */
export interface OpenBooks {
  readonly state: AccountState;
  readonly month: Month;
  /** Entries that come before any other: the invoice of a month that is over. */
  readonly entries: readonly Entry[];
}

/** Closes the month that is over, which the service does by itself before anything else is entered. */
export function openBooks(state: AccountState, now: number, names: InvoiceNames): OpenBooks {
  const entries = monthEndEntries(state, now, names);
  const opened = entries.reduce(addEntry, state);
  return { state: opened, month: currentMonth(opened, now), entries };
}

/** Sets aside what a generation may cost at most. */
export function holdEntry(generationId: string, amount: MicroUsd, month: Month): Entry {
  return { kind: 'hold', reference: generationId, month, postings: postingsOf({ held: amount, reserved: -amount }) };
}

/** Gives back what was set aside. */
export function releaseEntry(generationId: string, held: MicroUsd, month: Month): Entry {
  return { kind: 'release', reference: generationId, month, postings: postingsOf({ held: -held, reserved: held }) };
}

/**
 * The charge of a complete generation, and the one invoice when it reaches a threshold or several.
 * @param amount at most what was held
 * @throws RangeError when it is more
 */
export function chargeEntries(
  state: AccountState,
  { generationId, held, amount }: { generationId: string; held: MicroUsd; amount: MicroUsd },
  month: Month,
  names: InvoiceNames,
): Entry[] {
  if (amount > held) throw new RangeError('A generation is never charged more than was held for it');
  const charge: Entry = {
    kind: 'charge',
    reference: generationId,
    month,
    postings: postingsOf({ held: -held, reserved: held, unbilled: amount, revenue: -amount }),
  };
  const charged = addEntry(state, charge);
  return reachesThreshold(lifetimeUsage(state), lifetimeUsage(charged), state.billingCountry)
    ? [charge, invoiceEntry(charged, 'threshold', month, names)]
    : [charge];
}

/** The credit of the first upgrade; nothing for an account that had it. */
export function creditEntries(state: AccountState, userId: string, month: Month): Entry[] {
  if (state.creditGiven) return [];
  const postings = postingsOf({ promotion: UPGRADE_CREDIT, credit: -UPGRADE_CREDIT });
  return [{ kind: 'credit', reference: userId, month, postings }];
}

/** An invoice was paid. */
export function paymentEntry(invoiceId: string, total: MicroUsd, month: Month): Entry {
  return { kind: 'payment', reference: invoiceId, month, postings: postingsOf({ bank: total, receivable: -total }) };
}

/** The alerts that usage of a month reaches by growing from `before` to `after`: each once, since it only grows. */
export function alertsReached(alerts: readonly MicroUsd[], before: MicroUsd, after: MicroUsd): MicroUsd[] {
  return alerts.filter((amount) => before < amount && amount <= after);
}
