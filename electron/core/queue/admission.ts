/** Admission: what may start. Before Start a job is a row with a quote; Start gives it its generations. */

import type { QuoteView } from '../../../shared/contract/queue.ts';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isSettled } from '../../../shared/domain/generation-state.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import { type MicroUsd, type Quote, quoteGeneration, sumQuotes } from '../../../shared/domain/money.ts';
import type { DeskPorts } from '../ports.ts';
import type { Store } from '../store/open-store.ts';
import { inChunks } from '../store/open-store.ts';
import { mayReuse, type Promised } from '../store/statements/earlier-results.ts';
import type { NotStarted } from '../store/tables/jobs.ts';
import { RESULT } from '../strings.ts';
import type { QueueContext } from './queue-context.ts';

/** Jobs whose earlier results are looked up together. */
const JOBS_AT_ONCE = 1000;

/** Jobs that wait for Start: the given ones, or all. */
function notStarted({ store }: Pick<QueueContext, 'store'>, jobIds: readonly string[] | undefined): NotStarted[] {
  const rows = store.jobs.notStarted();
  if (jobIds === undefined) return rows;
  const wanted = new Set(jobIds);
  return rows.filter((job) => wanted.has(job.id));
}

function pricesOf({
  connections,
}: Pick<QueueContext, 'connections'>): ReadonlyMap<string, Readonly<Record<ModelId, number | null>>> {
  return new Map(connections.list().map(({ id, prices }) => [id, prices]));
}

/** By job, then by model: the earlier paid generation to reuse. */
type PaidBefore = ReadonlyMap<string, ReadonlyMap<ModelId, string>>;

/** What jobs that wait for Start need not pay again: the earlier result exists, by path and size, or can still be downloaded. */
async function paidBefore(
  { ports, store }: Pick<QueueContext, 'ports' | 'store'>,
  preset: BatchPreset,
  jobs: readonly NotStarted[],
): Promise<PaidBefore> {
  const isThere = async ({ path, bytes }: Promised) =>
    path === null || (await ports.files.facts(path).catch(() => null))?.bytes === bytes;
  const found = new Map<string, Map<ModelId, string>>();
  const ids = preset.reuse === false ? [] : jobs.map((job) => job.id);
  for (let start = 0; start < ids.length; start += JOBS_AT_ONCE) {
    const promised = store.earlierResults.ofWaiting(ids.slice(start, start + JOBS_AT_ONCE), preset);
    const there = await Promise.all(promised.map(isThere));
    for (const [index, { jobId, model, generationId }] of promised.entries()) {
      const models = found.get(jobId) ?? new Map<ModelId, string>();
      if (there[index] === true && !models.has(model)) found.set(jobId, models.set(model, generationId));
    }
    await new Promise(setImmediate);
  }
  return found;
}

