/** What was delivered of a result, where that sounds different: its file, and what the desk needs to play and draw it. */

import { existsSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { MadeExport } from '../../store/schema.ts';
import type { LibraryPaths } from '../paths.ts';
import { type ExportTask, fileNameOf } from './export-task.ts';
import type { RenderPorts } from './rendered-export.ts';

type DeliveredPaths = Pick<LibraryPaths, 'generation' | 'saved'>;

export interface Delivered {
  readonly filePath: string;
  readonly made: MadeExport;
  /** Why it can't be played. */
  readonly problem: 'missing' | 'changed' | null;
  readonly peaks: string;
  readonly index: string;
  /** Peaks and seek index are there. */
  readonly isPrepared: boolean;
}

/** Null where nothing was delivered, or only the result as it is. */
export function deliveredOf(paths: DeliveredPaths, task: ExportTask): Delivered | null {
  const { generation, result } = task;
  const { exportedPath, exportHash, exportMade: made } = result;
  if (made === null || made.figures === null || exportHash === null) return null;
  // With an intro or outro it is no longer in step with the other takes.
  if ((made.settings.intro ?? made.settings.outro) !== undefined) return null;
  const saved = path.join(paths.saved, generation.id, fileNameOf(task, made.extension));
  const bytes = sizeOf(exportedPath ?? saved);
  // What was only saved is gone with the next start of the desk.
  if (exportedPath === null && bytes !== made.bytes) return null;
  // A copy of the result, of before or after that export.
  if (bytes === result.bytes && bytes !== made.bytes) return null;
  const place = paths.generation(generation.id).delivered(exportHash);
  return {
    ...{ filePath: exportedPath ?? saved, made, ...place },
    problem: bytes === null ? 'missing' : bytes === made.bytes ? null : 'changed',
    isPrepared: existsSync(place.peaks) && existsSync(place.index),
  };
}

/** Makes peaks and seek index. @throws CleartakeError notFound, sourceMissing, sourceChanged, and as the engine's `scan` */
export async function prepareDelivered(
  { engine, paths }: Pick<RenderPorts, 'engine'> & { readonly paths: DeliveredPaths },
  task: ExportTask,
  signal?: AbortSignal,
): Promise<void> {
  const delivered = deliveredOf(paths, task);
  if (delivered === null) throw new CleartakeError('notFound', { detail: 'delivered take' });
  const { filePath, index, isPrepared, peaks, problem } = delivered;
  if (problem !== null) throw new CleartakeError(problem === 'missing' ? 'sourceMissing' : 'sourceChanged');
  if (isPrepared) return;
  const scan = { path: filePath, peaksPath: peaks, indexPath: index };
  const { contentHash } = await engine.request('scan', scan, undefined, signal);
  if (contentHash === task.result.exportHash) return;
  await Promise.all([peaks, index].map((file) => rm(file, { force: true })));
  throw new CleartakeError('sourceChanged');
}

/** Null without a file. */
function sizeOf(file: string): number | null {
  const facts = statSync(file, { throwIfNoEntry: false });
  return facts?.isFile() === true ? facts.size : null;
}
