/** Announcements of status changes, for everything that reacts to them, and the counts of how restorations ended. */

import { isServiceModel, MODEL_IDS, type ServiceModelId } from '../../../../shared/domain/models.ts';
import type { GenerationStatus } from '../../../../shared/service-api/bodies.ts';
import { createListeners, type Listeners } from '../../../platform/disposal.ts';
import type { FoundGeneration } from '../../store/records.ts';

export const OUTCOMES = ['complete', 'failed', 'cancelled'] as const;

interface StatusChange {
  /** As it was before the change; `status` is the new one. */
  readonly generation: FoundGeneration;
  readonly status: GenerationStatus;
  readonly error: string | null;
  readonly errorDetails: Readonly<Record<string, unknown>> | null;
}

export type StatusChanges = Listeners<StatusChange>;

export function createStatusChanges(): StatusChanges {
  return createListeners<StatusChange>();
}

export type OutcomeCounts = Readonly<Record<ServiceModelId, Readonly<Record<(typeof OUTCOMES)[number], number>>>>;

/** @returns the counts so far */
export function countOutcomes(changes: StatusChanges): () => OutcomeCounts {
  const none = () => ({ complete: 0, failed: 0, cancelled: 0 });
  const counts = Object.fromEntries(MODEL_IDS.map((model) => [model, none()])) as Record<
    ServiceModelId,
    ReturnType<typeof none>
  >;
  changes.add(({ generation: { model }, status, errorDetails }) => {
    if (!isServiceModel(model)) return;
    if (status === 'complete') counts[model].complete += 1;
    if (status === 'failed') counts[model][errorDetails?.code === 'cancelled' ? 'cancelled' : 'failed'] += 1;
  });
  return () => counts;
}
