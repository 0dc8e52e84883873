/** Managed copies: recordings that arrive without a path are streamed into the library. */

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { safeFileName } from '../../../shared/domain/naming/safe-name.ts';
import { commitFile } from '../../platform/files/atomic-files.ts';
import { toDiskError } from '../../platform/files/file-errors.ts';
import type { Files } from '../../platform/files/files.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { requireSpace } from '../api/transfers/disk-space.ts';

/** Folders beyond this depth are dropped: they only serve display. */
const MOST_FOLDERS = 8;
/** Name of an upload until it is complete. */
const PARTIAL = '.upload.part';
const DAY_MS = 24 * 60 * 60_000;
/** Free space is checked again after this many bytes: other programs write to the disk too. */
const SPACE_STEP_BYTES = 32 * 1024 * 1024;

export interface ArrivingRecording {
  /** A fresh id, used until the recording is complete. */
  readonly id: string;
  /** Its name, with the folders below the dropped one: `Season 1/take.wav`. */
  readonly name: string;
  /** The announced size; null when there was none. */
  readonly bytes: number | null;
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * Streams a recording into a folder of its own, so that it keeps its name. The folder is named by a hash of name and content: the same
 * recording dropped again is the same copy, and the queue recognizes it.
 * @returns absolute path of the copy
 * @throws CleartakeError diskFull before the disk is full, because the store is on it too; nothing is left behind
 */
export async function receiveRecording(
  files: Files,
  managed: string,
  { id, name, bytes, body }: ArrivingRecording,
): Promise<string> {
  const incoming = path.join(managed, id);
  const temporary = path.join(incoming, PARTIAL);
  const hash = createHash('sha256').update(`${name}\0`);
  try {
    await makeFolder(incoming);
    await requireSpace(files, temporary, bytes ?? SPACE_STEP_BYTES);
    let received = 0;
    let spaceUntil = SPACE_STEP_BYTES;
    await pipeline(
      Readable.fromWeb(body as unknown as NodeReadableStream),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          if (received >= spaceUntil) {
            await requireSpace(files, temporary, Math.min(SPACE_STEP_BYTES, (bytes ?? Infinity) - received));
            spaceUntil += SPACE_STEP_BYTES;
          }
          received += chunk.length;
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(temporary),
    );
    const target = path.join(managed, hash.digest('hex').slice(0, 32), ...safeSegments(name));
    if (await isThere(target)) return target;
    await makeFolder(path.dirname(target));
    await commitFile(temporary, target);
    return target;
  } catch (failure) {
    throw toDiskError(failure);
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

function safeSegments(name: string): string[] {
  const segments = name.split('/').map((segment) => safeFileName(segment));
  return [...segments.slice(0, -1).slice(-MOST_FOLDERS), segments.at(-1) ?? 'recording'];
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null))?.isFile() ?? false;
}

/** The folders that a managed copy was dropped with, joined by `/`; empty when there were none. */
export function folderOfManaged(managed: string, file: string): string {
  return path.relative(managed, path.dirname(file)).split(path.sep).slice(1).join('/');
}

/** Whether a path is below the folder of managed copies: such recordings have no source folder to write beside. */
export function isManaged(managed: string, file: string): boolean {
  const relative = path.relative(managed, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}

/** Deletes a managed copy with its folder. Any other path is left alone. */
export async function removeManagedCopy(managed: string, file: string): Promise<void> {
  if (isManaged(managed, file)) await rm(copyFolder(managed, file), { recursive: true, force: true });
}

/**
 * Deletes what interrupted uploads left, and copies older than a day that no recording names.
 * @param named paths of the copies that recordings name
 * @param now milliseconds since the epoch: anything modified later is kept
 */
export async function cleanManagedCopies(managed: string, named: readonly string[], now: number): Promise<void> {
  const kept = new Set(named.map((file) => copyFolder(managed, file)));
  for (const name of await readdir(managed).catch(() => [])) {
    const folder = path.join(managed, name);
    const partial = await stat(path.join(folder, PARTIAL)).catch(() => null);
    const facts = await stat(folder).catch(() => null);
    const wasInterrupted = partial !== null && partial.mtimeMs < now;
    const isForgotten = partial === null && facts !== null && facts.mtimeMs < now - DAY_MS && !kept.has(folder);
    if (wasInterrupted || isForgotten) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Removes minutes that were cut for a job that never came to be. Those of the last day may be of one that is being made. */
export async function cleanExcerpts(excerpts: string, isJob: (id: string) => boolean, now: number): Promise<void> {
  for (const name of await readdir(excerpts).catch(() => [])) {
    const folder = path.join(excerpts, name);
    const facts = await stat(folder).catch(() => null);
    const isForgotten = facts !== null && facts.mtimeMs < now - DAY_MS && !isJob(name);
    if (isForgotten) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The folder of one copy. */
function copyFolder(managed: string, file: string): string {
  return path.join(managed, path.relative(managed, file).split(path.sep)[0] ?? '');
}
