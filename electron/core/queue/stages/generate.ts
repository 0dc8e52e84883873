/** Stage `generating`: every generation of the job is started once, followed to its end, and fetched as soon as it is complete. */

import { CleartakeError, toErrorRecord } from '../../../../shared/domain/errors.ts';
import { isSettled, isUnderWay, remoteIdOf } from '../../../../shared/domain/generation-state.ts';
import type { ReadProgress } from '../../../../shared/service-api/answers.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import { BUILT_IN_ID } from '../../connections/connections.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import type { QueueContext } from '../queue-context.ts';
import { reconcile } from '../reconcile.ts';
import { chargeGeneration, releaseHold, startGeneration } from '../start-protocol.ts';
import { downloadGeneration } from './download.ts';

/** Polling begins at the first wait and slows down by the factor to the last, in milliseconds. */
const POLL_BUILT_IN = { first: 250, last: 1000, factor: 1.25 };
const POLL_REMOTE = { first: 1000, last: 15_000, factor: 1.4 };

export async function generate(context: QueueContext, job: JobRow, signal: AbortSignal): Promise<void> {
  const { connections, ports, store, transitions } = context;
  const client = await connections.client(job.connectionId);
  const poll = job.connectionId === BUILT_IN_ID ? POLL_BUILT_IN : POLL_REMOTE;
  let wait = poll.first;
  for (;;) {
    signal.throwIfAborted();
    const generations = store.generations.ofJob(job.id);
    if (generations.some((generation) => generation.stateKind === 'needs-you')) {
      transitions.job(job.id, { kind: 'ask', question: 'was-it-started' });
      return;
    }
    const unknown = generations.find((generation) => generation.stateKind === 'unknown');
    const ready = generations.find((generation) => generation.stateKind === 'ready');
    if (unknown !== undefined) {
      const outcome = await reconcile(context, client, job, unknown);
      store.jobs.update(job.id, { tries: 0 });
      if (outcome.kind === 'wait') await ports.clock.sleep(Math.min(outcome.milliseconds, poll.last), signal);
      continue;
    }
    // One start after the other: the listing then tells which start a new id belongs to.
    if (ready !== undefined) {
      await startGeneration(context, client, job, ready);
      store.jobs.update(job.id, { tries: 0 });
      continue;
    }
    const answers = await followUnderWay(context, client, generations, signal);
    // Here and above: a service that answers again has its full number of tries again, however long the generation takes.
    if (answers > 0) store.jobs.update(job.id, { tries: 0 });
    const after = store.generations.ofJob(job.id);
    for (const generation of after) {
      const isFetchable = generation.stateKind === 'complete' || generation.stateKind === 'downloading';
      if (isFetchable) await downloadGeneration(context, client, job, generation, signal);
    }
    if (store.generations.ofJob(job.id).every((generation) => isSettled(generation.state))) break;
    await ports.clock.sleep(wait, signal);
    wait = Math.min(wait * poll.factor, poll.last);
  }
  transitions.job(job.id, { kind: 'enter', stage: 'downloading' });
}

/** @returns how many generations the service reported on */
async function followUnderWay(
  context: QueueContext,
  client: ServiceClient,
  generations: readonly GenerationRow[],
  signal: AbortSignal,
): Promise<number> {
  let answers = 0;
  for (const generation of generations) {
    const remoteId = remoteIdOf(generation.state);
    if (!isUnderWay(generation.state) || remoteId === null || generation.projectId === null) continue;
    apply(context, generation, await client.progress(generation.projectId, remoteId, signal));
    answers += 1;
  }
  return answers;
}

/** Takes over what the service reports. A status that this client does not know is kept, shown, and polled on. */
function apply(context: QueueContext, generation: GenerationRow, report: ReadProgress): void {
  const { live, store, transitions } = context;
  live.setGeneration(generation.id, { progress: report.progress ?? null, stages: report.stages });
  if (generation.remoteStatus !== report.status)
    store.generations.update(generation.id, { remoteStatus: report.status });
  switch (report.status) {
    case 'complete':
      chargeGeneration(context, generation.id);
      transitions.generation(generation.id, { kind: 'report', status: 'complete' });
      break;
    case 'failed':
    case 'error':
      failGeneration(context, generation, report.error);
      break;
    case 'queued':
    case 'processing':
      transitions.generation(generation.id, { kind: 'report', status: report.status });
      break;
    default:
      transitions.generation(generation.id, { kind: 'report', status: 'processing' });
  }
  transitions.touch(generation.jobId);
}

/** Failed generations are not charged: the hold goes back in the same transaction. */
function failGeneration(context: QueueContext, generation: GenerationRow, reason: string | null): void {
  const error = new CleartakeError('generationFailed', reason === null ? {} : { detail: reason.slice(0, 300) });
  context.store.transaction(() => {
    releaseHold(context, generation.id);
    context.transitions.generation(generation.id, { kind: 'fail', error: toErrorRecord(error) });
  });
}
