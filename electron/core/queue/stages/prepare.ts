/** Stage `preparing`: what history has is taken, the whole recording is scanned, and the quote becomes exact. Nothing is sent. */

import { CleartakeError, toCleartakeError } from '../../../../shared/domain/errors.ts';
import { isSettled } from '../../../../shared/domain/generation-state.ts';
import { outputFolder } from '../../library/export/export-task.ts';
import { count, inspect, requireWhole } from '../../library/import/inspect.ts';
import { joinParts } from '../../library/joining/join-parts.ts';
import { hasSameOriginals } from '../../library/made-copies.ts';
import { bothBytesOf } from '../../library/probe-output.ts';
import { requireParts } from '../../library/probe-parts.ts';
import type { JobRow, RecordingRow } from '../../store/schema.ts';
import { RECORDING } from '../../strings.ts';
import { reuseEarlierWork } from '../earlier/reuse.ts';
import { refuseBeyondAgreed } from '../money/agreement.ts';
import { refuseBeyondCap } from '../money/caps.ts';
import { isMetered, presentQuote } from '../money/meter.ts';
import type { Books, Engines, QueueContext } from '../parts/queue-context.ts';
import type { NextStep } from './next-step.ts';
import { waitFor } from './next-step.ts';

export async function prepare(
  context: Engines & Pick<QueueContext, 'outputs' | 'runs' | 'settings'>,
  job: JobRow,
  signal: AbortSignal,
): Promise<NextStep> {
  const { engine, outputs, paths, ports, store } = context;
  const before = store.recordings.get(job.recordingId);
  const isThere = isOnProject(context, job, before);
  const isKnown = isThere || (await isInspected(context, before));
  const scanned = isKnown ? before : await inspect({ engine, files: ports.files, paths, store }, before, signal);
  const repaired = isThere ? scanned : await repairDamaged(context, scanned, signal);
  const recording = isThere ? scanned : await counted(context, job, repaired, signal);
  signal.throwIfAborted();
  requireOneContent(context, job, recording);
  store.progress(() => {
    if (recording !== before) {
      const { contentHash, durationSeconds, frames, sampleRate, channels, hasVideo, carries, measures } = recording;
      const found = { contentHash, durationSeconds, frames, sampleRate, channels, hasVideo, carries, measures };
      store.recordings.update(recording.id, { ...found, countedSeconds: recording.countedSeconds });
    }
    quoteGenerations(context, job);
  });
  if (!isThere) requireWhole(recording);
  refuseOurResult(context, recording);
  const waits = await settleFromHistory(context, job, signal);
  if (waits !== null) return waits;
  refuseUnaffordable(context, job);
  const isPaidNext = store.generations.ofJob(job.id).some(({ stateKind }) => stateKind === 'ready');
  const place = outputFolder(job.preset, recording);
  if (isPaidNext && place !== null) {
    await outputs.require(place, bothBytesOf(job.preset, recording));
    await requireParts({ engine, files: ports.files }, job.preset, recording, signal);
  }
  const isSent = isThere || !isPaidNext;
  return { kind: 'enter', stage: isSent ? 'ready' : 'uploading' };
}

/** Whether a result shows that the job's project has this content: then the file is not needed anymore. */
function isOnProject({ store }: Pick<QueueContext, 'store'>, job: JobRow, { contentHash }: RecordingRow): boolean {
  if (job.projectId === null || contentHash === null) return false;
  return store.generations
    .ofJob(job.id)
    .some((one) => one.stateKind === 'stored' && one.projectId === job.projectId && one.contentHash === contentHash);
}

/** All results of a job have the same content. @throws CleartakeError sourceChanged */
function requireOneContent({ store }: Pick<QueueContext, 'store'>, job: JobRow, { contentHash }: RecordingRow): void {
  const isOfAnother = store.generations
    .ofJob(job.id)
    .filter(({ stateKind }) => stateKind !== 'ready' && stateKind !== 'failed')
    .some((one) => one.contentHash !== null && one.contentHash !== contentHash);
  if (!isOfAnother) return;
  throw new CleartakeError('sourceChanged', {
    parts: RECORDING.changedAfterResult,
  });
}

