/** What a person does to jobs: quote and start, pause, resume, cancel, retry, remove, answer, and put them in order. */

import type { ExcerptQuote } from '../../../shared/contract/queue/excerpts.ts';
import type { QuoteView } from '../../../shared/contract/queue/queue.ts';
import type { OwnSettings } from '../../../shared/domain/batch/own-settings.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isFinal } from '../../../shared/domain/job-state.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import type { Priority } from '../../../shared/domain/queue-order.ts';
import { createTurns } from '../../platform/time/turns.ts';
import type { ProbeQueue } from '../library/import/probe-queue.ts';
import { hasOtherLength } from '../library/result-bounds.ts';
import { CHUNK_ROWS, inChunks } from '../store/open-store.ts';
import type { JobRow } from '../store/schema.ts';
import { abandonGenerations } from './abandoned/abandon.ts';
import { addModel, quoteStart, type StartRequest, startJobs } from './admission.ts';
import { changeSettings, moveToConnection } from './changes/change-waiting.ts';
import { type DownloadAgainReport, downloadAgain } from './download-again.ts';
import { type ExcerptRequest, quoteExcerpt } from './excerpts/quote-excerpt.ts';
import { tryExcerpt } from './excerpts/try-excerpt.ts';
import { forgetLostOutputs } from './lost-outputs.ts';
import { agreeToPrice } from './money/agreement.ts';
import { resumeWithinCaps } from './money/cap-gate.ts';
import type { QuotePorts } from './money/quote.ts';
import { arrangeJobs, moveJobs, prioritizeJobs } from './order.ts';
import type { QueueContext } from './parts/queue-context.ts';
import { NONE_ODD } from './parts/run-records.ts';
import type { Standstill } from './pausing/standstill.ts';
import { type DiscardedCopies, restoreRemoved } from './removal.ts';
import { acceptHeld, redoHeld } from './review/review.ts';
import type { Runner } from './runner.ts';
import { type AgainRequest, quoteAgain, restoreAgain } from './sending/again.ts';
import { keepMarked } from './sending/marked.ts';
import { quoteSending, type SendRequest, send } from './sending/send.ts';
import { startAgain } from './start/resend.ts';

/** Functions that take many jobs return how many they changed, and skip jobs that are not in the queue. */
export interface Control {
  /** What starting the jobs would cost. */
  quote(request: StartRequest): Promise<QuoteView>;
  start(request: StartRequest): Promise<number>;
  /** Only jobs that wait, and of which nothing may have been started. @param changes null for the settings of the batch */
  change(jobIds: readonly string[], changes: OwnSettings | null): Promise<number>;
  /** Only jobs that wait for Start. @throws CleartakeError notFound */
  moveToConnection(jobIds: readonly string[], connectionId: string): Promise<number>;
  /** What it would cost to restore finished jobs once more over another connection. @throws CleartakeError notFound */
  quoteSending(request: SendRequest): QuoteView;
  /** Does so, with new jobs that start at once. @returns the new jobs @throws CleartakeError notFound */
  send(request: SendRequest): Promise<string[]>;
  /** What it would cost to restore recordings of the history once more, over their connections. */
  quoteAgain(request: AgainRequest): QuoteView;
  /** Does so, with new jobs that start at once. @returns the new jobs @throws as restoreAgain */
  restoreAgain(request: AgainRequest, maxCost: number | null): Promise<string[]>;
  /** What trying the worst minute of a finished job costs. @throws CleartakeError notFound, notPossibleNow */
  quoteExcerpt(request: ExcerptRequest): ExcerptQuote;
  /** Does so. @returns the job of the excerpt @throws as tryExcerpt */
  tryExcerpt(request: ExcerptRequest, maxCost: number | null): Promise<string>;
  /** The results of these jobs are kept: they aren't marked anymore. */
  keep(jobIds: readonly string[]): Promise<number>;
  /** @throws CleartakeError notFound, notPossibleNow */
  addModel(jobId: string, model: ModelId): void;
  /** @param before null for the end of the queue. @throws CleartakeError notFound */
  move(jobIds: readonly string[], before: string | null): Promise<number>;
  /** They take the order in which they are given, within their priority. */
  arrange(jobIds: readonly string[]): Promise<number>;
  prioritize(jobIds: readonly string[], priority: Priority): Promise<number>;
  /** Changes the cap of the batch that a job was started in. @throws CleartakeError notFound */
  setBatchCap(jobId: string, maxCost: number | null): void;
  /** The person agrees to what jobs cost now that wait because it is more than quoted. */
  agree(jobIds: readonly string[]): Promise<number>;
  /** Caps or prices have changed: what waits for room may continue. */
  capsChanged(): void;
  pause(jobIds: readonly string[]): Promise<number>;
  resume(jobIds: readonly string[]): Promise<number>;
  cancel(jobIds: readonly string[]): Promise<number>;
  /** Finished jobs are retried when an output of theirs is gone: it is written again, and nothing is paid. */
  retry(jobIds: readonly string[]): Promise<number>;
  /** Paid results that aren't on this computer are downloaded, and nothing is paid. @param type the only one that will do, or null */
  downloadAgain(jobIds: readonly string[], type: string | null): Promise<DownloadAgainReport>;
  /** Retries a failed job in the transaction in which `write` says why. @throws CleartakeError notFound */
  retryWith(jobId: string, write: () => void): void;
  /** Started jobs that are not over are skipped. @param told called for each removed job */
  remove(jobIds: readonly string[], told: (jobId: string) => void): Promise<number>;
  /** Removes everything that is done or cancelled. @returns what was removed */
  clearFinished(told: (jobId: string) => void): Promise<string[]>;
  /** Undoes a removal. Recordings whose copy in the library is gone stay removed. */
  restore(jobIds: readonly string[]): Promise<number>;
  /** @throws CleartakeError notFound, notPossibleNow */
  acceptTruncated(jobId: string): void;
  /** Delivers what was held back; jobs that aren't in review are skipped. */
  accept(jobIds: readonly string[]): Promise<number>;
  /** Restores a recording in review again. @returns the new job @throws CleartakeError notPossibleNow, costsMoreThanQuoted */
  redo(jobId: string, maxCost: number | null, told: (jobId: string) => void): string;
  /** @throws CleartakeError notFound, notPossibleNow */
  answer(jobId: string, answer: 'check-again' | 'start-again'): void;
}

