/** The ledger entries of each event, and the thresholds at which usage is invoiced. Pure functions: the store writes exactly what they return. */

import type { MicroUsd } from '../../../../shared/domain/money.ts';
import { MICRO_USD_PER_USD, nextBillingThreshold } from '../../../../shared/domain/money.ts';
import { type AccountState, addEntry, currentMonth, lifetimeUsage } from './account-state.ts';
import type { Month } from './calendar.ts';
import { type InvoiceNames, splitInvoice } from './invoices.ts';
import { type InvoiceReason, type NewEntry, postingsOf } from './ledger.ts';

/** With an Indian billing address: 1, 10, and then every 100. */
const INDIAN_FIRST_USD = [1, 10] as const;

const INDIAN_STEP_USD = 100;

/** 5 USD, once in the life of an account (service specification, "Limits"). */
export const UPGRADE_CREDIT: MicroUsd = 5_000_000;

/**
 * An invoice over everything unbilled. Credit is used only while the account has a payment method.
 * @param month in which the invoice is issued
 * @param closes the month whose usage it covers
 */
export function invoiceEntry(
  state: AccountState,
  reason: InvoiceReason,
  month: Month,
  names: InvoiceNames,
  closes = month,
): NewEntry {
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

/** The invoice of the last month with usage, once that month is over. It precedes any entry of a later month. */
export function monthEndEntries(state: AccountState, now: number, names: InvoiceNames): NewEntry[] {
  const month = currentMonth(state, now);
  const isOver = month > state.month;
  return isOver && state.balances.unbilled > 0 ? [invoiceEntry(state, 'month-end', month, names, state.month)] : [];
}

/** An account's books at a moment. */
export interface OpenBooks {
  readonly state: AccountState;
  readonly month: Month;
  /** Entries that come before any other: the invoice of a month that is over. */
  readonly entries: readonly NewEntry[];
}

/** Closes a month that is over. The service does that by itself before any other entry. */
export function openBooks(state: AccountState, now: number, names: InvoiceNames): OpenBooks {
  const entries = monthEndEntries(state, now, names);
  const opened = entries.reduce(addEntry, state);
  return { state: opened, month: currentMonth(opened, now), entries };
}

/** Holds the most that a generation may cost. */
export function holdEntry(generationId: string, amount: MicroUsd, month: Month): NewEntry {
  return { kind: 'hold', reference: generationId, month, postings: postingsOf({ held: amount, reserved: -amount }) };
}

/** Gives back a hold. */
export function releaseEntry(generationId: string, held: MicroUsd, month: Month): NewEntry {
  return { kind: 'release', reference: generationId, month, postings: postingsOf({ held: -held, reserved: held }) };
}

/**
 * The charge of a complete generation, with one invoice when it reaches a threshold, or several at once.
 * @param amount at most what was held
 * @throws RangeError when it is more
 */
export function chargeEntries(
  state: AccountState,
  { generationId, held, amount }: { generationId: string; held: MicroUsd; amount: MicroUsd },
  month: Month,
  names: InvoiceNames,
): NewEntry[] {
  if (amount > held) throw new RangeError('A generation is never charged more than was held for it');
  const charge: NewEntry = {
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

/** The credit of an account's first upgrade; later upgrades get none. */
export function creditEntries(state: AccountState, userId: string, month: Month): NewEntry[] {
  if (state.creditGiven) return [];
  const postings = postingsOf({ promotion: UPGRADE_CREDIT, credit: -UPGRADE_CREDIT });
  return [{ kind: 'credit', reference: userId, month, postings }];
}

/** An invoice was paid. */
export function paymentEntry(invoiceId: string, total: MicroUsd, month: Month): NewEntry {
  return { kind: 'payment', reference: invoiceId, month, postings: postingsOf({ bank: total, receivable: -total }) };
}

/** The alerts that a month's usage reaches by growing from `before` to `after`. Usage only grows, so each is reached once. */
export function alertsPassed(alerts: readonly MicroUsd[], before: MicroUsd, after: MicroUsd): MicroUsd[] {
  return alerts.filter((amount) => before < amount && amount <= after);
}

/**
 * The next threshold above the lifetime usage; null after the last one.
 *
 * Lifetime usage only grows, so each threshold is passed at most once, in whatever order generations are charged. A change of
 * country affects only later thresholds.
 * @param country two letters, in capitals; null when none is known
 */
export function nextThreshold(lifetime: MicroUsd, country: string | null): MicroUsd | null {
  if (country !== 'IN') return nextBillingThreshold(lifetime);
  const ahead = INDIAN_FIRST_USD.find((usd) => usd * MICRO_USD_PER_USD > lifetime);
  if (ahead !== undefined) return ahead * MICRO_USD_PER_USD;
  const step = INDIAN_STEP_USD * MICRO_USD_PER_USD;
  return lifetime - (lifetime % step) + step;
}

/** Whether usage that grows from `before` to `after` reaches at least one threshold. */
export function reachesThreshold(before: MicroUsd, after: MicroUsd, country: string | null): boolean {
  const next = nextThreshold(before, country);
  return next !== null && next <= after;
}
