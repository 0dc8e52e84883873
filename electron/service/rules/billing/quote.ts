/** The price agreed when a generation starts, and the usage metered when it is complete. Failed generations are not metered. */

import type { ModelId, ServiceModelId } from '../../../../shared/domain/models.ts';
import { billableSeconds, type MicroUsd } from '../../../../shared/domain/money.ts';
import { exact } from './ledger.ts';

/** Micro-USD a second, by model. */
export type Prices = Readonly<Record<ServiceModelId, MicroUsd>>;

export interface StartQuote {
  readonly billableSeconds: number;
  /** Micro-USD. */
  readonly pricePerSecond: MicroUsd;
  /** When the quoted medium was uploaded; null for any. A replaced medium has another price. */
  readonly uploadedAt: number | null;
}

export const FREE_START: StartQuote = { billableSeconds: 0, pricePerSecond: 0, uploadedAt: null };

/** @throws RangeError when the amount is too large to be exact */
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

/** A metered generation at the price agreed at its start. */
export interface Usage extends Metered {
  /** Micro-USD. */
  readonly pricePerSecond: MicroUsd;
  readonly amount: MicroUsd;
}

/**
 * Meters a complete generation.
 * @param durationSeconds length of the medium, which is how we read "processing time"
 * @param now milliseconds since the epoch
 */
export function meterGeneration(
  { generationId, userId, keyId, model }: Pick<Metered, 'generationId' | 'userId' | 'keyId' | 'model'>,
  durationSeconds: number,
  now: number,
): Metered {
  return { generationId, userId, keyId, model, billableSeconds: billableSeconds(durationSeconds), recordedAt: now };
}

/** The price agreed for a generation. */
export type AgreedQuote = Pick<StartQuote, 'billableSeconds' | 'pricePerSecond'>;

/**
 * Usage at the price agreed at the start, for no more seconds than were held.
 * @param agreed null when nothing was held: the generation is free
 */
export function agreedUsage(metered: Metered, agreed: AgreedQuote | null): Usage {
  if (agreed === null) return { ...metered, pricePerSecond: 0, amount: 0 };
  const seconds = Math.min(agreed.billableSeconds, metered.billableSeconds);
  const { pricePerSecond } = agreed;
  return { ...metered, billableSeconds: seconds, pricePerSecond, amount: seconds * pricePerSecond };
}
