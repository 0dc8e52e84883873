/** Rows of the store as the desk shows them. */

import path from 'node:path';
import type { GenerationView, JobView, TimeSpan } from '../../../../shared/contract/views.ts';
import { reassured } from '../../../../shared/domain/errors.ts';
import type { GenerationState } from '../../../../shared/domain/generation-state.ts';
import { isFinal, isWorkingStage, type JobState, reassuredState } from '../../../../shared/domain/job-state.ts';
import { compareModels, priceOf } from '../../../../shared/domain/models.ts';
import { quoteGeneration, sumQuotes } from '../../../../shared/domain/money.ts';
import { type ChannelNote, type OutputNote, outputNotes } from '../../../../shared/domain/quality/channel-notes.ts';
import type { TrackMeasure } from '../../../../shared/domain/quality/measures.ts';
import { type Change, changesOf } from '../../../../shared/domain/quality/outcome.ts';
import { remarksOf } from '../../../../shared/domain/quality/remarks.ts';
import { OTHER_TYPE } from '../../api/result-address.ts';
import { keptResults } from '../../library/take-ids.ts';
import type { MoneyRecords } from '../../store/costs/money-records.ts';
import type { ConnectionRow, GenerationRow, JobRow, RecordingRow, ResultRow } from '../../store/schema.ts';
import { twinOf } from '../earlier/twins.ts';
import type { Estimates } from '../estimates/estimates.ts';
import { secondsToBill } from '../money/meter.ts';
import { priorityOf } from '../order.ts';
import type { Calls, QueueContext } from '../parts/queue-context.ts';
import { isFinishing } from '../pausing/finishing-watch.ts';
import { type Marked, markedOf } from '../sending/marked.ts';
import { uploadSeconds } from '../stages/speed-meter.ts';

export interface ViewPorts extends Calls, Pick<QueueContext, 'pause' | 'runs'> {
  readonly estimates: Pick<Estimates, 'ofJob'>;
}

/** Views of jobs in the given order, with a few queries for any number of jobs. */
export function jobViews(context: ViewPorts, rows: readonly JobRow[]): JobView[] {
  const { store } = context;
  const recordings = new Map(
    inChunks(
      rows.map((row) => row.recordingId),
      (ids) => store.recordings.many(ids),
    ).map((row) => [row.id, row]),
  );
  const connections = new Map(context.connections.list().map((row) => [row.id, row]));
  const generations = Map.groupBy(
    inChunks(
      rows.map((row) => row.id),
      (ids) => store.generations.ofJobs(ids),
    ),
    (row) => row.jobId,
  );
  const stored = [...generations.values()].flat().filter((row) => row.stateKind === 'stored');
  const results = new Map(
    inChunks(
      stored.map((row) => row.id),
      (ids) => store.results.many(ids),
    ).map((row) => [row.generationId, row]),
  );
  const marked = markedAmong(context, rows, generations, results);
  const withResults = rows.filter(({ stateKind }) => HAS_RESULTS.has(stateKind)).map(({ id }) => id);
  const heard = store.measured.heardAmong(withResults);
  const kept = keptResults(store, withResults);
  const shown = rows.filter(
    ({ id, stateKind }) =>
      stateKind === 'failed' ||
      stateKind === 'waiting' ||
      generations.get(id)?.some((generation) => generation.stateKind === 'failed'),
  );
  const money = store.moneyRecords.ofJobs(shown.map((row) => row.id));
  return rows.flatMap((row) => {
    const recording = recordings.get(row.recordingId);
    if (recording === undefined) return [];
    const connection = connections.get(row.connectionId);
    return [
      jobView(context, row, recording, generations.get(row.id) ?? [], connection, {
        ...{ heard, kept, marked, money, results },
      }),
    ];
  });
}

/** Where a person may have heard something. */
const HAS_RESULTS: ReadonlySet<string> = new Set(['done', 'in-review']);

/** Only finished jobs are marked. */
function markedAmong(
  { store }: Pick<ViewPorts, 'store'>,
  rows: readonly JobRow[],
  generations: ReadonlyMap<string, readonly GenerationRow[]>,
  results: ReadonlyMap<string, ResultRow>,
): Marked {
  const measured = rows
    .filter(({ preset, stateKind }) => stateKind === 'done' && preset.excerpt === undefined)
    .flatMap(({ id: jobId }) =>
      (generations.get(jobId) ?? []).flatMap(({ id }) => results.get(id) ?? []).map((result) => ({ ...result, jobId })),
    );
  return markedOf(store, measured);
}

interface KnownFacts {
  readonly heard: ReadonlySet<string>;
  /** By generation id. */
  readonly kept: ReadonlySet<string>;
  readonly marked: Marked;
  readonly money: MoneyRecords;
  /** By generation id. */
  readonly results: ReadonlyMap<string, ResultRow>;
}

