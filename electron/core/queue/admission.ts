/** Admission: what may start. Before Start a job is a row with a quote; Start gives it its generations. */

import type { QuoteView } from '../../../shared/contract/queue/queue.ts';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import { rowSettings, withRowSettings } from '../../../shared/domain/batch/row-settings.ts';
import { mayReuse } from '../../../shared/domain/costs/paid-repeats.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isSettled } from '../../../shared/domain/generation-state.ts';
import { isOwnModel, type ModelId, priceOf, type ServiceModelId } from '../../../shared/domain/models.ts';
import { quoteGeneration } from '../../../shared/domain/money.ts';
import { BUILT_IN_ID } from '../connections/connections.ts';
import { rememberedPreset } from '../library/presets/chosen-preset.ts';
import { chosenPresetName } from '../library/presets/presets.ts';
import type { DeskPorts } from '../ports.ts';
import type { Store } from '../store/open-store.ts';
import { inChunks } from '../store/open-store.ts';
import type { JobPreset, JobRow } from '../store/schema.ts';
import type { NotStarted } from '../store/tables/jobs.ts';
import { RESULT } from '../strings.ts';
import { promisedResults } from './earlier/charged.ts';
import { findTwins } from './earlier/twins.ts';
import { isMetered, secondsToBill } from './money/meter.ts';
import { type QuotedRecording, type QuotePorts, quoteRecordings } from './money/quote.ts';
import type { Books, Calls, QueueContext } from './parts/queue-context.ts';

/** Which jobs to start, and how. */
export interface AdmissionRequest {
  /** All that wait for Start if absent. */
  readonly jobIds?: readonly string[] | undefined;
  /** Restores, and pays for, recordings again that have an earlier result. */
  readonly restoresAgain?: boolean | undefined;
  /** Most that all of them together may cost, in micro-USD: they become a batch of their own. */
  readonly maxCost?: number | undefined;
}

/** A job that waits for Start, with the settings that it would be started with. */
interface Startable extends NotStarted {
  readonly preset: BatchPreset;
}

function startable({ store }: Pick<QueueContext, 'store'>, { jobIds, restoresAgain }: AdmissionRequest): Startable[] {
  const remembered = rememberedPreset(store);
  const batch = restoresAgain === true ? { ...remembered, reuse: false } : remembered;
  const wanted = jobIds === undefined ? null : new Set(jobIds);
  return store.jobs
    .notStarted()
    .filter((job) => wanted?.has(job.id) !== false)
    .map((job) => {
      const preset = withRowSettings(batch, job.own);
      return { ...job, preset, own: rowSettings(preset, batch) };
    });
}

function pricesOf({
  connections,
}: Pick<QueueContext, 'connections'>): ReadonlyMap<string, Readonly<Record<ServiceModelId, number | null>>> {
  return new Map(connections.list().map(({ id, prices }) => [id, prices]));
}

/** Jobs that wait for Start, each with its settings, and the models of which it will use an earlier result. */
export async function waitingWork(
  context: Books,
  request: Pick<AdmissionRequest, 'jobIds' | 'restoresAgain'>,
): Promise<readonly { readonly job: Startable; readonly reused: { has(model: ModelId): boolean } | undefined }[]> {
  const jobs = startable(context, request);
  const earlier = await promisedResults(context, jobs);
  return jobs.map((job) => ({ job, reused: earlier.get(job.id) }));
}

/**
 * What starting the jobs would cost, each with its own settings over its own connection.
 * @returns `uncounted`: jobs whose length has to be counted for that
 */
export async function quoteStart(
  context: QuotePorts & Books & Pick<QueueContext, 'outputs'>,
  request: AdmissionRequest,
): Promise<{ readonly view: QuoteView; readonly uncounted: readonly string[] }> {
  const jobs = startable(context, request);
  const earlier = await promisedResults(context, jobs);
  const twins = findTwins(context, jobs, earlier);
  const connections = new Map(context.connections.list().map((one) => [one.id, one]));
  const uncounted: string[] = [];
  const recordings = jobs.map((job): QuotedRecording => {
    const { connectionId, id, preset } = job;
    const connection = connections.get(connectionId);
    // A header's length is good enough where nothing is paid.
    const isFree = connection !== undefined && !isMetered(connection, preset.models);
    const seconds = isFree ? job.durationSeconds : secondsToBill(job);
    if (seconds === null) uncounted.push(id);
    return { connectionId, jobId: id, name: job.path, preset, seconds, earlier: earlier.get(id), twins: twins.get(id) };
  });
  const outputProblem = await context.outputs.problemOf(jobs.map((job) => ({ preset: job.preset, source: job })));
  return { view: { ...quoteRecordings(context, recordings), outputProblem }, uncounted };
}

