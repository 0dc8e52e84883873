/** Removes what a survey showed, file by file, as far as each is still what it was. Whatever interrupts it, no file is half gone. */

import { lstat, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { type Cleanup, LOSSES } from '../../../../../shared/domain/care/space.ts';
import type { Files } from '../../../../platform/files/files.ts';
import type { Store } from '../../../store/open-store.ts';
import { type CopyPorts, removeServiceCopies } from './service-copies.ts';
import type { Removable } from './survey.ts';

export interface CleanPorts extends CopyPorts {
  readonly files: Pick<Files, 'hash'>;
  readonly store: CopyPorts['store'] & Pick<Store, 'storedFiles'>;
}

export interface CleanedFiles {
  readonly files: number;
  readonly bytes: number;
  readonly kept: number;
}

/** Work may begin while files are removed: what is in use is read again after so many. */
const CHUNK_FILES = 100;

export async function cleanUp(
  ports: CleanPorts,
  removables: readonly Removable[],
  kinds: readonly Cleanup[],
  signal?: AbortSignal,
): Promise<CleanedFiles> {
  const { dataDirectory, files, log, store } = ports;
  const chosen = removables.filter(({ kind }) => kinds.includes(kind));
  const isStopped = () => signal?.aborted === true;
  let removed = 0;
  let bytes = 0;
  // A result that is lost here stays at the service. A delivered one goes last: while it is here, the service's copy may go, too.
  await removeFiles(chosen.filter(({ kind }) => LOSSES.includes(kind)));
  const copies = chosen.filter(({ kind }) => kind === 'service-copies');
  if (copies.length > 0 && !isStopped()) {
    const gone = await removeServiceCopies(ports, copies, signal);
    removed += gone.files;
    bytes += gone.bytes;
  }
  await removeFiles(chosen.filter(({ kind }) => kind !== 'service-copies' && !LOSSES.includes(kind)));
  const kept = chosen.length - removed;
  log.info('The data folder was cleaned up', { kinds: kinds.join(', '), removed, bytes, kept });
  return { files: removed, bytes, kept };

  async function removeFiles(some: readonly Removable[]): Promise<void> {
    for (let from = 0; from < some.length && !isStopped(); from += CHUNK_FILES) {
      const { generations, jobs, recordings } = store.storedFiles.inUse();
      for (const one of some.slice(from, from + CHUNK_FILES)) {
        if (isStopped()) break;
        const { owner } = one;
        if (owner !== null && (generations.has(owner) || jobs.has(owner) || recordings.has(owner))) continue;
        if (!(await remove(one))) continue;
        removed += 1;
        bytes += one.bytes;
      }
    }
  }

  async function remove({ bytes: expected, kind, modifiedAt, relative, same }: Removable): Promise<boolean> {
    const file = path.join(dataDirectory, relative);
    const facts = await lstat(file).catch(() => null);
    if (facts === null || !facts.isFile() || facts.size !== expected || facts.mtimeMs !== modifiedAt) return false;
    if (same !== null && (await files.hash(same.path, signal).catch(() => '')) !== same.contentHash) return false;
    try {
      await unlink(file);
    } catch (failure) {
      log.warn('A file could not be removed', { kind, reason: failure instanceof Error ? failure.message : '' });
      return false;
    }
    if (LOSSES.includes(kind)) log.info('A result was removed from the library', { file: relative });
    await removeEmpty(path.dirname(file));
    return true;
  }

  /** Folders of single recordings and results, and of kept histories; never one that has its place in the data folder. */
  async function removeEmpty(folder: string): Promise<void> {
    const depth = path.relative(dataDirectory, folder).split(path.sep).length;
    const isOwn = path.relative(dataDirectory, folder).startsWith('damaged') ? depth >= 2 : depth >= 3;
    if (isOwn) await rmdir(folder).catch(() => undefined);
  }
}
