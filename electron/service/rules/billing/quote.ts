/** The price that is agreed when a generation starts: what is held for it, and the most that it can be charged. */

import type { MicroUsd } from '../../../../shared/domain/money.ts';
import type { Usage } from '../../store/records.ts';
import { exact } from './ledger.ts';
import type { Metered } from './meter.ts';

export interface StartQuote {
  readonly billableSeconds: number;
  /** Micro-USD. */
  readonly pricePerSecond: MicroUsd;
  /** When the medium that it is for was uploaded; null for any. A medium that was replaced since has another price. */
  readonly uploadedAt: number | null;
}

export const FREE_START: StartQuote = { billableSeconds: 0, pricePerSecond: 0, uploadedAt: null };

/** @throws RangeError when it is more than can be counted exactly */
export function quotedAmount({ billableSeconds: seconds, pricePerSecond }: StartQuote): MicroUsd {
  return exact(seconds * pricePerSecond);
}

/** What was agreed for a generation. */
export type AgreedQuote = Pick<StartQuote, 'billableSeconds' | 'pricePerSecond'>;

/**
 * The meter's row at the price that was agreed at the start, for no more seconds than were held.
 * @param agreed null when nothing was held: then it is free of charge
 */
export function agreedUsage(metered: Metered, agreed: AgreedQuote | null): Usage {
  if (agreed === null) return { ...metered, pricePerSecond: 0, amount: 0 };
  const seconds = Math.min(agreed.billableSeconds, metered.billableSeconds);
  const { pricePerSecond } = agreed;
  return { ...metered, billableSeconds: seconds, pricePerSecond, amount: seconds * pricePerSecond };
}
