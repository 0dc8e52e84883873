/** How amounts in US dollars are written: always with the currency, decimals as the system writes them. */

import { MICRO_USD_PER_USD, type MicroUsd } from '../../../shared/domain/money.ts';
import { TEXT } from './strings.ts';

const written = (fractionDigits: number) =>
  new Intl.NumberFormat(navigator.language, {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  });
const cents = written(2);
const parts = written(4);

/** `1,234.50`; four decimals where cents would read as zero. */
export function usdNumber(amount: MicroUsd | null): string {
  if (amount === null) return TEXT.unknown;
  const usd = amount / MICRO_USD_PER_USD;
  return (amount !== 0 && Math.abs(usd) < 0.01 ? parts : cents).format(usd);
}

/** `1,234.50 USD`. */
export function usdWords(amount: MicroUsd | null): string {
  return amount === null ? TEXT.unknown : `${usdNumber(amount)} USD`;
}