/** Refuses an output of ours that was moved or renamed and then found in a folder. @throws CleartakeError ownResult */
function refuseOurResult({ store }: Pick<QueueContext, 'store'>, { contentHash, foundInFolder }: RecordingRow): void {
  if (foundInFolder && contentHash !== null && store.results.hasContent(contentHash)) {
    throw new CleartakeError('ownResult');
  }
}

/**
 * If nothing could be started under the caps or at the price agreed to, the recording is not uploaded either.
 * @throws CleartakeError costCapReached, costsMoreThanQuoted
 */
function refuseUnaffordable(context: Books, job: JobRow): void {
  const generations = context.store.generations.ofJob(job.id);
  const ready = generations.filter((generation) => generation.stateKind === 'ready');
  const [first] = ready;
  if (ready.length < generations.length || first === undefined) return;
  for (const generation of ready) refuseBeyondAgreed(generation);
  refuseBeyondCap(context, job, first);
}

/** Writes the quote of each generation that is not started yet, by the recording's exact length. */
function quoteGenerations(context: Pick<QueueContext, 'store'>, job: JobRow): void {
  const { store } = context;
  for (const generation of store.generations.ofJob(job.id)) {
    if (generation.stateKind === 'ready')
      store.generations.update(generation.id, presentQuote(context, job, generation));
  }
}

/**
 * What is there of a recording that is mostly damaged, once the person wants that: services refuse the file itself. It is as long, with silence
 * where nothing can be decoded.
 */
async function repairDamaged(
  { engine, paths, ports, store }: Engines,
  recording: RecordingRow,
  signal: AbortSignal,
): Promise<RecordingRow> {
  const { acceptTruncated, hasVideo, id, madeFrom, measures, origin, path } = recording;
  if (!acceptTruncated || madeFrom !== null || measures?.isDamaged !== true) return recording;
  const { files } = ports;
  const { name: _, ...copy } = await joinParts({ engine, files }, paths.managed, [path], origin, signal);
  const realPath = await files.realPath(copy.path);
  const unread = { contentHash: null, countedSeconds: null, frames: null };
  const made = { ...copy, madeFrom: { ...copy.madeFrom, hasVideo } };
  const changed = { ...made, ...unread, realPath, origin: 'managed' as const };
  store.progress(() => store.recordings.update(id, changed));
  const repaired = await inspect({ engine, files, paths, store }, { ...recording, ...changed }, signal);
  return { ...repaired, measures: repaired.measures && { ...repaired.measures, gaps: measures.gaps } };
}

/** The recording with what a meter counts, where that decides what it costs. If it cannot be counted, the exact length decides. */
async function counted(
  { engine, ports, store }: Engines,
  job: JobRow,
  recording: RecordingRow,
  signal: AbortSignal,
): Promise<RecordingRow> {
  const connection = store.connections.get(job.connectionId);
  if (recording.countedSeconds !== null || connection === undefined || !isMetered(connection)) return recording;
  try {
    return { ...recording, countedSeconds: await count(engine, recording, signal) };
  } catch (failure) {
    signal.throwIfAborted();
    ports.log.warn('A recording could not be counted', { job: job.id, code: toCleartakeError(failure).code });
    return recording;
  }
}

/** Whether the recording was scanned before, is still the same file and has its peaks. */
async function isInspected(context: Pick<QueueContext, 'paths' | 'ports'>, recording: RecordingRow): Promise<boolean> {
  if (recording.frames === null || recording.contentHash === null) return false;
  const [source, peaks] = await Promise.all([
    context.ports.files.facts(recording.path).catch(() => null),
    context.ports.files.facts(context.paths.recording(recording.id).peaks).catch(() => null),
  ]);
  const isWhole = await hasSameOriginals(context.ports.files, recording).catch(() => false);
  return (
    isWhole &&
    peaks !== null &&
    peaks.bytes > 0 &&
    source?.bytes === recording.bytes &&
    source.modifiedAt === recording.modifiedAt
  );
}

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