export function createControl(
  context: QuotePorts & Pick<QueueContext, 'engine' | 'paths' | 'ports' | 'runs' | 'transitions'>,
  runner: Runner,
  discarded: Pick<DiscardedCopies, 'add'>,
  standstill: Standstill,
  lengths: Pick<ProbeQueue, 'count'>,
): Control {
  const { connections, ports, store, transitions } = context;
  const excerptInTurn = createTurns();

  function find(jobId: string): JobRow {
    const job = store.jobs.find(jobId);
    if (job === undefined || job.removedAt !== null) throw new CleartakeError('notFound', { detail: 'job' });
    return job;
  }

  /** @returns the jobs that `change` changed */
  async function each(jobIds: readonly string[], change: (job: JobRow) => boolean): Promise<JobRow[]> {
    const changed: JobRow[] = [];
    await inChunks(store, jobIds, (part) => {
      for (const job of store.jobs.many(part)) if (job.removedAt === null && change(job)) changed.push(job);
    });
    return changed;
  }

  /** These jobs begin, also in a program that leaves earlier work. */
  function takeOn(jobIds: readonly string[]): void {
    for (const batchId of new Set(store.jobs.many(jobIds).map((job) => job.batchId))) runner.holdBatch(batchId)();
  }

  async function interrupt(jobs: readonly JobRow[]): Promise<JobRow[]> {
    const running = jobs.filter((job) => runner.isRunning(job.id));
    await Promise.all(running.map((job) => runner.interrupt(job.id)));
    return running;
  }

  /** Resuming or retrying a job implies that billing is fixed. */
  function unparkFor(jobs: readonly JobRow[]): void {
    const wanted = new Set(jobs.map((job) => job.connectionId));
    for (const { id, parked } of connections.list()) if (parked !== null && wanted.has(id)) void runner.unpark(id);
    runner.wake();
  }

  /** Runs inside the caller's transaction. */
  function retryJob(job: JobRow): boolean {
    if (transitions.job(job.id, { kind: 'retry' }) === null) return false;
    const isDoubted = job.state.kind === 'failed' && job.state.error.code === 'resultOfOtherLength';
    for (const generation of store.generations.ofJob(job.id)) {
      context.runs.generations.change(generation.id, { odd: NONE_ODD });
      if (generation.stateKind === 'failed') transitions.generation(generation.id, { kind: 'retry' });
      const result = isDoubted ? store.results.get(generation.id) : undefined;
      if (result !== undefined && hasOtherLength(store.recordings.get(job.recordingId), result))
        transitions.generation(generation.id, { kind: 'fetch-again' });
    }
    if (job.tries > 0) store.jobs.update(job.id, { tries: 0 });
    return true;
  }

  function retryWith(job: JobRow, write: () => void): void {
    store.transaction(() => {
      write();
      retryJob(job);
    });
    unparkFor([job]);
  }

  /** At once, so that a command which follows these jobs sees them continue. */
  function capsChanged(): void {
    resumeWithinCaps(context);
    runner.wake();
  }

  /** Cancels their work at the built-in service; nobody waits for that. */
  async function abandonAll(jobs: readonly { readonly id: string }[]): Promise<void> {
    // The last first: otherwise the service would begin the next one as an earlier one is cancelled.
    for (const [index, job] of jobs.toReversed().entries()) {
      await abandonGenerations(context, job.id);
      // Jobs without remote work are skipped without waiting: yield to the event loop.
      if (index % CHUNK_ROWS === CHUNK_ROWS - 1) await new Promise(setImmediate);
    }
  }

  async function remove(jobIds: readonly string[], told: (jobId: string) => void): Promise<JobRow[]> {
    const removed = await each(jobIds, (job) => {
      if (job.admittedAt !== null && !isFinal(job.state)) return false;
      store.jobs.update(job.id, { removedAt: ports.clock.now() });
      told(job.id);
      return true;
    });
    discarded.add(removed);
    return removed;
  }

  return {
    async quote(request) {
      const { uncounted, view } = await quoteStart(context, request);
      lengths.count(uncounted);
      return view;
    },
    async start(request) {
      const started = await startJobs(context, request);
      runner.wake();
      return started;
    },
    change: (jobIds, changes) => changeSettings(context, runner, jobIds, changes),
    moveToConnection: (jobIds, connectionId) => moveToConnection(context, jobIds, connectionId),
    quoteSending: (request) => quoteSending(context, request),
    quoteAgain: (request) => quoteAgain(context, request),
    async restoreAgain(request, maxCost) {
      const added = await restoreAgain(context, request, maxCost);
      takeOn(added);
      return added;
    },
    quoteExcerpt: (request) => quoteExcerpt(context, request),
    async tryExcerpt(request, maxCost) {
      const jobId = await excerptInTurn(() => tryExcerpt(context, request, maxCost));
      takeOn([jobId]);
      return jobId;
    },
    keep: (jobIds) => keepMarked(context, jobIds),
    async send(request) {
      const sent = await send(context, request);
      takeOn(sent);
      return sent;
    },
    setBatchCap(jobId, maxCost) {
      store.batches.setMaxCost(find(jobId).batchId, maxCost);
      capsChanged();
    },
    async agree(jobIds) {
      const agreed = await each(
        jobIds,
        (job) => agreeToPrice(context, job) && transitions.job(job.id, { kind: 'resume' }) !== null,
      );
      runner.wake();
      return agreed.length;
    },
    capsChanged,
    addModel(jobId, model) {
      addModel(context, jobId, model);
      runner.wake();
    },
    move: (jobIds, before) => moveJobs(context, jobIds, before),
    async arrange(jobIds) {
      const moved = await arrangeJobs(context, jobIds);
      runner.wake();
      return moved;
    },
    async prioritize(jobIds, priority) {
      const changed = await prioritizeJobs(context, jobIds, priority);
      runner.wake();
      return changed;
    },
    async pause(jobIds) {
      const paused = await each(jobIds, (job) => transitions.job(job.id, { kind: 'pause' }) !== null);
      standstill.refresh();
      await interrupt(paused);
      // A start may just have been sent: its restoration stands still once it is known.
      standstill.refresh();
      for (const { id } of paused) transitions.touch(id);
      return paused.length;
    },
    async resume(jobIds) {
      const resumed = await each(jobIds, (job) => transitions.job(job.id, { kind: 'resume' }) !== null);
      standstill.refresh();
      unparkFor(resumed);
      return resumed.length;
    },
    async cancel(jobIds) {
      const cancelled = await each(jobIds, (job) => {
        if (transitions.job(job.id, { kind: 'cancel' }) === null) return false;
        if (!runner.isRunning(job.id)) transitions.job(job.id, { kind: 'stopped' });
        return true;
      });
      for (const job of await interrupt(cancelled)) transitions.job(job.id, { kind: 'stopped' });
      void abandonAll(cancelled).then(standstill.refresh);
      return cancelled.length;
    },
    async retry(jobIds) {
      const lost = await forgetLostOutputs(context, jobIds);
      const retried = await each(jobIds, (job) =>
        job.state.kind === 'done'
          ? lost.has(job.id) && transitions.job(job.id, { kind: 'extend' }) !== null
          : retryJob(job),
      );
      unparkFor(retried);
      return retried.length;
    },
    async downloadAgain(jobIds, type) {
      const report = await downloadAgain(context, jobIds, type);
      takeOn(report.downloading);
      for (const id of report.downloading) transitions.touch(id);
      runner.wake();
      return report;
    },
    retryWith: (jobId, write) => retryWith(find(jobId), write),
    remove: async (jobIds, told) => (await remove(jobIds, told)).length,
    async clearFinished(told) {
      return (await remove(store.jobs.clearable(), told)).map((job) => job.id);
    },
    restore: (jobIds) => restoreRemoved(context, jobIds),
    acceptTruncated(jobId) {
      const job = find(jobId);
      if (job.state.kind !== 'failed' || job.state.error.code !== 'mediaTruncated')
        throw new CleartakeError('notPossibleNow');
      retryWith(job, () => store.recordings.update(job.recordingId, { acceptTruncated: true }));
    },
    async accept(jobIds) {
      const accepted = await acceptHeld(context, jobIds);
      runner.wake();
      return accepted;
    },
    redo(jobId, maxCost, told) {
      const id = redoHeld(context, jobId, maxCost, told);
      runner.wake();
      return id;
    },
    answer(jobId, answer) {
      const job = find(jobId);
      const open = store.generations.ofJob(jobId).find((generation) => generation.stateKind === 'needs-you');
      if (job.state.kind !== 'needs-you' || open === undefined) throw new CleartakeError('notPossibleNow');
      store.transaction(() => {
        if (answer === 'start-again') startAgain(context, open);
        else transitions.generation(open.id, { kind: 'check-again' });
        transitions.job(jobId, { kind: 'answer' });
      });
      runner.wake();
    },
  };
}
