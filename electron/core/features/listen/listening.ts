/** Handlers of the listening group that tell which takes there are. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { OVERVIEW_COLUMNS } from '../../../../shared/contract/listening/listening.ts';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { compareModels, type ModelId, modelOf } from '../../../../shared/domain/models.ts';
import type { ChannelNote } from '../../../../shared/domain/quality/channel-notes.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { os } from '../../calls/router.ts';
import type { Engine } from '../../engine/library-engine.ts';
import { deliveredOf, prepareDelivered } from '../../library/export/delivered.ts';
import { type ExportTask, exportTask, rawNameOf } from '../../library/export/export-task.ts';
import type { Lags } from '../../library/export/lags.ts';
import type { LibraryPaths } from '../../library/paths.ts';
import { fileOfResult } from '../../library/result-copies.ts';
import { splitOnce } from '../../library/take-ids.ts';
import type { Queue } from '../../queue/open-queue.ts';
import type { Store } from '../../store/open-store.ts';
import type { JobRow, RecordingRow } from '../../store/schema.ts';
import { RESULT } from '../../strings.ts';
import { copyOf, lagOf, locateTake, taskOf } from './locate-take.ts';
import { addedTakes, otherTakes } from './other-takes.ts';
import { readOverview } from './overviews.ts';

export interface ListeningParts {
  readonly store: Store;
  readonly paths: LibraryPaths;
  readonly views: Queue['views'];
  readonly engine: Engine;
  readonly lags: Lags;
  readonly clippedPlaces: (kind: string, id: string) => Promise<readonly number[]>;
  readonly clock: Clock;
  /** Doesn't wait for scans and exports. */
  readonly player: Engine;
  /** The row of this job changed. */
  readonly touch: (jobId: string) => void;
  /** The sketch of a recording sounds like two voices, one on each side. */
  readonly noteSketched: (jobId: string, notes: readonly ChannelNote[]) => void;
}

export function listeningHandlers(parts: ListeningParts) {
  const { clippedPlaces, clock, engine, lags, noteSketched, paths, player, store, touch, views } = parts;
  return {
    clipping: os.listening.clipping.handler(async ({ input }) => ({
      places: [...(await clippedPlaces(...splitOnce(input.takeId)))],
    })),
    lag: os.listening.lag.handler(({ input }) => lagOf(lags, locateTake(store, paths, input.difference))),
    prepare: os.listening.prepare.handler(({ input, signal }) => {
      const [kind, id] = splitOnce(input.takeId);
      const task = kind === 'delivered' ? taskOf(store, id) : null;
      if (task === null) throw new CleartakeError('notFound', { detail: 'take' });
      return prepareDelivered({ engine, paths }, task, signal);
    }),
    overviews: os.listening.overviews.handler(({ input }) =>
      Promise.all(
        input.takes.map(async (take) => {
          const peaksPath = locateTake(store, paths, take)?.peaksPath ?? null;
          // Cleaned up meanwhile, or of another version: the row has no waveform, as before its scan.
          return peaksPath === null ? null : await readOverview(peaksPath).catch(() => null);
        }),
      ),
    ),
    sketch: os.listening.sketch.handler(async ({ input, signal }) => {
      const located = locateTake(store, paths, `original:${input.jobId}`);
      if (located === null || located.filePath === null) return null;
      const { columns, channelNotes } = await player
        .request('sketch', { path: located.filePath, columns: OVERVIEW_COLUMNS }, undefined, signal)
        // A file that can't be read is told about when it is prepared.
        .catch(() => ({ columns: null, channelNotes: [] }));
      if (channelNotes.length > 0) noteSketched(input.jobId, channelNotes);
      return columns === null ? null : [...columns];
    }),
    heard: os.listening.heard.handler(({ input }) => {
      const job = store.jobs.find(input.jobId);
      if (job === undefined) throw new CleartakeError('notFound', { detail: 'job' });
      if (store.measured.heardAmong([job.id]).has(job.id)) return;
      const { stateKind } = job;
      store.events.append({ at: clock.now(), jobId: job.id, event: 'hear', from: stateKind, to: stateKind });
      touch(job.id);
    }),
    takes: os.listening.takes.handler(({ input }) => {
      const row = store.jobs.find(input.jobId);
      const job = row === undefined ? undefined : views([row])[0];
      if (row === undefined || job === undefined) throw new CleartakeError('notFound', { detail: 'job' });
      const takes = takesOf(store, paths, row, input.added);
      return { job, takes, others: otherTakes(store, row), startedWith: startedWith(row) };
    }),
  };
}

