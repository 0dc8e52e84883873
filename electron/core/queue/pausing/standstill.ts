/** Tells the built-in service which restorations stand still: those of paused jobs, or all of them while the queue is paused. */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { BuiltInService } from '../../connections/built-in-service.ts';
import { BUILT_IN_ID } from '../../connections/connections.ts';
import type { Books, QueueContext } from '../parts/queue-context.ts';

export interface Standstill {
  /** Call it after jobs or the queue were paused or continued. Never throws. */
  refresh(): void;
}

export function createStandstill(
  { pause, ports, runs, store }: Books & Pick<QueueContext, 'pause' | 'runs'>,
  builtIn: Pick<BuiltInService, 'suspend'>,
): Standstill {
  function refresh(): void {
    const standing = store.generations.standing(BUILT_IN_ID, pause.isOn);
    // What stood still says nothing about the speed of the model.
    for (const { id } of standing)
      runs.generations.change(id, { startedAt: null, underWayAt: null, firstSeen: null, lastSeen: null });
    builtIn.suspend(standing.flatMap(({ remoteId }) => remoteId ?? []));
  }

  return {
    refresh: () => {
      try {
        refresh();
      } catch (failure) {
        ports.log.error('Paused work may continue', { reason: toCleartakeError(failure).message });
      }
    },
  };
}
