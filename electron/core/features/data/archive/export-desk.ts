/** Writes the whole desk without keys into one file: history, queue, ledger, settings, verdicts, and results if wanted. */

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { CleartakeError } from '../../../../../shared/domain/errors.ts';
import { isErrno, withOutputErrors } from '../../../../platform/files/file-errors.ts';
import { flushFolder } from '../../../../platform/files/flush.ts';
import { hashFile } from '../../../../platform/files/hashing.ts';
import type { Progress } from '../../../../platform/progress-events.ts';
import { makeCopyToShare } from '../../../recovery/backups/backup-copy.ts';
import { type BackupContents, contentsOf } from '../../../recovery/backups/inspect-backup.ts';
import { type DataFile, dataFiles } from '../space/data-files.ts';
import { ARCHIVE_REFUSALS } from '../strings.ts';

export const MANIFEST = 'cleartake.json';
export const STORE = 'cleartake.sqlite';
/** Of an entry: nothing of this computer, so that the same desk becomes the same bytes. */
const PLAIN = { type: 'file', mode: 0o600, mtime: new Date(0) } as const;
/** Version of the layout of the archive. */
export const FORMAT = 'cleartake-desk-1';

export interface DeskManifest {
  readonly format: string;
  /** The data folder that it was made of. */
  readonly dataDirectory: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** What its history contains; earlier exports don't say it. */
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
    const report = progressOf(request, all);
    const parts = await hashed(all, request, report);
    const manifest: DeskManifest = {
      format: FORMAT,
      dataDirectory,
      at: now,
      contents: contentsOf(copy),
      files: parts.map(({ hash, name }) => ({ name, sha256: hash })),
    };
    const temporary = path.join(room, 'archive');
    const archive = pack();
    void fill(archive, manifest, parts, { signal: request.signal, report }).catch((failure: Error) =>
      archive.destroy(failure),
    );
    await pipeline(archive, createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }));
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
  report: (bytes: number) => void,
): Promise<HashedPart[]> {
  const found: HashedPart[] = [];
  for (const part of parts) {
    const hash = await hashFile(part.file, signal).catch((failure: unknown) => {
      throw isErrno(failure, 'ENOENT') ? changed(part, failure) : failure;
    });
    found.push({ ...part, hash });
    report(part.bytes);
  }
  return found;
}

interface Watch {
  readonly signal: AbortSignal | undefined;
  readonly report: (bytes: number) => void;
}

/** @throws CleartakeError when a file changed since it was hashed */
async function fill(archive: Pack, manifest: DeskManifest, parts: readonly HashedPart[], watch: Watch): Promise<void> {
  archive.entry({ name: MANIFEST, ...PLAIN }, `${JSON.stringify(manifest, null, 2)}\n`);
  for (const [index, part] of parts.entries()) {
    const entry = archive.entry({ name: entryName(index), size: part.bytes, ...PLAIN });
    await pipeline(checkedPieces(part, watch), entry);
  }
  archive.finalize();
}

async function* checkedPieces(part: HashedPart, { signal, report }: Watch): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const piece of createReadStream(part.file, { highWaterMark: 1024 * 1024 })) {
      signal?.throwIfAborted();
      hash.update(piece as Buffer);
      bytes += (piece as Buffer).length;
      if (bytes > part.bytes) throw changed(part);
      yield piece as Buffer;
      report((piece as Buffer).length);
    }
  } catch (failure) {
    throw isErrno(failure, 'ENOENT') ? changed(part, failure) : failure;
  }
  if (bytes !== part.bytes || hash.digest('hex') !== part.hash) throw changed(part);
}

function changed({ name }: Part, cause?: unknown): CleartakeError {
  return new CleartakeError('notPossibleNow', { cause, detail: name, parts: ARCHIVE_REFUSALS.changed });
}
