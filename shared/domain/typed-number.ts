/** Numbers as people write them, on the desk and in the terminal alike. */

import { MICRO_USD_PER_USD, type MicroUsd } from './money.ts';

/**
 * Reads `2.5`, `2,5`, `.5`, `-16` and `\u221216` (with a real minus sign).
 * @returns null for what is no number, and for what may be one of two: `1,234` is a thousand here and little more than one elsewhere, and
 * `1.234,50` and `1,234.50` have two signs.
 */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace(/^[\u2212\u2013]/, '-');
  if (!/^-?(\d+[.,]?\d*|[.,]\d+)$/.test(plain)) return null;
  if (/^-?[1-9]\d{0,2},\d{3}$/.test(plain)) return null;
  return Number(plain.replace(',', '.'));
}

/** Most that a person may type, in USD. */
const MOST_USD = 1_000_000_000;

/** Dollars as micro-USD; null for what is no amount, is negative, or is finer than a micro-dollar. */
export function readUsd(text: string): MicroUsd | null {
  const usd = readNumber(text);
  if (usd === null || usd < 0 || usd >= MOST_USD || /[.,]\d{7}/.test(text)) return null;
  return Math.round(usd * MICRO_USD_PER_USD);
}
