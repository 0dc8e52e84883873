/** Money and billing rules: integer micro-USD, never floating point (service specification, "Limits"). */

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

/** Dollars for display: two decimals, four where cents would read as zero: `12.40`, `0.0036`. */
export function formatUsd(amount: MicroUsd | null): string {
  if (amount === null) return 'unknown';
  const usd = amount / MICRO_USD_PER_USD;
  return amount !== 0 && Math.abs(usd) < 0.01 ? usd.toFixed(4) : usd.toFixed(2);
}
