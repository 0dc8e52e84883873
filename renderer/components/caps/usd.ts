/** Parses and formats amounts that a person types. Pure. */

import { MICRO_USD_PER_USD, type MicroUsd } from '../../../shared/domain/money.ts';

/**
 * @param text dollars, with a decimal point or comma; empty means none
 * @returns micro-USD, null if empty, or `invalid`
 */
export function readUsdField(text: string): MicroUsd | null | 'invalid' {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return null;
  if (!/^\d{1,9}(\.\d{0,6})?$/.test(plain)) return 'invalid';
  return Math.round(Number(plain) * MICRO_USD_PER_USD);
}

/** The amount as form input; empty for none. */
export function usdText(amount: MicroUsd | null): string {
  return amount === null ? '' : String(amount / MICRO_USD_PER_USD);
}
