/** Handlers of the listening group, and which files belong to a take. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { MODEL_IDS, MODELS, type ModelId } from '../../../../shared/domain/models.ts';
import { type ExportTask, exportTask, rawNameOf } from '../../library/export/export-task.ts';
import type { LibraryPaths } from '../../library/paths.ts';
import type { Queue } from '../../queue/open-queue.ts';
import type { Store } from '../../store/open-store.ts';
import type { JobRow, RecordingRow } from '../../store/schema.ts';
import { RESULT } from '../../strings.ts';
import { os, refusing } from '../router.ts';

export function listeningHandlers(store: Store, paths: LibraryPaths, views: Queue['views']) {
  return {
    takes: os.listening.takes.handler(({ input, errors }) =>
      refusing(errors, () => {
        const row = store.jobs.find(input.jobId);
        const job = row === undefined ? undefined : views([row])[0];
        if (row === undefined || job === undefined) throw new CleartakeError('notFound', { detail: 'job' });
        return { job, takes: takesOf(store, paths, row), startedWith: startedWith(row) };
      }),
    ),
  };
}

/** Null before Start: it follows the chosen preset. */
function startedWith({ admittedAt, preset }: JobRow) {
  const { excerpt: _, startedAs, ...settings } = preset;
  return admittedAt === null ? null : { settings, presetName: startedAs?.presetName ?? null };
}

/** The original first, then what earlier results have in an excerpt, then the results in the order of the models. */
export function takesOf(store: Store, paths: LibraryPaths, job: JobRow): TakeView[] {
  const recording = store.recordings.get(job.recordingId);
  const results = store.generations
    .ofJob(job.id)
    .sort((one, other) => MODEL_IDS.indexOf(one.model) - MODEL_IDS.indexOf(other.model))
    .flatMap((generation) => {
      const result = store.results.get(generation.id);
      return result === undefined
        ? []
        : [resultTake(exportTask(store, job, generation, result), labelOf(store, job, generation.model))];
    });
  return [...originalTake(job, recording), ...earlierTakes(paths, job), ...results];
}

function originalTake(job: JobRow, recording: RecordingRow): TakeView[] {
  const { frames, sampleRate, channels } = recording;
  if (frames === null || sampleRate === null || channels === null) return [];
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
      playable: existsSync(recording.path),
      measures: recording.measures,
    },
  ];
}

/** Beside earlier results of the same models, the connection tells them apart. */
function labelOf(store: Store, { connectionId, preset }: JobRow, model: ModelId): string {
  const { label } = MODELS[model];
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
      label: RESULT.over(MODELS[model].label, connection),
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
    playable: existsSync(result.path),
    measures: result.measures,
  };
}

export interface LocatedTake {
  readonly filePath: string | null;
  readonly peaksPath: string | null;
  readonly indexPath: string | null;
  readonly fileName: string;
  /** For a difference: the take to subtract. */
  readonly minus?: { readonly filePath: string | null; readonly indexPath: string | null };
}

/**
 * The files of `original:JOB`, `result:GENERATION`, `earlier:JOB/GENERATION` or `difference:GENERATION`; null for anything else. Only
 * files that the store names are served.
 */
export function locateTake(store: Store, paths: LibraryPaths, take: string): LocatedTake | null {
  const [kind, id] = splitOnce(take);
  if (kind === 'original') {
    const job = store.jobs.find(id);
    if (job === undefined) return null;
    const recording = store.recordings.get(job.recordingId);
    const place = paths.recording(recording.id);
    return located(recording.path, place.peaks, place.index, recording.name);
  }
  if (kind === 'earlier') return locateEarlier(store, paths, id);
  if (kind === 'difference') return locateDifference(store, paths, id);
  if (kind !== 'result') return null;
  const generation = store.generations.find(id);
  const result = generation === undefined ? undefined : store.results.get(generation.id);
  if (generation === undefined || result === undefined) return null;
  const job = store.jobs.get(generation.jobId);
  const place = paths.generation(generation.id);
  const name = rawNameOf(exportTask(store, job, generation, result));
  return located(result.path, place.peaks, place.index, name);
}

/** @throws CleartakeError notFound when the take is no result */
export function generationOf(takeId: string): string {
  const id = resultOf(takeId);
  if (id === null) throw new CleartakeError('notFound', { detail: 'take' });
  return id;
}

/** The generation of a result's take; null for any other take. */
export function resultOf(takeId: string): string | null {
  const [kind, id] = splitOnce(takeId);
  return kind === 'result' ? id : null;
}

function locateEarlier(store: Store, paths: LibraryPaths, id: string): LocatedTake | null {
  const [jobId = '', generationId = ''] = id.split('/');
  const heard = store.jobs.find(jobId)?.preset.excerpt?.heard ?? [];
  if (!heard.some((part) => part.generationId === generationId)) return null;
  const { file, index, peaks } = paths.excerpt(jobId, generationId);
  return located(file, peaks, index, path.basename(file));
}

/** The original, minus the result. */
function locateDifference(store: Store, paths: LibraryPaths, id: string): LocatedTake | null {
  const minus = locateTake(store, paths, `result:${id}`);
  const generation = store.generations.find(id);
  if (minus === null || generation === undefined) return null;
  const original = locateTake(store, paths, `original:${generation.jobId}`);
  return original === null ? null : { ...original, peaksPath: null, minus };
}

function located(file: string, peaks: string, index: string, name: string): LocatedTake {
  const present = (candidate: string) => (existsSync(candidate) ? candidate : null);
  return {
    filePath: present(file),
    peaksPath: present(peaks),
    indexPath: present(index),
    fileName: path.basename(name),
  };
}

function splitOnce(take: string): readonly [kind: string, id: string] {
  const colon = take.indexOf(':');
  return colon < 0 ? [take, ''] : [take.slice(0, colon), take.slice(colon + 1)];
}
