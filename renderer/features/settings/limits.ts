/** Parses limits as they are typed. Pure. */

import { MICRO_USD_PER_USD, type MicroUsd } from '../../../shared/domain/money.ts';
import { preferencesSchema } from '../../../shared/domain/preferences.ts';

export const BYTES_PER_MB = 1_000_000;
export const LIMIT_PRESETS_MB = [1, 5, 20] as const;

const MAX_USD = 1000;
const MAX_MB = 10_000;

/** Megabytes as bytes per second, clamped to the possible range; null for no limit. */
export function limitOf(megabytes: number | string): number | null {
  const bytes = Math.round(Number(megabytes) * BYTES_PER_MB);
  if (megabytes === '' || !Number.isFinite(bytes) || bytes <= 0) return null;
  const { minValue } = preferencesSchema.shape.uploadLimit.unwrap();
  return Math.min(MAX_MB * BYTES_PER_MB, Math.max(minValue ?? 0, bytes));
}

/** Why the limit differs from the typed number; null if it doesn't. */
export function limitNote(megabytes: number | string): 'none' | 'least' | 'most' | null {
  const limit = limitOf(megabytes);
  if (limit === null) return megabytes === '' ? null : 'none';
  const bytes = Math.round(Number(megabytes) * BYTES_PER_MB);
  if (limit === bytes) return null;
  return limit > bytes ? 'least' : 'most';
}

/** Dollars as micro-USD; 0 if empty. */
export function ceilingOf(usd: number | string): MicroUsd {
  const amount = Number(usd);
  if (!Number.isFinite(amount) || amount <= 0) return 0;
  return Math.round(Math.min(MAX_USD, amount) * MICRO_USD_PER_USD);
}

/**
 * A pasted number with a decimal point or comma; null if it is ambiguous. The input itself ignores a comma, so `1,5` would
 * become 15.
 */
export function pastedNumber(text: string): number | null {
  const plain = text
    .trim()
    .replace(/\s*(USD|\$|MB\/s)$/i, '')
    .replace(/^\$\s*/, '');
  return /^\d+([.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : null;
}
