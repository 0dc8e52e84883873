/** The price that is agreed when a generation starts, and what the meter counts when it is complete. Failed generations count for nothing. */

import type { ModelId } from '../../../../shared/domain/models.ts';
import { billableSeconds, type MicroUsd } from '../../../../shared/domain/money.ts';
import { exact } from './ledger.ts';

/** Micro-USD a second, by model. */
export type Prices = Readonly<Record<ModelId, MicroUsd>>;

export interface StartQuote {
  readonly billableSeconds: number;
  /** Micro-USD. */
  readonly pricePerSecond: MicroUsd;
  /** When the medium that it is for was uploaded; null for any. A medium that was replaced since has another price. */
  readonly uploadedAt: number | null;
}

export const FREE_START: StartQuote = { billableSeconds: 0, pricePerSecond: 0, uploadedAt: null };

/** @throws RangeError when it is more than can be counted exactly */
export function quotedAmount({ billableSeconds: seconds, pricePerSecond }: AgreedQuote): MicroUsd {
  return exact(seconds * pricePerSecond);
}

/** What was measured of a complete generation. */
export interface Metered {
  readonly generationId: string;
  readonly userId: string;
  readonly keyId: string;
  readonly model: ModelId;
  readonly billableSeconds: number;
  /** Milliseconds since the epoch. */
  readonly recordedAt: number;
}

/** The meter's row: what was measured, at the price agreed at the start. */
export interface Usage extends Metered {
  /** Micro-USD. */
  readonly pricePerSecond: MicroUsd;
  readonly amount: MicroUsd;
}

/**
 * What the meter counts for a generation.
 * @param durationSeconds length of the medium: what "processing time" is read as
 * @param now milliseconds since the epoch
 */
export function meterGeneration(
  { generationId, userId, keyId, model }: Pick<Metered, 'generationId' | 'userId' | 'keyId' | 'model'>,
  durationSeconds: number,
  now: number,
): Metered {
  return { generationId, userId, keyId, model, billableSeconds: billableSeconds(durationSeconds), recordedAt: now };
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
