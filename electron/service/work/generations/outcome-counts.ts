/** Counts how restorations ended since the service started. */

import { MODEL_IDS, type ModelId } from '../../../../shared/domain/models.ts';
import type { StatusChanges } from './status-changes.ts';

export const OUTCOMES = ['complete', 'failed', 'cancelled'] as const;

export type OutcomeCounts = Readonly<Record<ModelId, Readonly<Record<(typeof OUTCOMES)[number], number>>>>;

/** @returns the counts so far */
export function countOutcomes(changes: StatusChanges): () => OutcomeCounts {
  const none = () => ({ complete: 0, failed: 0, cancelled: 0 });
  const counts = Object.fromEntries(MODEL_IDS.map((model) => [model, none()])) as Record<
    ModelId,
    ReturnType<typeof none>
  >;
  changes.add(({ generation: { model }, status, errorDetails }) => {
    if (status === 'complete') counts[model].complete += 1;
    if (status === 'failed') counts[model][errorDetails?.code === 'cancelled' ? 'cancelled' : 'failed'] += 1;
  });
  return () => counts;
}
