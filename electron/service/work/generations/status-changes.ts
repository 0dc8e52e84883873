/** Announcements of status changes: the one place where whoever wants to tell the world about them listens. */

import type { GenerationStatus } from '../../../../shared/service-api/bodies.ts';
import { createListeners, type Listeners } from '../../../platform/disposal.ts';
import type { FoundGeneration } from '../../store/records.ts';

interface StatusChange {
  /** As it was stored before the change; `status` beside it is the new one. */
  readonly generation: FoundGeneration;
  readonly status: GenerationStatus;
  readonly error: string | null;
  readonly errorDetails: Readonly<Record<string, unknown>> | null;
}

export type StatusChanges = Listeners<StatusChange>;

export function createStatusChanges(): StatusChanges {
  return createListeners<StatusChange>();
}
