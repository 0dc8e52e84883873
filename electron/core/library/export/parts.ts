/** Files that a person fetches: a take, a passage of it, what was removed, or a list of the desk. They are kept until the desk closes. */

import { rm } from 'node:fs/promises';
import path from 'node:path';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { PartFormat } from '../../../../shared/domain/listening/part.ts';
import { requireSpace } from '../../api/transfers/disk-space.ts';
import type { Engine } from '../../engine/library-engine.ts';
import type { DeskPorts } from '../../ports.ts';
import type { LibraryPaths } from '../paths.ts';
import { keepNewest, type SavedFile } from './saving.ts';

/** Each can be as large as hours of sound. */
const MOST_KEPT = 8;
const PREFIX = 'part:';
/** Bytes of one sample in the widest format. */
const SAMPLE_BYTES = 3;

/** What a part is made of. */
export interface PartTask {
  readonly input: string;
  /** For what was removed: the result. */
  readonly minus: string | null;
  /** Frames at the input's own rate. */
  readonly fromFrame: number;
  readonly frames: number;
  readonly channels: number;
  readonly format: PartFormat;
  readonly fileName: string;
}

export interface Parts {
  /**
   * Makes the file. An abort leaves nothing behind.
   * @returns the id by which `file` knows it
   * @throws CleartakeError as the engine's `extract`; diskFull
   */
  make(task: PartTask, onProgress: (fraction: number) => void, signal: AbortSignal): Promise<string>;
  /** The same for a file that `fill` makes. @throws what `fill` throws */
  keep(fileName: string, fill: (filePath: string) => Promise<void>, signal: AbortSignal): Promise<string>;
  /** The same for a file whose name is known once it is made. @param make gets the folder for it, and returns its path */
  collect(make: (folder: string) => Promise<string>, signal: AbortSignal): Promise<string>;
  /** Null for other ids. @throws CleartakeError notFound for a part that is gone */
  file(id: string): SavedFile | null;
}

type PartPorts = Pick<DeskPorts, 'files' | 'log' | 'newId'> & { readonly engine: Engine };

/** Files of an earlier run of the desk are removed. */
export function createParts({ engine, files, log, newId }: PartPorts, { parts }: Pick<LibraryPaths, 'parts'>): Parts {
  const made = new Map<string, SavedFile>();
  const emptied = rm(parts, { recursive: true, force: true }).catch((failure: unknown) =>
    log.warn('Exported parts of an earlier run cannot be removed', { reason: String(failure) }),
  );

  const collect: Parts['collect'] = async (make, signal) => {
    await emptied;
    await keepNewest(files, parts, MOST_KEPT - 1);
    const id = newId();
    const folder = path.join(parts, id);
    await files.makeFolder(folder);
    try {
      const filePath = await make(folder);
      // Nobody fetches what was finished in the moment of the abort.
      signal.throwIfAborted();
      made.set(`${PREFIX}${id}`, { filePath, fileName: path.basename(filePath) });
    } catch (failure) {
      await rm(folder, { recursive: true, force: true });
      throw failure;
    }
    return `${PREFIX}${id}`;
  };

  const keep: Parts['keep'] = (fileName, fill, signal) =>
    collect(async (folder) => {
      const filePath = path.join(folder, fileName);
      await fill(filePath);
      return filePath;
    }, signal);

  return {
    collect,
    keep,
    make: ({ channels, fileName, ...task }, onProgress, signal) =>
      keep(
        fileName,
        async (filePath) => {
          await requireSpace(files, filePath, task.frames * channels * SAMPLE_BYTES);
          const request = { ...task, output: filePath };
          await engine.request('extract', request, ({ fraction }) => onProgress(fraction), signal);
        },
        signal,
      ),
    file(id) {
      if (!id.startsWith(PREFIX)) return null;
      const file = made.get(id);
      if (file === undefined) throw new CleartakeError('notFound', { detail: 'part' });
      return file;
    },
  };
}
