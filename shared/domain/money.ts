/** Money and billing rules: integer micro-USD, never floating point (service specification, "Limits"). */

import { readNumber } from './units.ts';

/** One US dollar is 1,000,000 micro-USD. Always an integer. */
export type MicroUsd = number;

export const MICRO_USD_PER_USD = 1_000_000;

/** Most that may be spent over one connection, charges and holds together; null for no cap. Days and months are local. */
export interface SpendingCaps {
  readonly day: MicroUsd | null;
  readonly month: MicroUsd | null;
}

export const NO_CAPS: SpendingCaps = { day: null, month: null };

/** The shortest duration that a generation is billed for, in seconds. */
export const MINIMUM_BILLABLE_SECONDS = 60;

/** What one generation is expected to cost. */
export interface Quote {
  readonly billableSeconds: number;
  /** The part of `billableSeconds` that the minimum adds. */
  readonly secondsAddedByMinimum: number;
  /** `null` when the connection has no price: the quote then says "unknown". */
  readonly amount: MicroUsd | null;
}

/**
 * Seconds billed for a medium of a given length: rounded up to a whole second, at least sixty.
 * @param durationSeconds the medium's length in seconds, 0 or more
 * @throws RangeError when the duration is negative or not finite
 */
export function billableSeconds(durationSeconds: number): number {
  if (!Number.isFinite(durationSeconds) || durationSeconds < 0) {
    throw new RangeError(`A duration of ${durationSeconds} seconds cannot be billed`);
  }
  return Math.max(MINIMUM_BILLABLE_SECONDS, Math.ceil(durationSeconds));
}

/**
 * The quote for one generation.
 * @param durationSeconds the medium's length in seconds
 * @param pricePerSecond micro-USD per second, or `null` when the connection has no price
 */
export function quoteGeneration(durationSeconds: number, pricePerSecond: MicroUsd | null): Quote {
  const seconds = billableSeconds(durationSeconds);
  return {
    billableSeconds: seconds,
    secondsAddedByMinimum: seconds - Math.min(seconds, Math.ceil(durationSeconds)),
    amount: pricePerSecond === null ? null : seconds * pricePerSecond,
  };
}

/**
 * What a generation would cost, as it may be said before its start.
 * @param countedSeconds null until the length was counted: a header is no basis for a promise
 * @returns `unknown` without a price, whatever the length; `measuring` until the length was counted, where it matters
 */
export function expectedCost(
  countedSeconds: number | null,
  pricePerSecond: MicroUsd | null,
): MicroUsd | 'unknown' | 'measuring' {
  if (pricePerSecond === null) return 'unknown';
  if (pricePerSecond === 0) return 0;
  return countedSeconds === null ? 'measuring' : billableSeconds(countedSeconds) * pricePerSecond;
}

/** 0.50 USD: smaller totals are not charged (service specification, "Limits"); they are carried to the next invoice. */
export const MINIMUM_INVOICE: MicroUsd = 500_000;

/**
 * Cumulative usage at which a service invoices before the month ends, in USD; each once (service specification, "Limits"). Other
 * thresholds apply with an Indian billing address, which only the service knows.
 */
const BILLING_THRESHOLDS_USD = [1, 10, 100, 500, 1000] as const;

/** The next threshold above the usage so far; null after the last one. */
export function nextBillingThreshold(usage: MicroUsd): MicroUsd | null {
  const next = BILLING_THRESHOLDS_USD.find((usd) => usd * MICRO_USD_PER_USD > usage);
  return next === undefined ? null : next * MICRO_USD_PER_USD;
}

/** The sum of several quotes; one unknown amount makes the sum unknown. */
export function sumQuotes(quotes: readonly Quote[]): Quote {
  let seconds = 0;
  let added = 0;
  let amount: MicroUsd | null = 0;
  for (const quote of quotes) {
    seconds += quote.billableSeconds;
    added += quote.secondsAddedByMinimum;
    amount = amount === null || quote.amount === null ? null : amount + quote.amount;
  }
  return { billableSeconds: seconds, secondsAddedByMinimum: added, amount };
}

/**
 * Dollars for display, exact to the micro-dollar: `12.40`, `0.1525`. Nothing is rounded anywhere, so a quote is never below its charge, what
 * is left of a cap is never above it, and the amounts of a list add up to its sum.
 * @param decimals at least so many
 */
export function formatUsd(amount: MicroUsd | null, decimals = 2): string {
  if (amount === null) return 'unknown';
  const [whole = '', fraction = ''] = tableUsd(amount).split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(decimals, '0')}`;
}

/** Most that a person may type, in USD. */
const MOST_TYPED_USD = 1_000_000_000;

/** Dollars as micro-USD; null for what is no amount, is negative, or is finer than a micro-dollar. */
export function readUsd(text: string): MicroUsd | null {
  const usd = readNumber(text);
  if (usd === null || usd < 0 || usd >= MOST_TYPED_USD || /[.,]\d{7}/.test(text)) return null;
  return Math.round(usd * MICRO_USD_PER_USD);
}

/** Dollars for a table that programs read: always six decimals; empty for an unknown amount. */
export function tableUsd(amount: MicroUsd | null): string {
  if (amount === null) return '';
  const size = Math.abs(amount);
  const fraction = String(size % MICRO_USD_PER_USD).padStart(6, '0');
  return `${amount < 0 ? '-' : ''}${Math.floor(size / MICRO_USD_PER_USD)}.${fraction}`;
}

/** An estimate, up to the next whole cent: more digits would say more than it knows. */
export function roundUpToCent(amount: number): MicroUsd {
  return Math.ceil(amount / 10_000) * 10_000;
}