/** What starting the jobs would cost, each over its own connection. */
export async function quoteStart(
  context: Pick<QueueContext, 'connections' | 'ports' | 'store'>,
  preset: BatchPreset,
  jobIds: readonly string[] | undefined,
): Promise<QuoteView> {
  const jobs = notStarted(context, jobIds);
  const earlier = await paidBefore(context, preset, jobs);
  const prices = pricesOf(context);
  const quotes: Quote[] = [];
  let durationSeconds = 0;
  let unmeasured = 0;
  let unmeasuredMayCost = false;
  let reusable = 0;
  let amountAddedByMinimum: number | null = 0;
  for (const job of jobs) {
    if (job.durationSeconds === null) unmeasured += 1;
    durationSeconds += job.durationSeconds ?? 0;
    for (const model of preset.models) {
      const price = prices.get(job.connectionId)?.[model] ?? null;
      if (mayReuse(preset, price) && earlier.get(job.id)?.has(model) === true) {
        reusable += 1;
        continue;
      }
      if (job.durationSeconds === null && price !== 0) unmeasuredMayCost = true;
      const quote = job.durationSeconds === null ? unmeasuredQuote(price) : quoteGeneration(job.durationSeconds, price);
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
    unmeasuredMayCost,
  };
}

/** Counts nothing yet. Without a price the amount stays unknown, whatever the length. */
function unmeasuredQuote(price: MicroUsd | null): Quote {
  return { billableSeconds: 0, secondsAddedByMinimum: 0, amount: price === null ? null : 0 };
}

/** Starts jobs with the preset. @returns how many were started */
export async function startJobs(
  context: Pick<QueueContext, 'connections' | 'ports' | 'store' | 'transitions'>,
  preset: BatchPreset,
  jobIds: readonly string[] | undefined,
): Promise<number> {
  const { ports, store, transitions } = context;
  const prices = pricesOf(context);
  const jobs = notStarted(context, jobIds);
  const earlier = await paidBefore(context, preset, jobs);
  let started = 0;
  await inChunks(store, jobs, (part) => {
    for (const job of part) {
      if (!store.jobs.admit(job.id, preset, ports.clock.now())) continue;
      const { id, connectionId } = job;
      // It may have been measured meanwhile.
      const durationSeconds = job.durationSeconds ?? store.recordings.get(job.recordingId).durationSeconds;
      insertGenerations(ports, store, id, preset, durationSeconds, prices.get(connectionId), earlier.get(id));
      transitions.touch(job.id);
      started += 1;
    }
  });
  return started;
}

/**
 * Gives a finished job another model. The job is prepared again: it gets a quote at the present price and reuses earlier paid work. If a
 * result shows that the job's project has the recording, it is not uploaded again.
 * @throws CleartakeError notPossibleNow while the job is at work, or when it already has the model
 */
export function addModel(
  context: Pick<QueueContext, 'ports' | 'store' | 'transitions'>,
  jobId: string,
  model: ModelId,
): void {
  const { ports, store, transitions } = context;
  const job = store.jobs.find(jobId);
  if (job === undefined || job.removedAt !== null) throw new CleartakeError('notFound', { detail: 'job' });
  const generations = store.generations.ofJob(jobId);
  if (generations.some((generation) => generation.model === model)) {
    throw new CleartakeError('notPossibleNow', { parts: RESULT.modelPresent });
  }
  if (generations.length === 0 || !generations.every((generation) => isSettled(generation.state))) {
    throw new CleartakeError('notPossibleNow', { parts: RESULT.modelTooEarly });
  }
  store.transaction(() => {
    if (transitions.job(jobId, { kind: 'extend' }) === null) throw new CleartakeError('notPossibleNow');
    insertGenerations(ports, store, jobId, { ...job.preset, models: [model] }, null, undefined);
  });
}

/**
 * Writes a job's generations with their quotes, as far as the length is known. Runs inside the caller's transaction.
 * @param earlier generations that the quote counted as already paid: if one cannot be reused after all, the job fails instead of paying for
 *   it unasked
 */
export function insertGenerations(
  ports: Pick<DeskPorts, 'clock' | 'newId'>,
  store: Store,
  jobId: string,
  preset: BatchPreset,
  durationSeconds: number | null,
  prices: Readonly<Record<ModelId, number | null>> | undefined,
  earlier?: ReadonlyMap<ModelId, string>,
): void {
  for (const model of new Set(preset.models)) {
    const price = prices?.[model] ?? null;
    const quote = durationSeconds === null ? null : quoteGeneration(durationSeconds, price);
    store.generations.insert({
      id: ports.newId(),
      jobId,
      model,
      stateKind: 'ready',
      state: { kind: 'ready' },
      billableSeconds: quote?.billableSeconds ?? null,
      amount: quote?.amount ?? null,
      reusedFrom: mayReuse(preset, price) ? (earlier?.get(model) ?? null) : null,
      createdAt: ports.clock.now(),
    });
  }
}
