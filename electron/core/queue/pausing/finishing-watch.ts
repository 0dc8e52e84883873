/**
 * Follows what services finish while their jobs, or the whole queue, are paused: progress is shown and charges are booked. Nothing is
 * started or downloaded.
 */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import { isUnderWay } from '../../../../shared/domain/generation-state.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import type { Dispose } from '../../../platform/disposal.ts';
import { every } from '../../../platform/time/timers.ts';
import { BUILT_IN_ID } from '../../connections/connections.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import type { Calls, QueueContext } from '../parts/queue-context.ts';
import { followUnderWay } from '../stages/follow.ts';

/** How often the services are asked, in milliseconds. */
const LOOK_MS = 3000;

/** Whether a service finishes what it has begun although the job is paused. */
export function isFinishing(
  { pause }: Pick<QueueContext, 'pause'>,
  { connectionId, state }: Pick<JobRow, 'connectionId' | 'state'>,
  generations: readonly Pick<GenerationRow, 'state'>[],
): boolean {
  const isPaused = state.kind === 'paused' || (pause.isOn && !isFinal(state));
  return isPaused && connectionId !== BUILT_IN_ID && generations.some((one) => isUnderWay(one.state));
}

/** @param isRunning whether the runner works on a job: then it follows by itself */
export function createFinishingWatch(
  context: Calls & Pick<QueueContext, 'pause' | 'quarantine' | 'runs' | 'settings' | 'speeds' | 'time'>,
  isRunning: (jobId: string) => boolean,
): Dispose {
  const { connections, pause, ports, store } = context;
  const stopping = new AbortController();
  let looking = false;
  const stopLooking = every(ports.clock, LOOK_MS, () => void look());

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      const others = store.generations.standingElsewhere(BUILT_IN_ID, pause.isOn);
      const perJob = Map.groupBy(others, ({ jobId }) => jobId);
      for (const [jobId, generations] of perJob) {
        if (stopping.signal.aborted) return;
        if (!isRunning(jobId)) await lookAt(jobId, generations);
      }
    } catch (failure) {
      logFailure(failure, null);
    } finally {
      looking = false;
    }
  }

  async function lookAt(jobId: string, generations: readonly GenerationRow[]): Promise<void> {
    try {
      const { connectionId } = store.jobs.get(jobId);
      const connection = connections.list().find(({ id }) => id === connectionId);
      if (connection === undefined || connection.parked !== null) return;
      const client = await connections.client(connectionId);
      await followUnderWay(context, client, generations, stopping.signal);
    } catch (failure) {
      if (!stopping.signal.aborted) logFailure(failure, jobId);
    }
  }

  function logFailure(failure: unknown, job: string | null): void {
    ports.log.warn('Paused work could not be followed', { job, code: toCleartakeError(failure).code });
  }

  return () => {
    stopping.abort();
    void stopLooking();
  };
}
