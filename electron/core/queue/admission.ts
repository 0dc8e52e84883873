/** Admission: what may begin. Before Start a job is a row with a quote; with Start it gets its generations. */

import type { QuoteView } from '../../../shared/contract/queue.ts';
import type { BatchPreset } from '../../../shared/domain/batch-preset.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isSettled } from '../../../shared/domain/generation-state.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import { type Quote, quoteGeneration, sumQuotes } from '../../../shared/domain/money.ts';
import type { JobRow } from '../store/schema.ts';
import type { QueueContext } from './queue-context.ts';
import { quoteGenerations } from './stages/prepare.ts';

/** Jobs not started yet: those named, or all. */
function notStarted(context: QueueContext, jobIds: readonly string[] | undefined): JobRow[] {
  const rows = context.store.jobs.notStarted().filter((job) => job.state.kind === 'queued');
  if (jobIds === undefined) return rows;
  const wanted = new Set(jobIds);
  return rows.filter((job) => wanted.has(job.id));
}

/** What starting them would cost over the connection that they were added for. */
export function quoteStart(
  context: QueueContext,
  preset: BatchPreset,
  jobIds: readonly string[] | undefined,
): QuoteView {
  const { store } = context;
  const jobs = notStarted(context, jobIds);
  const quotes: Quote[] = [];
  let durationSeconds = 0;
  let unmeasured = 0;
  let amountAddedByMinimum: number | null = 0;
  for (const job of jobs) {
    const seconds = store.recordings.get(job.recordingId).durationSeconds;
    if (seconds === null) {
      unmeasured += 1;
      continue;
    }
    durationSeconds += seconds;
    const prices = store.connections.get(job.connectionId)?.prices;
    for (const model of preset.models) {
      const price = prices?.[model] ?? null;
      const quote = quoteGeneration(seconds, price);
      quotes.push(quote);
      amountAddedByMinimum =
        price === null || amountAddedByMinimum === null
          ? null
          : amountAddedByMinimum + quote.secondsAddedByMinimum * price;
    }
  }
  const { amount, billableSeconds, secondsAddedByMinimum } = sumQuotes(quotes);
  const generations = jobs.length * preset.models.length;
  return {
    recordings: jobs.length,
    generations,
    durationSeconds,
    billableSeconds,
    secondsAddedByMinimum,
    amount,
    amountAddedByMinimum,
    unmeasured,
  };
}

/** Admits them with the preset. @returns how many were started */
export function startJobs(context: QueueContext, preset: BatchPreset, jobIds: readonly string[] | undefined): number {
  const { ports, store, transitions } = context;
  const jobs = notStarted(context, jobIds);
  for (let start = 0; start < jobs.length; start += 500) {
    const chunk = jobs.slice(start, start + 500);
    store.transaction(() => {
      for (const job of chunk) {
        store.jobs.admit(job.id, preset, job.connectionId, ports.clock.now());
        for (const model of new Set(preset.models)) insertGeneration(context, job.id, model);
        quoteGenerations(context, job, store.recordings.get(job.recordingId));
      }
    });
    for (const job of chunk) transitions.touch(job.id);
  }
  return jobs.length;
}

/**
 * Gives a finished job another model: a new generation on the same project, nothing uploaded again.
 * @throws CleartakeError notPossibleNow while the job is at work, or when it has the model already
 */
export function addModel(context: QueueContext, jobId: string, model: ModelId): void {
  const { store, transitions } = context;
  const job = store.jobs.find(jobId);
  if (job === undefined || job.removedAt !== null) throw new CleartakeError('notFound', { detail: 'job' });
  const generations = store.generations.ofJob(jobId);
  if (generations.some((generation) => generation.model === model)) {
    throw new CleartakeError('notPossibleNow', {
      userMessage: 'This recording has a result of that model already. Nothing was changed.',
    });
  }
  if (job.projectId === null || !generations.every((generation) => isSettled(generation.state))) {
    throw new CleartakeError('notPossibleNow', {
      userMessage: 'Another model can be added once the recording is done. Nothing was changed.',
    });
  }
  store.transaction(() => {
    if (transitions.job(jobId, { kind: 'extend' }) === null) throw new CleartakeError('notPossibleNow');
    insertGeneration(context, jobId, model);
    quoteGenerations(context, job, store.recordings.get(job.recordingId));
  });
}

function insertGeneration(context: QueueContext, jobId: string, model: ModelId): void {
  const { ports, store } = context;
  store.generations.insert({
    id: ports.newId(),
    jobId,
    model,
    stateKind: 'ready',
    state: { kind: 'ready' },
    createdAt: ports.clock.now(),
  });
}
