/**
 * Tries a part of a finished recording at a service, its worst minute or a passage: the part is cut out and becomes a job of its own, beside
 * the same part of the results that there are. Nothing is sent before the job is written, and asking again for the same never pays again.
 */

import path from 'node:path';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { priceOf } from '../../../../shared/domain/models.ts';
import { quoteGeneration, sumQuotes } from '../../../../shared/domain/money.ts';
import { toSourceError } from '../../../platform/files/file-errors.ts';
import { hasOtherLength } from '../../library/result-bounds.ts';
import { unchangedFacts } from '../../library/unchanged.ts';
import type { HeardPart, JobRow } from '../../store/schema.ts';
import { insertGenerations } from '../admission.ts';
import type { Engines, QueueContext } from '../parts/queue-context.ts';
import { type ExcerptPlan, type ExcerptRequest, earlierExcerpts, planExcerpt } from './quote-excerpt.ts';

type ExcerptContext = Engines;

/**
 * Calls have to follow one another: two for the same minute would both pay.
 * @param maxCost micro-USD, as it was shown: nothing is started that costs more. Null where no price was known
 * @returns the job of the excerpt, which may be an earlier one
 * @throws CleartakeError notFound, notPossibleNow, costsMoreThanQuoted, sourceMissing, sourceChanged, and as the engine's `cut`
 */
export async function tryExcerpt(
  context: ExcerptContext,
  request: ExcerptRequest,
  maxCost: number | null,
): Promise<string> {
  const { ports } = context;
  const plan = planExcerpt(context, request);
  if (plan === null) throw new CleartakeError('notPossibleNow');
  const known = knownJob(context, plan);
  if (known !== null) return known;
  refuseCostlier(context, plan, maxCost);
  await cutMinute(context, plan);
  ports.pass('excerpt:cut');
  const jobId = ports.newId();
  const heard = await cutResults(context, plan, jobId);
  ports.pass('excerpt:results-cut');
  return await write(context, plan, jobId, heard);
}

/** One that is under way over this connection, or has the results of all models. */
function knownJob({ store }: Pick<QueueContext, 'store'>, { connection, file, preset }: ExcerptPlan): string | null {
  const fits = (job: JobRow) => {
    if (job.connectionId !== connection.id || job.removedAt !== null) return false;
    if (job.stateKind === 'failed' || job.stateKind === 'cancelled') return false;
    const models = store.generations.ofJob(job.id).map(({ model }) => model);
    return job.stateKind !== 'done' || preset.models.every((model) => models.includes(model));
  };
  return store.recordings.jobsOf(file).find(fits)?.id ?? null;
}

/** @throws CleartakeError costsMoreThanQuoted */
function refuseCostlier({ store }: Pick<QueueContext, 'store'>, plan: ExcerptPlan, maxCost: number | null): void {
  const { connection, preset } = plan;
  const earlier = earlierExcerpts(store, plan);
  const paid = preset.models.filter((model) => !earlier.has(model));
  const { amount } = sumQuotes(
    paid.map((model) => quoteGeneration(secondsOf(plan), priceOf(connection.prices, model))),
  );
  if (maxCost !== null && amount !== null && amount > maxCost) throw new CleartakeError('costsMoreThanQuoted');
}

function secondsOf({ minute: { frames, sampleRate } }: ExcerptPlan): number {
  return frames / sampleRate;
}

/** An earlier cut is as good: its name tells what is in it, and it got that name when it was complete. */
async function cutMinute({ engine, ports }: ExcerptContext, { file, minute, recording }: ExcerptPlan): Promise<void> {
  const { files } = ports;
  const isThere = await files.facts(file).catch(() => null);
  if (isThere !== null) return;
  await requireSame(ports, recording);
  await files.makeFolder(path.dirname(file));
  const { fromFrame, frames } = minute;
  await engine.request('cut', { input: recording.path, output: file, fromFrame, frames });
  await requireSame(ports, recording).catch(async (failure: unknown) => {
    await files.remove(file);
    throw failure;
  });
}

/** The minute is found by what was scanned. @throws CleartakeError sourceMissing, sourceChanged */
async function requireSame(
  { files }: Pick<QueueContext['ports'], 'files'>,
  recording: ExcerptPlan['recording'],
): Promise<void> {
  const same = await unchangedFacts(files, recording).catch((failure: unknown) => {
    throw toSourceError(failure);
  });
  if (same === null) throw new CleartakeError('sourceChanged');
}

/** The same minute of the results that there are, for comparison. One that is gone is left out. */
async function cutResults(
  { engine, paths, ports, store }: ExcerptContext,
  { minute, recording, source }: ExcerptPlan,
  jobId: string,
): Promise<HeardPart[]> {
  const parts: HeardPart[] = [];
  const connection = store.connections.get(source.connectionId)?.name ?? '';
  for (const { id: generationId, model } of store.generations.ofJob(source.id)) {
    const result = store.results.get(generationId);
    if (result === undefined || hasOtherLength(recording, result)) continue;
    const place = paths.excerpt(jobId, generationId);
    const inResult = (frames: number) => Math.round((frames * result.sampleRate) / minute.sampleRate);
    const request = { input: result.path, output: place.file };
    try {
      await ports.files.makeFolder(place.folder);
      await engine.request('cut', {
        ...request,
        fromFrame: inResult(minute.fromFrame),
        frames: inResult(minute.frames),
      });
      const scan = { path: place.file, peaksPath: place.peaks, indexPath: place.index };
      const { channels, frames, measures, sampleRate } = await engine.request('scan', scan);
      parts.push({ generationId, model, connection, frames, sampleRate, channels, measures });
    } catch (failure) {
      ports.log.warn('A result can’t be compared with an excerpt', {
        generation: generationId,
        reason: String(failure),
      });
    }
  }
  return parts;
}

async function write(
  context: ExcerptContext,
  plan: ExcerptPlan,
  jobId: string,
  heard: readonly HeardPart[],
): Promise<string> {
  const { ports, store, transitions } = context;
  const { connection, file, minute, name, preset, source } = plan;
  const { bytes, modifiedAt } = await ports.files.facts(file);
  const at = ports.clock.now();
  const seconds = secondsOf(plan);
  store.transaction(() => {
    const [batchId, recordingId] = [ports.newId(), ports.newId()];
    store.batches.insert({ id: batchId, createdAt: at, maxCost: null });
    store.recordings.insert({
      ...{ id: recordingId, path: file, realPath: file, origin: 'managed', name, folder: '', bytes, modifiedAt },
      ...{ durationSeconds: seconds, countedSeconds: seconds, addedAt: at },
    });
    store.jobs.insert({
      ...{ id: jobId, batchId, recordingId, connectionId: connection.id, position: store.jobs.nextPosition() },
      preset: { ...preset, excerpt: { of: source.id, ...minute, heard } },
      stateKind: 'queued',
      state: { kind: 'queued' },
      admittedAt: at,
      createdAt: at,
    });
    const earlier = earlierExcerpts(store, plan);
    insertGenerations(context, { job: store.jobs.get(jobId), preset, seconds, prices: connection.prices, earlier });
  });
  transitions.touch(jobId);
  return jobId;
}
