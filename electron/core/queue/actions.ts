/** What a person does to jobs on the queue: pause, resume, cancel, retry, remove, agree, and answer what a job asks. */

import { OUTPUT_SLOTS } from '../../../shared/domain/batch/also-output.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isFinal } from '../../../shared/domain/job-state.ts';
import type { createTurns } from '../../platform/time/turns.ts';
import { BUILT_IN_ID } from '../connections/connections.ts';
import { hasOtherLength } from '../library/result-bounds.ts';
import { CHUNK_ROWS, inChunks } from '../store/open-store.ts';
import type { JobRow } from '../store/schema.ts';
import { ofSlot } from '../store/tables/results.ts';
import { abandonGenerations } from './abandoned/abandon.ts';
import { agreeToPrice } from './money/agreement.ts';
import { resumeWithinCaps } from './money/cap-gate.ts';
import type { QuotePorts } from './money/quote.ts';
import { isRepairable } from './money/quote-repair.ts';
import type { Books, QueueContext } from './parts/queue-context.ts';
import { NONE_ODD } from './parts/run-records.ts';
import type { Standstill } from './pausing/standstill.ts';
import type { DiscardedCopies } from './removal.ts';
import type { Runner } from './runner.ts';
import { startAgain } from './start/reconcile.ts';
import type { Publisher } from './views/publisher.ts';

/** What the actions of a person work with. Those that take many jobs return how many they changed, and skip jobs that aren't on the queue. */
export interface ActionContext extends QueueContext, Pick<QuotePorts, 'estimates'> {
  readonly runner: Runner;
  readonly publisher: Publisher;
  readonly discarded: Pick<DiscardedCopies, 'add'>;
  readonly standstill: Standstill;
  /** Excerpts are tried one after the other: two for the same minute would both pay. */
  readonly excerptInTurn: ReturnType<typeof createTurns>;
  /** Aborted as the queue closes. */
  readonly stopped: AbortSignal;
}

function find({ store }: Pick<QueueContext, 'store'>, jobId: string): JobRow {
  const job = store.jobs.find(jobId);
  if (job === undefined || job.removedAt !== null) throw new CleartakeError('notFound', { detail: 'job' });
  return job;
}

/** @returns the jobs that `change` changed */
async function each(
  { store }: Pick<QueueContext, 'store'>,
  jobIds: readonly string[],
  change: (job: JobRow) => boolean,
): Promise<JobRow[]> {
  const changed: JobRow[] = [];
  await inChunks(store, jobIds, (part) => {
    for (const job of store.jobs.many(part)) if (job.removedAt === null && change(job)) changed.push(job);
  });
  return changed;
}

/** Lets these jobs run even when earlier work is left alone (`resume`). */
export function takeOn({ runner, store }: Pick<ActionContext, 'runner' | 'store'>, jobIds: readonly string[]): void {
  for (const batchId of new Set(store.jobs.many(jobIds).map((job) => job.batchId))) runner.gatherBatch(batchId)();
}

/** Changes the cap of the batch that a job was started in. @throws CleartakeError notFound */
export function setBatchCap(context: ActionContext, jobId: string, maxCost: number | null): void {
  context.store.batches.setMaxCost(find(context, jobId).batchId, maxCost);
  capsChanged(context);
}

/** Caps or prices have changed: what waits for room may continue, at once, so that a command which follows these jobs sees it. */
export function capsChanged(context: ActionContext): void {
  resumeWithinCaps(context);
  context.runner.wake();
}

/** The person agrees to what jobs cost now that wait because it is more than quoted. */
export async function agree(context: ActionContext, jobIds: readonly string[]): Promise<number> {
  const agreed = await each(
    context,
    jobIds,
    (job) => agreeToPrice(context, job) && context.transitions.job(job.id, { kind: 'resume' }) !== null,
  );
  return agreed.length;
}

export async function pauseJobs(context: ActionContext, jobIds: readonly string[]): Promise<number> {
  const { standstill, transitions } = context;
  const paused = await each(context, jobIds, (job) => transitions.job(job.id, { kind: 'pause' }) !== null);
  standstill.refresh();
  await interrupt(context, paused);
  // A start may just have been sent: its restoration stands still once it is known.
  standstill.refresh();
  for (const { id } of paused) transitions.touch(id);
  return paused.length;
}

/** Pauses or continues the whole queue. */
export function pauseQueue(context: ActionContext, paused: boolean): void {
  const { pause, publisher, runner, standstill, store } = context;
  const interrupted = runner.setPaused(paused);
  standstill.refresh();
  void interrupted.then(() => {
    // A start may just have been sent: its restoration stands still once it is known.
    standstill.refresh();
    // Rows show whether a service finishes them.
    for (const { jobId } of store.generations.standingElsewhere(BUILT_IN_ID, pause.isOn)) publisher.touch(jobId);
  });
  publisher.announce();
}

export async function resumeJobs(context: ActionContext, jobIds: readonly string[]): Promise<number> {
  const resumed = await each(context, jobIds, (job) => context.transitions.job(job.id, { kind: 'resume' }) !== null);
  context.standstill.refresh();
  unparkFor(context, resumed);
  return resumed.length;
}

export async function cancelJobs(context: ActionContext, jobIds: readonly string[]): Promise<number> {
  const { runner, standstill, transitions } = context;
  const cancelled = await each(context, jobIds, (job) => {
    if (transitions.job(job.id, { kind: 'cancel' }) === null) return false;
    if (!runner.isRunning(job.id)) transitions.job(job.id, { kind: 'stopped' });
    return true;
  });
  for (const job of await interrupt(context, cancelled)) transitions.job(job.id, { kind: 'stopped' });
  void abandonAll(context, cancelled).then(standstill.refresh);
  return cancelled.length;
}