/** Null before Start: it follows the chosen preset. */
function startedWith({ admittedAt, preset }: JobRow) {
  const { excerpt: _, startedAs, ...settings } = preset;
  return admittedAt === null ? null : { settings, presetName: startedAs?.presetName ?? null };
}

/** The original first, then what earlier results have in an excerpt, then the results in the order of the models, then added ones, then what was delivered. */
export function takesOf(store: Store, paths: LibraryPaths, job: JobRow, added: readonly string[] = []): TakeView[] {
  const recording = store.recordings.get(job.recordingId);
  const tasks = store.generations
    .ofJob(job.id)
    .sort((one, other) => compareModels(one.model, other.model))
    .flatMap((generation) => {
      const result = store.results.get(generation.id);
      return result === undefined ? [] : [exportTask(store, job, generation, result)];
    });
  const results = tasks.map((task) => resultTake(task, labelOf(store, job, task.generation.model)));
  const delivered = tasks.flatMap((task, index) => deliveredTake(paths, task, results[index]?.label ?? ''));
  const others = added.length === 0 ? [] : addedTakes(store, job, added);
  return [...originalTake(paths, job, recording), ...earlierTakes(paths, job), ...results, ...others, ...delivered];
}

/** As long as the recording, like every export. */
function deliveredTake(paths: LibraryPaths, task: ExportTask, label: string): TakeView[] {
  const { generation, recording } = task;
  const { channels, frames, sampleRate } = recording;
  const delivered = deliveredOf(paths, task);
  if (delivered === null || channels === null || frames === null || sampleRate === null) return [];
  const { filePath, isPrepared, made, problem } = delivered;
  const { strength } = made.settings;
  const loudness = made.figures?.target ?? made.settings.loudness;
  const figures = made.figures?.after ?? { loudness: null, truePeak: null };
  return [
    {
      ...{ id: `delivered:${generation.id}`, kind: 'delivered', label, model: generation.model },
      ...{ frames, sampleRate, fileName: path.basename(filePath), measures: null },
      channels: Math.min(channels, task.result.channels),
      playable: problem === null && isPrepared,
      delivery: {
        settings: { loudness, strength },
        ...{ extension: made.extension, figures, problem, prepared: isPrepared },
      },
    },
  ];
}

function originalTake(paths: LibraryPaths, job: JobRow, recording: RecordingRow): TakeView[] {
  const { frames, sampleRate, channels } = recording;
  if (frames === null || sampleRate === null || channels === null) return [];
  const isThere = existsSync(recording.path);
  const isCopy = !isThere && copyOf(paths, recording) !== null;
  return [
    {
      id: `original:${job.id}`,
      kind: 'original',
      label: RESULT.original,
      model: null,
      frames,
      sampleRate,
      channels,
      fileName: recording.name,
      playable: isThere || isCopy,
      ...(isCopy ? { isCopy } : {}),
      measures: recording.measures,
    },
  ];
}

/** Beside earlier results of the same models, the connection tells them apart. */
function labelOf(store: Store, { connectionId, preset }: JobRow, model: ModelId): string {
  const { label } = modelOf(model);
  return preset.excerpt === undefined ? label : RESULT.over(label, store.connections.get(connectionId)?.name ?? '');
}

/** What earlier results have in the minute of an excerpt. */
function earlierTakes(paths: LibraryPaths, { id, preset }: JobRow): TakeView[] {
  return (preset.excerpt?.heard ?? []).map((part) => {
    const { file } = paths.excerpt(id, part.generationId);
    const { channels, connection, frames, measures, model, sampleRate } = part;
    return {
      id: `earlier:${id}/${part.generationId}`,
      kind: 'earlier',
      label: RESULT.over(modelOf(model).label, connection),
      ...{ model, frames, sampleRate, channels, measures },
      fileName: path.basename(file),
      playable: existsSync(file),
    };
  });
}

function resultTake(task: ExportTask, label: string): TakeView {
  const { generation, result } = task;
  return {
    id: `result:${generation.id}`,
    kind: 'result',
    label,
    model: generation.model,
    frames: result.frames,
    sampleRate: result.sampleRate,
    channels: result.channels,
    fileName: rawNameOf(task),
    playable: existsSync(fileOfResult(result)),
    measures: result.measures,
  };
}
