/** Which files belong to a take. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { type DifferenceParts, partsOfDifference } from '../../../../shared/domain/listening/difference.ts';
import { deliveredOf } from '../../library/export/delivered.ts';
import { type ExportTask, exportTask, rawNameOf } from '../../library/export/export-task.ts';
import type { Lag, Lags } from '../../library/export/lags.ts';
import type { LibraryPaths, Pictures } from '../../library/paths.ts';
import { fileOfResult } from '../../library/result-copies.ts';
import { splitOnce } from '../../library/take-ids.ts';
import type { Store } from '../../store/open-store.ts';
import type { RecordingRow } from '../../store/schema.ts';
import { contentOf } from './other-takes.ts';

/** The files of a take. */
export interface LocatedTake {
  /** Null when the file is gone. */
  readonly filePath: string | null;
  readonly peaksPath: string | null;
  readonly indexPath: string | null;
  /** Name to save it under. */
  readonly fileName: string;
  /** For a difference, which has no file of its own: the take to subtract, and what a scan of the difference made. */
  readonly minus?: {
    readonly filePath: string | null;
    readonly indexPath: string | null;
    readonly differenceIndexPath: string | null;
  };
}

/**
 * The files of `original:JOB`, `result:GENERATION`, `earlier:JOB/GENERATION`, `delivered:GENERATION` or a difference; null for anything else. Only
 * files that the store names are served.
 */
export function locateTake(store: Store, paths: LibraryPaths, take: string): LocatedTake | null {
  const [kind, id] = splitOnce(take);
  if (kind === 'original') {
    const job = store.jobs.find(id);
    if (job === undefined) return null;
    const recording = store.recordings.get(job.recordingId);
    const place = paths.recording(recording.id);
    const copy = existsSync(recording.path) ? null : copyOf(paths, recording);
    if (copy !== null) return located(copy.file, place.peaks, copy.index, `${recording.name}.opus`);
    return located(recording.path, place.peaks, place.index, recording.name);
  }
  if (kind === 'earlier') return locateEarlier(store, paths, id);
  if (kind === 'difference') return locateDifference(store, paths, take);
  const task = taskOf(store, id);
  if (task === null) return null;
  if (kind === 'delivered') {
    const delivered = deliveredOf(paths, task);
    if (delivered === null || delivered.problem !== null) return null;
    return located(delivered.filePath, delivered.peaks, delivered.index, delivered.filePath);
  }
  if (kind !== 'result') return null;
  const place = paths.generation(id);
  return located(fileOfResult(task.result), place.peaks, place.index, rawNameOf(task));
}

/** Of a preview that was rendered; null without one. */
export function locatePreview(file: string | null): LocatedTake | null {
  return file === null ? null : { ...located(file, '', '', file), peaksPath: null, indexPath: null };
}

/** Of a generation with a result. */
export function taskOf(store: Store, generationId: string): ExportTask | null {
  const generation = store.generations.find(generationId);
  const result = generation === undefined ? undefined : store.results.get(generationId);
  if (generation === undefined || result === undefined) return null;
  return exportTask(store, store.jobs.get(generation.jobId), generation, result);
}

/** Null where there is none. */
export function copyOf(
  paths: LibraryPaths,
  { contentHash }: RecordingRow,
): { readonly file: string; readonly index: string } | null {
  const copy = contentHash === null ? null : paths.listeningCopy(contentHash);
  return copy !== null && existsSync(copy.file) ? copy : null;
}

function locateEarlier(store: Store, paths: LibraryPaths, id: string): LocatedTake | null {
  const [jobId = '', generationId = ''] = id.split('/');
  const heard = store.jobs.find(jobId)?.preset.excerpt?.heard ?? [];
  if (!heard.some((part) => part.generationId === generationId)) return null;
  const { file, index, peaks } = paths.excerpt(jobId, generationId);
  return located(file, peaks, index, path.basename(file));
}

/** Null unless the take is of the recording, or of another one with the same content. */
function locateDifference(store: Store, paths: LibraryPaths, id: string): LocatedTake | null {
  const parts = partsOfDifference(id);
  const minus = parts === null ? null : locateTake(store, paths, parts.take);
  const original = parts === null ? null : locateTake(store, paths, parts.original);
  if (parts === null || minus === null || original === null || !isOfSameContent(store, parts)) return null;
  const { index, peaks } = picturesOfDifference(store, paths, parts);
  const present = (candidate: string) => (existsSync(candidate) ? candidate : null);
  const { filePath, indexPath } = minus;
  return {
    ...original,
    peaksPath: present(peaks),
    minus: { filePath, indexPath, differenceIndexPath: present(index) },
  };
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

/** Whether the take was made of the original, or of another recording with the same content. Both exist. */
function isOfSameContent(store: Store, { original, take }: DifferenceParts): boolean {
  const job = store.jobs.get(splitOnce(original)[1]);
  if (take.startsWith('earlier:')) return splitOnce(take)[1].startsWith(`${job.id}/`);
  const other = store.jobs.get(store.generations.get(splitOnce(take)[1]).jobId);
  const content = contentOf(store, job);
  return other.id === job.id || (content !== null && contentOf(store, other) === content);
}

/** @param parts of a difference whose takes exist */
export function picturesOfDifference(store: Store, paths: LibraryPaths, { original, take }: DifferenceParts): Pictures {
  const [id = '', generationId = ''] = splitOnce(take)[1].split('/');
  if (take.startsWith('earlier:')) return paths.excerpt(id, generationId).difference;
  const recording = store.recordings.get(store.jobs.get(splitOnce(original)[1]).recordingId);
  return paths.generation(id).difference(existsSync(recording.path) ? 'original' : 'copy');
}

/** How late what is subtracted comes. @throws CleartakeError notFound when it is no difference, sourceMissing */
export async function lagOf(lags: Lags, located: LocatedTake | null): Promise<Lag> {
  if (located?.minus === undefined) throw new CleartakeError('notFound', { detail: 'difference' });
  const { filePath, minus } = located;
  if (filePath === null || minus.filePath === null) throw new CleartakeError('sourceMissing');
  return await lags.ask(filePath, minus.filePath);
}
