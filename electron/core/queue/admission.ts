/** Admission: what may begin. Before Start a job is a row with a quote; with Start it gets its generations. */

import type { QuoteView } from '../../../shared/contract/queue.ts';
import type { BatchPreset } from '../../../shared/domain/batch-preset.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isSettled } from '../../../shared/domain/generation-state.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import { type Quote, quoteGeneration, sumQuotes } from '../../../shared/domain/money.ts';
import type { DeskPorts } from '../ports.ts';
import { mayReuse } from '../store/earlier-results.ts';
import type { Store } from '../store/open-store.ts';
import { inChunks } from './in-chunks.ts';
import type { QueueContext } from './queue-context.ts';

/** Jobs not started yet: those named, or all. */
function notStarted({ store }: QueueContext, jobIds: readonly string[] | undefined) {
  const rows = store.jobs.notStarted();
  if (jobIds === undefined) return rows;
  const wanted = new Set(jobIds);
  return rows.filter((job) => wanted.has(job.id));
}

function pricesOf({ connections }: QueueContext): ReadonlyMap<string, Readonly<Record<ModelId, number | null>>> {
  return new Map(connections.list().map(({ id, prices }) => [id, prices]));
}

/** What starting them would cost over the connection that they were added for. */
export function quoteStart(
  context: QueueContext,
  preset: BatchPreset,
  jobIds: readonly string[] | undefined,
): QuoteView {
  const jobs = notStarted(context, jobIds);
  const prices = pricesOf(context);
  const earlier = context.store.earlierResults.ofWaiting(preset);
  const quotes: Quote[] = [];
  let durationSeconds = 0;
  let unmeasured = 0;
  let reusable = 0;
  let amountAddedByMinimum: number | null = 0;
  for (const job of jobs) {
    if (job.durationSeconds === null) {
      unmeasured += 1;
      continue;
    }
    durationSeconds += job.durationSeconds;
    for (const model of preset.models) {
      const price = prices.get(job.connectionId)?.[model] ?? null;
      if (mayReuse(preset, price) && earlier.get(job.id)?.has(model) === true) {
        reusable += 1;
        continue;
      }
      const quote = quoteGeneration(job.durationSeconds, price);
      quotes.push(quote);
      amountAddedByMinimum =
        price === null || amountAddedByMinimum === null
          ? null
          : amountAddedByMinimum + quote.secondsAddedByMinimum * price;
    }
  }
  const { amount, billableSeconds, secondsAddedByMinimum } = sumQuotes(quotes);
  return {
    recordings: jobs.length,
    generations: jobs.length * preset.models.length,
    durationSeconds,
    billableSeconds,
    secondsAddedByMinimum,
    amount,
    amountAddedByMinimum,
    reusable,
    unmeasured,
  };
}

/** Admits them with the preset. @returns how many were started */
export async function startJobs(
  context: QueueContext,
  preset: BatchPreset,
  jobIds: readonly string[] | undefined,
): Promise<number> {
  const { ports, store, transitions } = context;
  const prices = pricesOf(context);
  let started = 0;
  await inChunks(store, notStarted(context, jobIds), (part) => {
    for (const job of part) {
      if (!store.jobs.admit(job.id, preset, ports.clock.now())) continue;
      insertGenerations(ports, store, job.id, preset.models, job.durationSeconds, prices.get(job.connectionId));
      transitions.touch(job.id);
      started += 1;
    }
  });
  return started;
}

/**
 * Gives a finished job another model: a new generation on the same project, nothing uploaded again.
 * @throws CleartakeError notPossibleNow while the job is at work, or when it has the model already
 */
export function addModel(context: QueueContext, jobId: string, model: ModelId): void {
  const { ports, store, transitions } = context;
  const job = store.jobs.find(jobId);
  if (job === undefined || job.removedAt !== null) throw new CleartakeError('notFound', { detail: 'job' });
  const generations = store.generations.ofJob(jobId);
  if (generations.some((generation) => generation.model === model)) {
    throw new CleartakeError('notPossibleNow', {
      userMessage: 'This recording has a result of that model already. Nothing was changed.',
    });
  }
  if (generations.length === 0 || !generations.every((generation) => isSettled(generation.state))) {
    throw new CleartakeError('notPossibleNow', {
      userMessage: 'Another model can be added once the recording is done. Nothing was changed.',
    });
  }
  const { durationSeconds } = store.recordings.get(job.recordingId);
  store.transaction(() => {
    if (transitions.job(jobId, { kind: 'extend' }) === null) throw new CleartakeError('notPossibleNow');
    insertGenerations(ports, store, jobId, [model], durationSeconds, store.connections.get(job.connectionId)?.prices);
    // Its results were taken over from an earlier job: it was never sent.
    if (job.projectId === null) transitions.job(jobId, { kind: 'enter', stage: 'uploading' });
  });
}

/** Writes a job's generations with their quotes, as far as the length is known. Runs inside the caller's transaction. */
export function insertGenerations(
  ports: Pick<DeskPorts, 'clock' | 'newId'>,
  store: Store,
  jobId: string,
  models: readonly ModelId[],
  durationSeconds: number | null,
  prices: Readonly<Record<ModelId, number | null>> | undefined,
): void {
  for (const model of new Set(models)) {
    const quote = durationSeconds === null ? null : quoteGeneration(durationSeconds, prices?.[model] ?? null);
    store.generations.insert({
      id: ports.newId(),
      jobId,
      model,
      stateKind: 'ready',
      state: { kind: 'ready' },
      billableSeconds: quote?.billableSeconds ?? null,
      amount: quote?.amount ?? null,
      createdAt: ports.clock.now(),
    });
  }
}