async function interrupt({ runner }: Pick<ActionContext, 'runner'>, jobs: readonly JobRow[]): Promise<JobRow[]> {
  const running = jobs.filter((job) => runner.isRunning(job.id));
  await Promise.all(running.map((job) => runner.interrupt(job.id)));
  return running;
}

/** Cancels their work at the built-in service; nobody waits for that. */
async function abandonAll(context: ActionContext, jobs: readonly { readonly id: string }[]): Promise<void> {
  // The last first: otherwise the service would begin the next one as an earlier one is cancelled.
  for (const [index, job] of jobs.toReversed().entries()) {
    await abandonGenerations(context, job.id);
    // Jobs without remote work are skipped without waiting: yield to the event loop.
    if (index % CHUNK_ROWS === CHUNK_ROWS - 1) await new Promise(setImmediate);
  }
}

/** Finished jobs are retried when an output of theirs is gone: it is written again, and nothing is paid. */
export async function retryJobs(context: ActionContext, jobIds: readonly string[]): Promise<number> {
  const lost = await forgetLostOutputs(context, jobIds);
  const retried = await each(context, jobIds, (job) =>
    job.state.kind === 'done'
      ? lost.has(job.id) && context.transitions.job(job.id, { kind: 'extend' }) !== null
      : retry(context, job),
  );
  unparkFor(context, retried);
  return retried.length;
}

/** Retries a failed job in the transaction in which `write` says why. @throws CleartakeError notFound */
export function retryWith(context: ActionContext, jobId: string, write: () => void): void {
  const job = find(context, jobId);
  context.store.transaction(() => {
    write();
    retry(context, job);
  });
  unparkFor(context, [job]);
}

/** Restores what can be read of recordings that end early or are damaged; others are skipped. */
export async function repairJobs(context: ActionContext, jobIds: readonly string[]): Promise<number> {
  const repaired = await each(context, jobIds, (job) => {
    if (!isRepairable(job, context.store.recordings.get(job.recordingId))) return false;
    context.store.recordings.update(job.recordingId, { acceptTruncated: true });
    return retry(context, job);
  });
  unparkFor(context, repaired);
  return repaired.length;
}

/** Runs inside the caller's transaction. */
function retry({ runs, store, transitions }: ActionContext, job: JobRow): boolean {
  if (transitions.job(job.id, { kind: 'retry' }) === null) return false;
  const isDoubted = job.state.kind === 'failed' && job.state.error.code === 'resultOfOtherLength';
  for (const generation of store.generations.ofJob(job.id)) {
    runs.generations.change(generation.id, { odd: NONE_ODD });
    if (generation.stateKind === 'failed') transitions.generation(generation.id, { kind: 'retry' });
    const result = isDoubted ? store.results.get(generation.id) : undefined;
    if (result !== undefined && hasOtherLength(store.recordings.get(job.recordingId), result))
      transitions.generation(generation.id, { kind: 'fetch-again' });
  }
  if (job.tries > 0) store.jobs.update(job.id, { tries: 0 });
  return true;
}

/** Outputs that were removed from their folder are forgotten: a retry writes them again. @returns the finished jobs that have lost one */
async function forgetLostOutputs({ ports, store }: Books, jobIds: readonly string[]): Promise<ReadonlySet<string>> {
  const losers = new Set<string>();
  for (const job of store.jobs.many(jobIds)) {
    if (job.removedAt !== null || !isFinal(job.state)) continue;
    for (const { id } of store.generations.ofJob(job.id)) {
      const result = store.results.get(id);
      for (const slot of OUTPUT_SLOTS) {
        const output = result === undefined ? null : ofSlot(result, slot).exportedPath;
        if (output === null || (await ports.files.facts(output).catch(() => null)) !== null) continue;
        store.progress(() => store.results.setExportedPath(id, null, slot));
        losers.add(job.id);
      }
    }
  }
  return losers;
}

/** Resuming or retrying a job implies that billing is fixed. */
function unparkFor({ connections, runner }: ActionContext, jobs: readonly JobRow[]): void {
  const used = new Set(jobs.map((job) => job.connectionId));
  for (const { id, parked } of connections.list()) if (parked !== null && used.has(id)) void runner.unpark(id);
  runner.wake();
}

/** Started jobs that are not over are skipped. @returns what was removed */
export async function removeJobs(context: ActionContext, jobIds: readonly string[]): Promise<string[]> {
  const { discarded, ports, publisher, store } = context;
  const removed = await each(context, jobIds, (job) => {
    if (job.admittedAt !== null && !isFinal(job.state)) return false;
    store.jobs.update(job.id, { removedAt: ports.clock.now() });
    publisher.removed(job.id);
    return true;
  });
  discarded.add(removed);
  return removed.map(({ id }) => id);
}

/** What to do about a start of which nobody knows whether it happened. @throws CleartakeError notFound, notPossibleNow */
export function answerJob(context: ActionContext, jobId: string, answer: 'check-again' | 'start-again'): void {
  const { store, transitions } = context;
  const job = find(context, jobId);
  const open = store.generations.ofJob(jobId).find((generation) => generation.stateKind === 'needs-you');
  if (job.state.kind !== 'needs-you' || open === undefined) throw new CleartakeError('notPossibleNow');
  store.transaction(() => {
    if (answer === 'start-again') startAgain(context, open);
    else transitions.generation(open.id, { kind: 'check-again' });
    transitions.job(jobId, { kind: 'answer' });
  });
}
