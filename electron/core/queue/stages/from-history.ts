/** Before anything is sent: what history has is taken, and a recording of which all is under way elsewhere waits. */

import { isSettled } from '../../../../shared/domain/generation-state.ts';
import type { JobRow } from '../../store/schema.ts';
import { reuseEarlierWork } from '../earlier/reuse.ts';
import type { Engines, QueueContext } from '../parts/queue-context.ts';
import { type NextStep, waitFor } from './next-step.ts';

/** @returns the wait when the job has nothing to do but to wait for another one; null when it continues */
export async function settleFromHistory(
  context: Engines & Pick<QueueContext, 'runs' | 'settings'>,
  job: JobRow,
  signal: AbortSignal,
): Promise<NextStep | null> {
  const { free, waitMs } = await reuseEarlierWork(context, job, signal);
  const open = context.store.generations.ofJob(job.id).filter(({ state }) => !isSettled(state));
  const isIdle = open.every(({ id, stateKind }) => stateKind === 'ready' && !free.has(id));
  return waitMs !== null && isIdle ? waitFor('sameWorkUnderWay', waitMs) : null;
}
