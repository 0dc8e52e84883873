/** Writes the whole desk without keys into one file: history, queue, ledger, settings, verdicts, and results if wanted. */

import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { CleartakeError } from '../../../../../shared/domain/errors.ts';
import { isErrno, withOutputErrors } from '../../../../platform/files/file-errors.ts';
import { flushFolder } from '../../../../platform/files/flush.ts';
import { hashFile } from '../../../../platform/files/hashing.ts';
import type { Progress } from '../../../../platform/progress-events.ts';
import { makeCopyToShare } from '../../../recovery/backups/backup-copy.ts';
import { type BackupContents, contentsOf } from '../../../recovery/backups/inspect-backup.ts';
import { type DataFile, dataFiles } from '../space/data-files.ts';
import { ARCHIVE_REFUSALS } from '../strings.ts';
import { headerOf, paddingOf, TAR_END } from './tar.ts';

export const MANIFEST = 'cleartake.json';
export const STORE = 'cleartake.sqlite';
/** Version of the layout of the archive. */
export const FORMAT = 'cleartake-desk-1';

export interface DeskManifest {
  readonly format: string;
  /** The data folder that it was made of. */
  readonly dataDirectory: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** What its history holds; earlier exports don't say it. */
  readonly contents?: BackupContents | null | undefined;
  /** The other files, in their order. Inside the archive they are numbered: names of recordings may be too long for it. */
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

/** The name of a file in the archive. */
export function entryName(index: number): string {
  return `files/${index}`;
}

interface ExportRequest {
  readonly dataDirectory: string;
  /** Absolute; must not exist. */
  readonly target: string;
  readonly withResults: boolean;
  readonly now: number;
  readonly signal?: AbortSignal;
  /** Copies the store without secrets. Missing: here and now, whatever its size. */
  copyStore?(database: string, copy: string): void | Promise<void>;
  onProgress?(progress: Progress): void;
}

interface Part {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
}

interface HashedPart extends Part {
  readonly hash: string;
}

/**
 * The file appears whole or not at all. Nothing of the library may be written meanwhile.
 * @throws CleartakeError diskFull, outputUnwritable; notPossibleNow when a file changed; the signal's reason
 */
export function exportDesk(request: ExportRequest): Promise<{ files: number; bytes: number }> {
  return withOutputErrors(() => writeArchive(request));
}

async function writeArchive(request: ExportRequest): Promise<{ files: number; bytes: number }> {
  const { copyStore = makeCopyToShare, dataDirectory, now, target } = request;
  const room = mkdtempSync(path.join(path.dirname(target), '.cleartake-export-'));
  try {
    const copy = path.join(room, STORE);
    await copyStore(path.join(dataDirectory, STORE), copy);
    const store: Part = { name: STORE, file: copy, bytes: statSync(copy).size };
    const all = [store, ...(await libraryParts(request))];
    const tell = progressOf(request, all);
    const parts = await hashed(all, request, tell);
    const manifest: DeskManifest = {
      format: FORMAT,
      dataDirectory,
      at: now,
      contents: contentsOf(copy),
      files: parts.map(({ hash, name }) => ({ name, sha256: hash })),
    };
    const temporary = path.join(room, 'archive');
    const out = await open(temporary, 'wx', 0o600);
    try {
      const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
      await out.writeFile(
        Buffer.concat([headerOf({ name: MANIFEST, bytes: text.length }), text, paddingOf(text.length)]),
      );
      for (const [index, part] of parts.entries()) await append(out, entryName(index), part, request.signal, tell);
      await out.writeFile(TAR_END);
      await out.sync();
    } finally {
      await out.close();
    }
    request.signal?.throwIfAborted();
    // Reserves the name, so that nothing is replaced.
    await (await open(target, 'wx', 0o600)).close();
    await rename(temporary, target);
    flushFolder(path.dirname(target));
    return { files: parts.length + 1, bytes: statSync(target).size };
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

/** Whether a file of the library comes along. */
export function isExported({ kind }: Pick<DataFile, 'kind'>, withResults: boolean): boolean {
  // A managed copy is the only source of its recording; excerpts and waveforms belong to what they were made of.
  return kind === 'copies' || (withResults && ['results', 'excerpts', 'waveforms'].includes(kind));
}

async function libraryParts({ dataDirectory, withResults }: ExportRequest): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const files of dataFiles(dataDirectory)) {
    for (const file of files) {
      if (!isExported(file, withResults)) continue;
      const { bytes, relative } = file;
      parts.push({
        name: relative.split(path.sep).join('/'),
        file: path.join(dataDirectory, relative),
        bytes,
      });
    }
  }
  return parts;
}

/** Everything is read twice: for the list of files at the beginning, and to be written. */
function progressOf({ onProgress }: ExportRequest, parts: readonly Part[]): (bytes: number) => void {
  const of = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  let read = 0;
  return (bytes) => {
    read += bytes;
    onProgress?.({ bytes: Math.floor(read / 2), of });
  };
}

async function hashed(
  parts: readonly Part[],
  { signal }: ExportRequest,
  tell: (bytes: number) => void,
): Promise<HashedPart[]> {
  const found: HashedPart[] = [];
  for (const part of parts) {
    found.push({ ...part, hash: await unlessGone(part, () => hashFile(part.file, signal)) });
    tell(part.bytes);
  }
  return found;
}

async function append(
  out: FileHandle,
  entry: string,
  part: HashedPart,
  signal: AbortSignal | undefined,
  tell: (bytes: number) => void,
): Promise<void> {
  await out.writeFile(headerOf({ name: entry, bytes: part.bytes }));
  const hash = createHash('sha256');
  let written = 0;
  await unlessGone(part, async () => {
    for await (const piece of createReadStream(part.file, { highWaterMark: 1024 * 1024 })) {
      signal?.throwIfAborted();
      hash.update(piece as Buffer);
      await out.writeFile(piece as Buffer);
      written += (piece as Buffer).length;
      tell((piece as Buffer).length);
    }
  });
  if (written !== part.bytes || hash.digest('hex') !== part.hash) throw changed(part);
  await out.writeFile(paddingOf(part.bytes));
}

async function unlessGone<Result>(part: Part, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (failure) {
    throw isErrno(failure, 'ENOENT') ? changed(part, failure) : failure;
  }
}

function changed({ name }: Part, cause?: unknown): CleartakeError {
  return new CleartakeError('notPossibleNow', { cause, detail: name, parts: ARCHIVE_REFUSALS.changed });
}
