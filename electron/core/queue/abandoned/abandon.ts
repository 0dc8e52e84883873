/** Cancels the remaining work of a cancelled job at the built-in service, so that it does not keep others waiting. */

import { CleartakeError, toCleartakeError } from '../../../../shared/domain/errors.ts';
import { isUnderWay, remoteIdOf } from '../../../../shared/domain/generation-state.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import { BUILT_IN_ID } from '../../connections/connections.ts';
import type { GenerationRow } from '../../store/schema.ts';
import type { Books, Calls, QueueContext } from '../parts/queue-context.ts';
import { failGeneration } from '../stages/follow.ts';

/**
 * Cancels every generation of a cancelled job that the built-in service works on, and records it as failed with `cancelled` and its hold
 * released, so that a retry starts it again. Other services finish and bill what they began, so nothing happens there. Never throws; a
 * generation that could not be cancelled stays under way, and another call tries again.
 */
export async function abandonGenerations(context: Calls & Pick<QueueContext, 'runs'>, jobId: string): Promise<void> {
  const { connections, ports, store } = context;
  try {
    if (store.jobs.find(jobId)?.connectionId !== BUILT_IN_ID) return;
    // The last first: otherwise the service would begin the next one when the current one ends.
    const underWay = store.generations.ofJob(jobId).filter(isAtWork).reverse();
    if (underWay.length === 0) return;
    const client = await connections.client(BUILT_IN_ID);
    for (const generation of underWay) await abandon(context, client, generation);
  } catch (failure) {
    ports.log.warn('A cancelled job may continue at the built-in service', {
      job: jobId,
      reason: toCleartakeError(failure).message,
    });
  }
}

function isAtWork(generation: GenerationRow): boolean {
  return isUnderWay(generation.state) && generation.projectId !== null;
}

async function abandon(
  context: Books & Pick<QueueContext, 'runs'>,
  client: ServiceClient,
  generation: GenerationRow,
): Promise<void> {
  const { ports } = context;
  const { projectId } = generation;
  const remoteId = remoteIdOf(generation.state);
  if (projectId === null || remoteId === null || !isStillAbandoned(context, generation, remoteId)) return;
  const problem = await client.cancelGeneration(projectId, remoteId).then(() => null, toCleartakeError);
  if (problem !== null && !isUnknownToService(problem)) {
    // A generation that is already over is fine: a retry of the job downloads its result.
    const { code, detail = null } = problem;
    ports.log.warn('A generation was not cancelled', { generation: generation.id, code, detail });
    return;
  }
  if (isStillAbandoned(context, generation, remoteId))
    failGeneration(context, generation, new CleartakeError('cancelled'));
}

/** Whether the row is still the one being cancelled: the person may have retried the job meanwhile. */
function isStillAbandoned(
  { store }: Pick<QueueContext, 'store'>,
  { id, jobId }: GenerationRow,
  remoteId: string,
): boolean {
  const { state } = store.generations.get(id);
  const job = store.jobs.find(jobId)?.state.kind;
  return (job === 'cancelled' || job === 'cancelling') && isUnderWay(state) && remoteIdOf(state) === remoteId;
}

function isUnknownToService(problem: CleartakeError): boolean {
  return problem.code === 'projectUnknown';
}
