/** Save: makes the output that a job's preset says, for a person who takes it from the library. The export to a folder makes the same bytes. */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { LibraryPaths } from '../paths.ts';
import { isSameFile, type OutputContent } from './export.ts';
import { type ExportTask, exportTask, fileNameOf, fileTimeOf } from './export-task.ts';
import {
  type AlignmentPort,
  alignedRender,
  type RenderPorts,
  recordedRender,
  render,
  wantedExport,
} from './rendered-export.ts';
import { usedFiles } from './used-files.ts';

/** Saved files that are kept until the desk closes: each can be as large as a video. */
const MOST_KEPT = 8;
/** End of a name until its file is complete. */
const PARTIAL = '.part';

export interface SavedFile {
  readonly filePath: string;
  readonly fileName: string;
}

/** A file that is being made. */
export interface Saving {
  readonly file: Promise<SavedFile>;
  /** The share that is done, 0 to 1. */
  fraction(): number;
  /** Nobody waits for it here anymore. It stops when nobody waits anywhere. */
  leave(): void;
}

export interface Saver {
  /**
   * The output of a generation, made unless it is there. Calls for the same one share the work.
   * @throws CleartakeError notFound for a generation without a result; `file` as the export of a folder
   */
  save(generationId: string): Saving;
  /** The file that `save` makes, when it is there already; null when it has to be made first, and without a result. */
  ready(generationId: string): string | null;
}

interface Work {
  readonly file: Promise<SavedFile>;
  readonly stop: AbortController;
  fraction: number;
  waiting: number;
}

/** Files of an earlier run of the desk are removed. */
export function createSaver(ports: RenderPorts & AlignmentPort, { saved }: Pick<LibraryPaths, 'saved'>): Saver {
  const { files, store } = ports;
  const running = new Map<string, Work>();
  let last = 0;
  const emptied = rm(saved, { recursive: true, force: true }).catch((failure: unknown) =>
    ports.log.warn('Saved files of an earlier run cannot be removed', { reason: String(failure) }),
  );

  async function make(task: ExportTask, signal: AbortSignal, onProgress: (fraction: number) => void) {
    const { result } = task;
    await emptied;
    const settings =
      wantedExport(task) ?? wantedExport(task, alignedRender(task) !== null || (await ports.aligns(task, signal)));
    if (settings === null) return await asItIs(files, task);
    const known = recordedRender(result, settings, await usedFiles(files, settings));
    for (const filePath of known === null ? [] : [result.exportedPath, keptFile(task, known.extension)]) {
      if (known === null || filePath === null || !(await isSameFile(files, filePath, known))) continue;
      return { filePath, fileName: fileNameOf(task, known.extension) };
    }
    const folder = path.join(saved, task.generation.id);
    await rm(folder, { recursive: true, force: true });
    await keepNewest(files, saved, MOST_KEPT - 1);
    // One that was left may still be ending.
    const temporary = `${folder}.${++last}${PARTIAL}`;
    try {
      const rendered = await render(ports, task, settings, temporary, signal, onProgress);
      if (rendered === null) return await asItIs(files, task);
      await files.makeFolder(folder);
      const kept = keptFile(task, rendered.extension);
      await files.commit(temporary, kept);
      const modifiedAt = fileTimeOf(task, rendered);
      if (modifiedAt !== null) await files.setModified(kept, modifiedAt).catch(() => undefined);
      return { filePath: kept, fileName: fileNameOf(task, rendered.extension) };
    } finally {
      await files.remove(temporary).catch(() => undefined);
    }
  }

  /** Under its own name, for programs that it is dragged to. */
  function keptFile(task: ExportTask, extension: string): string {
    return path.join(saved, task.generation.id, fileNameOf(task, extension));
  }

  function taskOf(generationId: string): ExportTask | null {
    const generation = store.generations.find(generationId);
    const result = generation === undefined ? undefined : store.results.get(generationId);
    if (generation === undefined || result === undefined) return null;
    return exportTask(store, store.jobs.get(generation.jobId), generation, result);
  }

  function forget(generationId: string, work: Work): void {
    if (running.get(generationId) === work) running.delete(generationId);
  }

  function begin(generationId: string): Work {
    const task = taskOf(generationId);
    if (task === null) throw new CleartakeError('notFound', { detail: 'result' });
    const stop = new AbortController();
    const file = make(task, stop.signal, (fraction) => {
      work.fraction = fraction;
    }).finally(() => forget(generationId, work));
    const work: Work = { file, stop, fraction: 0, waiting: 0 };
    // Whoever still waits hears of it.
    file.catch(() => undefined);
    running.set(generationId, work);
    return work;
  }

  return {
    ready(generationId) {
      const task = taskOf(generationId);
      if (task === null) return null;
      const { exportedPath, path: asItCame } = task.result;
      const settings = wantedExport(task);
      // A drag begins at once: it takes what is there, as it was made.
      const known = settings === null ? alignedRender(task) : recordedRender(task.result, settings, {});
      if (known === null && settings !== null) return null;
      const places = [exportedPath, known === null ? asItCame : keptFile(task, known.extension)];
      return places.find((file) => file !== null && existsSync(file)) ?? null;
    },
    save(generationId) {
      const work = running.get(generationId) ?? begin(generationId);
      let isWaiting = true;
      work.waiting += 1;
      return {
        file: work.file,
        fraction: () => work.fraction,
        leave() {
          if (!isWaiting) return;
          isWaiting = false;
          work.waiting -= 1;
          if (work.waiting > 0) return;
          forget(generationId, work);
          work.stop.abort(new CleartakeError('cancelled'));
        },
      };
    },
  };
}

/** The result itself, or the output that is a copy of it. @throws CleartakeError resultLost */
async function asItIs(files: Files, task: ExportTask): Promise<SavedFile> {
  const { result } = task;
  const content: OutputContent = result;
  for (const filePath of [result.path, result.exportedPath]) {
    if (filePath === null || !(await isSameFile(files, filePath, content))) continue;
    return { filePath, fileName: fileNameOf(task, result.extension) };
  }
  throw new CleartakeError('resultLost');
}

function isWhole({ name }: { readonly name: string }): boolean {
  return !name.endsWith(PARTIAL);
}

/** Removes all whole outputs but the newest. One that is being read may stay for another time. */
export async function keepNewest(files: Files, folder: string, most: number): Promise<void> {
  await files.makeFolder(folder);
  const entries = await Promise.all(
    (await files.list(folder)).filter(isWhole).map(async ({ name }) => {
      const file = path.join(folder, name);
      return { file, modifiedAt: (await files.facts(file).catch(() => null))?.modifiedAt ?? 0 };
    }),
  );
  entries.sort((one, other) => other.modifiedAt - one.modifiedAt);
  for (const { file } of entries.slice(most)) await rm(file, { recursive: true, force: true }).catch(() => undefined);
}
