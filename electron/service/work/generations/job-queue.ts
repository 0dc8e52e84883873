/** The port of job dispatch: who takes which generation next. A queue that several services share can be a second implementation. */

import { createListeners, type Dispose } from '../../../platform/disposal.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Generation } from '../../store/records.ts';
import type { GenerationStore } from '../../store/store.ts';

export interface JobQueue {
  /** Takes the oldest that is queued, for this service alone, and marks it as processing; null when there is none. */
  claim(): Promise<Generation | null>;
  /** Puts one that was claimed back in its place. @returns false when it is over already */
  giveBack(generationId: string): Promise<boolean>;
  /** Puts back what an earlier run of this service claimed and did not finish, and tells how many. */
  recover(): Promise<number>;
  /** There is one more. */
  announce(): void;
  /** Told when there may be something to claim. */
  onAnnounced(listener: () => void): Dispose;
}

/** The queue in the service's own store: its one process is the one that works. */
export function createStoreQueue(
  generations: Pick<GenerationStore, 'claimNext' | 'requeue' | 'requeueInterrupted'>,
  clock: Clock,
): JobQueue {
  const announcements = createListeners<void>();
  return {
    claim: () => generations.claimNext(clock.now()),
    giveBack: (generationId) => generations.requeue(generationId, clock.now()),
    recover: () => generations.requeueInterrupted(clock.now()),
    announce: () => announcements.tell(),
    onAnnounced: (listener) => announcements.add(listener),
  };
}
