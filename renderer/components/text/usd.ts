/** How amounts in US dollars are written, always with the currency and decimals as the system writes them, and how they are typed. */

import { MICRO_USD_PER_USD, type MicroUsd, readUsd } from '../../../shared/domain/money.ts';
import { TEXT } from '../strings.ts';

/** Exact to the micro-dollar, as `formatUsd`. */
const written = new Intl.NumberFormat(navigator.language, { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** `1,234.50`, `0.1525`. */
export function usdNumber(amount: MicroUsd | null): string {
  return amount === null ? TEXT.unknown : written.format(amount / MICRO_USD_PER_USD);
}

/** `1,234.50 USD`. */
export function usdWords(amount: MicroUsd | null): string {
  return amount === null ? TEXT.unknown : `${usdNumber(amount)} USD`;
}

/**
 * @param text dollars, with a decimal point or comma; empty means none
 * @returns micro-USD, null if empty, or `invalid`
 */
export function readUsdField(text: string): MicroUsd | null | 'invalid' {
  return text.trim() === '' ? null : (readUsd(text) ?? 'invalid');
}

/** The amount as form input; empty for none. */
export function usdText(amount: MicroUsd | null): string {
  return amount === null ? '' : String(amount / MICRO_USD_PER_USD);
}
