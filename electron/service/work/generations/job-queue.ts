/** The port of the job queue. A queue that several services share can be a second implementation. */

import { createListeners, type Dispose } from '../../../platform/disposal.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Generation } from '../../store/records.ts';
import type { GenerationStore } from '../../store/store.ts';

export interface JobQueue {
  /**
   * Claims the oldest queued generation for this service and marks it as processing; null when there is none.
   * @param except ids that are left in the queue
   */
  claim(except: readonly string[]): Promise<Generation | null>;
  /** Requeues a claimed generation. @returns false when it has ended already */
  giveBack(generationId: string): Promise<boolean>;
  /** Requeues what an earlier run of this service claimed and did not finish. @returns how many */
  recover(): Promise<number>;
  /** Tells that there is a new generation. */
  announce(): void;
  /** The listener is called when there may be something to claim. */
  onAnnounced(listener: () => void): Dispose;
}

/** The queue in the service's own store, for a single process. */
export function createStoreQueue(
  generations: Pick<GenerationStore, 'claimNext' | 'requeue' | 'requeueInterrupted'>,
  clock: Clock,
): JobQueue {
  const announcements = createListeners<void>();
  return {
    claim: (except) => generations.claimNext(clock.now(), except),
    giveBack: (generationId) => generations.requeue(generationId, clock.now()),
    recover: () => generations.requeueInterrupted(clock.now()),
    announce: () => announcements.notify(),
    onAnnounced: (listener) => announcements.add(listener),
  };
}