function jobView(
  context: ViewPorts,
  job: JobRow,
  recording: RecordingRow,
  generations: readonly GenerationRow[],
  connection: ConnectionRow | undefined,
  { heard, kept, marked, money, results }: KnownFacts,
): JobView {
  const finishing = isFinishing(context, job, generations);
  const views = [...generations]
    .sort((one, other) => compareModels(one.model, other.model))
    .map((row) => ({
      ...generationView(context, row, priceOf(connection?.prices, row.model), results.get(row.id), money),
      kept: kept.has(row.id),
      otherType: otherTypeOf(context, job, results.get(row.id)),
      ...(row.stateKind === 'ready' && twinOf(job, row.model) !== undefined ? { amount: 0 } : {}),
    }));
  return {
    id: job.id,
    batchId: job.batchId,
    priority: priorityOf(job.priority),
    position: job.position,
    name: recording.name,
    folder: recording.folder,
    bytes: recording.bytes,
    durationSeconds: recording.durationSeconds,
    countedSeconds: secondsToBill(recording),
    channels: recording.channels,
    sampleRate: recording.sampleRate,
    channelNotes: notesOf(job, recording, context.runs.jobs.get(job.id).sketched),
    hasVideo: recording.hasVideo,
    started: job.admittedAt !== null,
    own: job.own,
    state: shownState(context, job, finishing, money),
    transfer: context.runs.jobs.get(job.id).transfer,
    generations: views,
    connectionId: job.connectionId,
    connection: connection?.name ?? 'Removed connection',
    secondsLeft: secondsLeft(context, job),
    redoAmount: job.state.kind === 'in-review' ? costAgain(job, recording, connection) : null,
    excerpt: excerptOf(job),
    joined: joinedNames(recording),
    side: sideOf(recording),
    weaknesses: [...(marked.get(job.id) ?? [])],
    changes: job.stateKind === 'done' ? changesIn(recording, views, results) : null,
    heard: heard.has(job.id),
    track: trackOf(recording),
    remarks: [
      ...twinRemark(job),
      ...remarksOf(
        recording.measures,
        recording.frames,
        recording.sampleRate,
        trackOf(recording),
        Math.max(0, ...generations.map(({ id }) => results.get(id)?.measures?.musicFrames ?? 0)),
      ),
    ],
    exportProgress: job.state.kind === 'exporting' ? context.runs.jobs.get(job.id).exportProgress : null,
    finishing,
    addedAt: job.createdAt,
    finishedAt: job.finishedAt,
  };
}

/** By the last of the models that have a result: the best one. */
function changesIn(
  { frames, measures }: RecordingRow,
  generations: readonly Pick<GenerationView, 'id'>[],
  results: ReadonlyMap<string, ResultRow>,
): Change[] | null {
  const best = generations.findLast(({ id }) => results.has(id));
  return changesOf(measures, best === undefined ? null : (results.get(best.id)?.measures ?? null), frames);
}

function twinRemark({ preset: { startedAs } }: JobRow): JobView['remarks'] {
  const [twin] = startedAs?.follows ?? [];
  return twin === undefined ? [] : [{ kind: 'same', as: twin.name }];
}

/** Which of a file's several audio tracks it is; null where it is the only one, and until the headers are read. */
function trackOf({ madeFrom, measures, track }: RecordingRow): TrackMeasure | null {
  if (madeFrom?.kind !== 'track') return track ?? measures?.track ?? null;
  const { language, number, of, title } = madeFrom;
  return { language, number, of, title };
}

function joinedNames({ madeFrom }: RecordingRow): string[] {
  const files = madeFrom?.kind === 'joined' ? madeFrom.files : [];
  // One alone was repaired.
  return files.length > 1 ? files.map((file) => path.basename(file.path)) : [];
}

function sideOf({ madeFrom }: RecordingRow): JobView['side'] {
  if (madeFrom?.kind !== 'side') return null;
  const { files, jobId, side } = madeFrom;
  return { side, of: path.basename(files[0]?.path ?? ''), isRevertible: jobId !== undefined };
}

/**
 * Before Start, settings may still change: the page knows them.
 * @param sketched what its sketch says, as long as there are no measures
 */
function notesOf(
  { admittedAt, preset }: JobRow,
  { channels, hasVideo, measures, sampleRate }: RecordingRow,
  sketched: readonly ChannelNote[],
): JobView['channelNotes'] {
  const { channelNotes: ofChannels = [], savedAs } = measures ?? { channelNotes: channels === 2 ? sketched : [] };
  const channelNotes: OutputNote[] = [...ofChannels];
  if (savedAs !== undefined) channelNotes.push({ kind: 'format', ...savedAs });
  return admittedAt === null
    ? channelNotes
    : [...outputNotes({ channels, hasVideo, sampleRate, channelNotes }, preset)];
}

function excerptOf({ preset: { excerpt } }: JobRow): JobView['excerpt'] {
  if (excerpt === undefined) return null;
  const { frames, fromFrame, isChosen, of, sampleRate } = excerpt;
  const kind = isChosen === true ? 'passage' : 'worst-minute';
  return { of, kind, fromSeconds: fromFrame / sampleRate, seconds: frames / sampleRate };
}

