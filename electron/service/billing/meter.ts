/** The meter: what a complete generation counts for. Failed generations count for nothing. */

import type { ModelId } from '../../../shared/domain/models.ts';
import { billableSeconds, type MicroUsd } from '../../../shared/domain/money.ts';
import type { Generation, Usage } from '../store/records.ts';

/** Micro-USD a second, by model. */
export type Prices = Readonly<Record<ModelId, MicroUsd>>;

/** The built-in account pays nothing; its meter still runs. */
export const FREE_OF_CHARGE: Prices = { 'service-2': 0, 'service-3.5': 0 };

/**
 * The meter's row for a generation.
 * @param durationSeconds length of the medium: what "processing time" is read as
 * @param now milliseconds since the epoch
 */
export function meterGeneration(generation: Generation, durationSeconds: number, prices: Prices, now: number): Usage {
  const seconds = billableSeconds(durationSeconds);
  const pricePerSecond = prices[generation.model];
  return {
    generationId: generation.generationId,
    userId: generation.userId,
    keyId: generation.keyId,
    model: generation.model,
    billableSeconds: seconds,
    pricePerSecond,
    amount: seconds * pricePerSecond,
    recordedAt: now,
  };
}
