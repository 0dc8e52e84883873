/** Limits as they are typed, and as the desk counts them. Pure. */

import { MICRO_USD_PER_USD, type MicroUsd } from '../../../shared/domain/money.ts';
import { preferencesSchema } from '../../../shared/domain/preferences.ts';

export const BYTES_PER_MB = 1_000_000;
export const LIMIT_PRESETS_MB = [1, 5, 20] as const;

const DEAREST_USD = 1000;
const MOST_MB = 10_000;

/** Bytes a second of a number of megabytes; null without one. What is too little to work with becomes the least that does. */
export function limitOf(megabytes: number | string): number | null {
  const bytes = Math.round(Number(megabytes) * BYTES_PER_MB);
  if (megabytes === '' || !Number.isFinite(bytes) || bytes <= 0) return null;
  const { minValue } = preferencesSchema.shape.uploadLimit.unwrap();
  return Math.min(MOST_MB * BYTES_PER_MB, Math.max(minValue ?? 0, bytes));
}

/** Where a limit is another one than what was typed: nothing means none, and there is a least and a most. */
export function limitNote(megabytes: number | string): 'none' | 'least' | 'most' | null {
  const limit = limitOf(megabytes);
  if (limit === null) return megabytes === '' ? null : 'none';
  const bytes = Math.round(Number(megabytes) * BYTES_PER_MB);
  if (limit === bytes) return null;
  return limit > bytes ? 'least' : 'most';
}

/** Micro-USD of a number of dollars; nothing is 0. */
export function ceilingOf(usd: number | string): MicroUsd {
  const amount = Number(usd);
  if (!Number.isFinite(amount) || amount <= 0) return 0;
  return Math.round(Math.min(DEAREST_USD, amount) * MICRO_USD_PER_USD);
}

/**
 * A number as it was pasted, with a point or a comma before its decimals; null for anything that could be read in two ways. The field
 * itself would pass over a comma and take ten or a hundred times as much.
 */
export function pastedNumber(text: string): number | null {
  const plain = text
    .trim()
    .replace(/\s*(USD|\$|MB\/s)$/i, '')
    .replace(/^\$\s*/, '');
  return /^\d+([.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : null;
}
