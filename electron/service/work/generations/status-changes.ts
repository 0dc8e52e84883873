/** Announcements of status changes, for everything that reacts to them. */

import type { GenerationStatus } from '../../../../shared/service-api/bodies.ts';
import { createListeners, type Listeners } from '../../../platform/disposal.ts';
import type { FoundGeneration } from '../../store/records.ts';

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
