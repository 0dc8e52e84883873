/** The meter: what a complete generation counts for. Failed generations count for nothing. */

import type { ModelId } from '../../../../shared/domain/models.ts';
import { billableSeconds, type MicroUsd } from '../../../../shared/domain/money.ts';
import type { Generation, Usage } from '../../store/records.ts';

/** Micro-USD a second, by model. */
export type Prices = Readonly<Record<ModelId, MicroUsd>>;

/** What was measured. What it costs was agreed at the start. */
export type Metered = Omit<Usage, 'pricePerSecond' | 'amount'>;

/**
 * What the meter counts for a generation.
 * @param durationSeconds length of the medium: what "processing time" is read as
 * @param now milliseconds since the epoch
 */
export function meterGeneration(generation: Generation, durationSeconds: number, now: number): Metered {
  const { generationId, userId, keyId, model } = generation;
  return { generationId, userId, keyId, model, billableSeconds: billableSeconds(durationSeconds), recordedAt: now };
}