/** Micro-USD of all its models at the present price; null when a length or price is unknown. */
function costAgain({ preset }: JobRow, recording: RecordingRow, connection: ConnectionRow | undefined): number | null {
  const seconds = secondsToBill(recording);
  if (seconds === null || connection === undefined) return null;
  return sumQuotes(preset.models.map((model) => quoteGeneration(seconds, priceOf(connection.prices, model)))).amount;
}

/** As it is stored, unless the store can't be written or nothing works on it. */
function shownState(
  context: Pick<QueueContext, 'runs'>,
  job: JobRow,
  finishing: boolean,
  money: MoneyRecords,
): JobState {
  const { unstored } = context.runs.jobs.get(job.id);
  const { kind } = job.state;
  if (unstored !== null && isWorkingStage(kind)) return { kind: 'waiting', from: kind, ...unstored };
  return waitsForTurn(context, job) && !finishing
    ? { kind: 'queued' }
    : reassuredState(job.state, money.ofJob.get(job.id));
}

/** Whether a job that was begun has no slot now: it is shown as queued, like jobs that were not begun. */
function waitsForTurn({ runs }: Pick<QueueContext, 'runs'>, { id, state }: JobRow): boolean {
  return isWorkingStage(state.kind) && runs.jobs.get(id).workingSince === null;
}

function generationView(
  context: ViewPorts,
  generation: GenerationRow,
  price: number | null,
  exported: Pick<ResultRow, 'alsoMade' | 'alsoPath' | 'exportedPath' | 'exportMade'> | undefined,
  { ofGeneration }: MoneyRecords,
): Omit<GenerationView, 'kept' | 'otherType'> {
  const { report } = context.runs.generations.get(generation.id);
  const { state } = generation;
  const isToBeFree = state.kind === 'ready' && (price === 0 || generation.reusedFrom !== null);
  const isOver = state.kind === 'complete' || state.kind === 'downloading' || state.kind === 'stored';
  return {
    id: generation.id,
    model: generation.model,
    state: state.kind,
    remoteStatus: generation.remoteStatus,
    progress: isOver ? 1 : (report?.progress ?? null),
    stages: (report?.stages ?? []).map((stage) => ({ ...stage })),
    error: state.kind === 'failed' ? reassured(state.error, ofGeneration.get(generation.id)) : null,
    billableSeconds: generation.billableSeconds,
    amount: isToBeFree ? 0 : generation.amount,
    charged: generation.chargedAt !== null,
    reused: generation.reusedFrom !== null && state.kind !== 'ready',
    uncertainSince: uncertainSince(context, state),
    exportedPath: exported?.exportedPath ?? null,
    exportFigures: exported?.exportMade?.figures ?? null,
    leftOut: exported?.exportMade?.leftOut ?? null,
    also: alsoView(exported),
  };
}

function alsoView(result: Pick<ResultRow, 'alsoMade' | 'alsoPath'> | undefined): GenerationView['also'] {
  const path = result?.alsoPath ?? null;
  const made = result?.alsoMade ?? null;
  return path === null ? null : { path, figures: made?.figures ?? null, leftOut: made?.leftOut ?? null };
}

/** What was written down as a result came in another type than the wanted one. Most are as wanted, and need no look. */
function otherTypeOf(
  { store }: ViewPorts,
  { id, preset }: JobRow,
  result: Pick<ResultRow, 'extension' | 'generationId'> | undefined,
): string | null {
  if (result === undefined) return null;
  const { extension, generationId } = result;
  if (extension === (preset.downloadType === 'mp3' ? 'mp3' : 'wav')) return null;
  const shown = store.events.ofJob(id).findLast((one) => one.event === OTHER_TYPE && one.generationId === generationId);
  return shown?.detail ?? null;
}

function uncertainSince({ store }: Pick<QueueContext, 'store'>, state: GenerationState): number | null {
  if (state.kind !== 'unknown' && state.kind !== 'needs-you') return null;
  return store.generations.attempt(state.attemptId)?.intentAt ?? state.since;
}

/** Nothing while it is paused or over. An upload may take longer than everything after it. */
function secondsLeft(
  { estimates, runs }: Pick<ViewPorts, 'estimates' | 'runs'>,
  { id, state }: JobRow,
): TimeSpan | null {
  if (isFinal(state) || state.kind === 'paused') return null;
  const span = estimates.ofJob(id);
  const upload = uploadSeconds(runs.jobs.get(id).transfer);
  return span === null ? null : { least: Math.max(span.least, upload), most: Math.max(span.most, upload) };
}

function inChunks<Row>(ids: readonly string[], read: (ids: readonly string[]) => Row[]): Row[] {
  const rows: Row[] = [];
  for (let start = 0; start < ids.length; start += 500) rows.push(...read(ids.slice(start, start + 500)));
  return rows;
}
