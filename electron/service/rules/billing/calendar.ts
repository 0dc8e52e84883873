/** Calendar months in UTC, by which invoices, spend limits and alerts count. */

/** Months since the year 0, so that the next month is always one more. 0 means before the first entry. */
export type Month = number;

/** @param now milliseconds since the epoch */
export function monthOf(now: number): Month {
  const date = new Date(now);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Milliseconds since the epoch at which the month begins. */
export function monthBegins(month: Month): number {
  return Date.UTC(Math.floor(month / 12), month % 12);
}

/** For example `2026-11`. */
export function formatMonth(month: Month): string {
  return new Date(monthBegins(month)).toISOString().slice(0, 7);
}