/** Starts jobs, each with its own settings. @returns how many were started @throws CleartakeError ownModelElsewhere, before any */
export async function startJobs(context: Calls, request: AdmissionRequest): Promise<number> {
  const { ports, store, transitions } = context;
  const prices = pricesOf(context);
  const jobs = startable(context, request);
  const earlier = await promisedResults(context, jobs);
  const twins = findTwins(context, jobs, earlier);
  const presetName = chosenPresetName(store);
  for (const { connectionId, preset } of jobs) requireModels(preset.models, connectionId);
  const numbers = new Map(jobs.map(({ id }, index) => [id, index + 1]));
  let started = 0;
  const { maxCost } = request;
  const batchId = maxCost === undefined || jobs.length === 0 ? null : ports.newId();
  if (batchId !== null) store.batches.insert({ id: batchId, createdAt: ports.clock.now(), maxCost: maxCost ?? null });
  await inChunks(store, jobs, (part) => {
    for (const job of part) {
      const follows = twins.get(job.id);
      const numbered = { presetName, n: numbers.get(job.id) ?? 1, of: jobs.length };
      const startedAs = follows === undefined ? numbered : { ...numbered, follows };
      if (!store.jobs.admit({ ...job, preset: { ...job.preset, startedAs } }, ports.clock.now())) continue;
      const { id, connectionId, preset } = job;
      // It may have been measured since the quote: nothing was said about its price then.
      const seconds = secondsToBill(job);
      if (batchId !== null) store.jobs.update(job.id, { batchId });
      insertGenerations(context, {
        job,
        preset,
        seconds,
        prices: prices.get(connectionId),
        earlier: earlier.get(id),
      });
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
export function addModel(context: Books, jobId: string, model: ModelId): void {
  const { store, transitions } = context;
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
    store.jobs.update(jobId, { preset: withoutAgain(job.preset) });
    insertGenerations(context, {
      job,
      preset: { ...job.preset, models: [model] },
      seconds: null,
      prices: undefined,
    });
  });
}

/** That a recording was to be paid again was said of what was started then, and of nothing that comes later. */
export function withoutAgain(preset: JobPreset): JobPreset {
  const { reuse, ...others } = preset;
  return reuse === false ? others : preset;
}

/** What the generations of a job are written from. */
interface NewGenerations {
  readonly job: Pick<JobRow, 'id' | 'connectionId'>;
  readonly preset: BatchPreset;
  /** What would be billed, as the person saw it; null when no price was shown. The start never costs more than agreed here. */
  readonly seconds: number | null;
  readonly prices: Readonly<Record<ServiceModelId, number | null>> | undefined;
  /**
   * Generations that the quote counted as already paid, by model: if one cannot be reused after all, the job fails instead of paying for it
   * unasked.
   */
  readonly earlier?: ReadonlyMap<ModelId, string> | undefined;
}

/** @throws CleartakeError ownModelElsewhere for a model of the person's own at any service but this computer's */
function requireModels(models: readonly ModelId[], connectionId: string): void {
  if (connectionId !== BUILT_IN_ID && models.some(isOwnModel)) throw new CleartakeError('ownModelElsewhere');
}

/** Writes a job's generations with their quotes, as far as the length is known. Runs inside the caller's transaction. */
export function insertGenerations(
  { ports, store }: { readonly ports: Pick<DeskPorts, 'clock' | 'newId'>; readonly store: Pick<Store, 'generations'> },
  { earlier, job: { connectionId, id: jobId }, preset, prices, seconds }: NewGenerations,
): void {
  requireModels(preset.models, connectionId);
  for (const model of new Set(preset.models)) {
    const price = priceOf(prices, model);
    const quote = seconds === null ? null : quoteGeneration(seconds, price);
    store.generations.insert({
      id: ports.newId(),
      jobId,
      connectionId,
      model,
      stateKind: 'ready',
      state: { kind: 'ready' },
      billableSeconds: quote?.billableSeconds ?? null,
      amount: quote?.amount ?? null,
      agreed: quote?.amount ?? null,
      reusedFrom: mayReuse(preset, price) ? (earlier?.get(model) ?? null) : null,
      createdAt: ports.clock.now(),
    });
  }
}
