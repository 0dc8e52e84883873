/** Reads numbers as they are typed: what they mean, or what is wrong with them. Pure. */

import { MICRO_USD_PER_USD, type MicroUsd } from '../../../../shared/domain/money.ts';
import { MOST_AT_ONCE } from '../../../../shared/domain/preferences.ts';
import { readNumber } from '../../../../shared/domain/units.ts';
import { SETTINGS } from '../strings.ts';

export const BYTES_PER_MB = 1_000_000;
export const LIMIT_PRESETS_MB = [1, 5, 20] as const;

export const LEAST_MB = 0.01;
export const MOST_MB = 10_000;
export const MOST_USD = 1000;

/** What a field keeps, or the sentence that stands at it. */
export type Reading<Value> = { readonly value: Value } | { readonly problem: string };

/** Megabytes as bytes per second; null for no limit. */
export function readLimit(typed: number | string): Reading<number | null> {
  if (typed === '') return { value: null };
  const megabytes = Number(typed);
  if (!(megabytes >= LEAST_MB && megabytes <= MOST_MB)) return { problem: SETTINGS.problems.limit(LEAST_MB, MOST_MB) };
  return { value: Math.round(megabytes * BYTES_PER_MB) };
}

/** Dollars as micro-USD. */
export function readCeiling(typed: number | string): Reading<MicroUsd> {
  const usd = Number(typed);
  if (typed === '' || !(usd >= 0 && usd <= MOST_USD)) return { problem: SETTINGS.problems.ceiling(MOST_USD) };
  return { value: Math.round(usd * MICRO_USD_PER_USD) };
}

/** How many at once; null for what Cleartake chooses. */
export function readAtOnce(typed: number | string): Reading<number | null> {
  if (typed === '') return { value: null };
  const count = Number(typed);
  if (!Number.isInteger(count) || count < 1 || count > MOST_AT_ONCE)
    return { problem: SETTINGS.problems.atOnce(MOST_AT_ONCE) };
  return { value: count };
}

/**
 * A pasted number, with its unit or without; null if it is none, or ambiguous. The input itself ignores a comma, so `1,5` would become 15.
 */
export function pastedNumber(text: string): number | null {
  const plain = text
    .trim()
    .replace(/\s*(USD|\$|MB\/s)$/i, '')
    .replace(/^\$\s*/, '');
  return readNumber(plain);
}
