/**
 * Reads a desk that was exported into a data folder. What was started or paid since the export is unknown here, so it becomes the
 * history as a chosen backup does, and its queue begins paused: the other desk may still work on the same recordings.
 */

import { constants, createReadStream, createWriteStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Extract, extract } from 'tar-stream';
import { z } from 'zod';
import { CleartakeError } from '../../../../../shared/domain/errors.ts';
import { toDiskError, toSourceError } from '../../../../platform/files/file-errors.ts';
import { flushFile, flushFolder } from '../../../../platform/files/flush.ts';
import { hashFile } from '../../../../platform/files/hashing.ts';
import { makeFolderSync } from '../../../../platform/files/make-folder.ts';
import type { Progress } from '../../../../platform/progress-events.ts';
import { writeDatabase } from '../../../../platform/sqlite.ts';
import type { PassCheckpoint } from '../../../checkpoints.ts';
import { backupPath } from '../../../recovery/backups/backup-files.ts';
import { chosenFolder, forgetChoice, markImported } from '../../../recovery/backups/chosen-backup.ts';
import type { BackupVerdict } from '../../../recovery/backups/inspect-backup.ts';
import type { Store } from '../../../store/open-store.ts';
import { ARCHIVE_REFUSALS, CARE } from '../strings.ts';
import { type DeskManifest, entryName, FORMAT, MANIFEST, STORE } from './export-desk.ts';

/** Absolute path of the folder that the store's paths are in. */
const DATA_FOLDER_SETTING = 'data-folder';

type Entry = Extract extends AsyncIterable<infer Item> ? Item : never;

const MOST_MANIFEST_BYTES = 256 * 1024 * 1024;
/** Where files are until all of them are there and whole. */
const PARTIAL = 'import.part';

const manifestSchema: z.ZodType<DeskManifest> = z.object({
  format: z.literal(FORMAT),
  dataDirectory: z.string(),
  // Its year has four digits: the time is in the name of a file.
  at: z
    .number()
    .int()
    .min(0)
    .max(Date.UTC(9999, 11, 31)),
  contents: z
    .object({ recordings: z.number(), results: z.number(), lastAt: z.number().nullable() })
    .nullish()
    .catch(null),
  files: z.array(z.object({ name: z.string(), sha256: z.string() })),
});

export interface ImportRequest {
  readonly archive: string;
  readonly dataDirectory: string;
  /** Whether the folder may have a desk, which becomes a backup at the next start. */
  readonly replaces: boolean;
  readonly pass: PassCheckpoint;
  readonly signal?: AbortSignal;
  /** Whether the history can take the place of this one. Missing: the next start finds out. */
  check?(store: string): Promise<BackupVerdict>;
  /** Called with the bytes of the archive that were read, of all. */
  onProgress?(progress: Progress): void;
}

/**
 * Reads what an export says of itself.
 * @throws CleartakeError sourceMissing, sourceUnreadable; notPossibleNow for a file that is no export
 */
export async function inspectArchive(archive: string): Promise<DeskManifest & { readonly bytes: number }> {
  const size = await sizeOf(archive);
  const entries = entriesOf(archive);
  try {
    for await (const entry of entries) return { ...(await readManifest(entry)), bytes: size };
    throw new Error('the archive is empty');
  } catch (cause) {
    throw new CleartakeError('notPossibleNow', { cause, parts: CARE.noExport });
  } finally {
    entries.destroy();
  }
}

/** Each entry has to be read to its end before the next one arrives. A failure of the disk arrives as one of theirs. */
function entriesOf(archive: string): Extract {
  const entries = extract();
  // It opens the file for itself: a handle that is shared with its stream may wait for ever to be closed.
  pipeline(createReadStream(archive, { highWaterMark: 1024 * 1024 }), entries).catch(() => undefined);
  return entries;
}

/** In bytes, of a file that can be read. */
async function sizeOf(archive: string): Promise<number> {
  try {
    const facts = await stat(archive);
    if (!facts.isFile()) throw new CleartakeError('notPossibleNow', { parts: CARE.noExport });
    await access(archive, constants.R_OK);
    return facts.size;
  } catch (failure) {
    throw toSourceError(failure);
  }
}

/**
 * The caller holds the folder's lock. The next start continues with what was imported. Interrupted, it can be repeated.
 * @throws CleartakeError notPossibleNow for a folder in use, or a file that is no whole export; as `inspectArchive`; diskFull
 */
export async function importDesk(request: ImportRequest): Promise<{ files: number }> {
  const { archive, dataDirectory, pass, replaces } = request;
  const database = path.join(dataDirectory, STORE);
  const isUsed = [database, chosenFolder(database), path.join(dataDirectory, 'library')].some(isThere);
  if (isUsed && !replaces) throw new CleartakeError('notPossibleNow', { parts: CARE.folderInUse });
  const room = path.join(dataDirectory, PARTIAL);
  rmSync(room, { recursive: true, force: true });
  const size = await sizeOf(archive);
  const entries = entriesOf(archive);
  try {
    const manifest = await unpack(entries, room, size, request).catch((cause: unknown) => {
      const known = toDiskError(cause);
      if (known instanceof CleartakeError) throw known;
      request.signal?.throwIfAborted();
      throw new CleartakeError('notPossibleNow', { cause, parts: CARE.noExport });
    });
    const store = path.join(room, STORE);
    writeDatabase(store, (raw) => {
      const set = raw.prepare('insert or replace into setting (name, value) values (?, ?)');
      // The desk that opens it points its paths to where they are now.
      set.run(DATA_FOLDER_SETTING, JSON.stringify(manifest.dataDirectory));
      set.run('queue-paused', 'true');
    });
    flushFile(store);
    const verdict = await request.check?.(store);
    if (verdict?.kind === 'damaged' || verdict?.kind === 'newer')
      throw new CleartakeError('notPossibleNow', { parts: ARCHIVE_REFUSALS.unusableExport[verdict.kind] });
    request.signal?.throwIfAborted();
    markImported(room);
    renameSync(store, path.join(room, path.basename(backupPath(database, 'closing', manifest.at))));
    flushFolder(room);
    pass('import:extracted');
    forgetChoice(database);
    // In one step: a desk that is opened now continues with it.
    renameSync(room, chosenFolder(database));
    flushFolder(dataDirectory);
    pass('import:chosen');
    return { files: manifest.files.length };
  } finally {
    entries.destroy();
    rmSync(room, { recursive: true, force: true });
  }
}

function isThere(place: string): boolean {
  if (!existsSync(place)) return false;
  return place.endsWith(STORE) || readdirSync(place).length > 0;
}

/** What the first entry says of the others. */
async function readManifest(entry: Entry): Promise<DeskManifest> {
  if (entry.header.name !== MANIFEST || entry.header.size > MOST_MANIFEST_BYTES)
    throw new Error('the archive begins with something else');
  return manifestSchema.parse(await json(entry));
}

async function unpack(
  entries: Extract,
  room: string,
  size: number,
  { onProgress, signal }: Pick<ImportRequest, 'onProgress' | 'signal'>,
): Promise<DeskManifest> {
  let manifest: DeskManifest | null = null;
  let index = 0;
  for await (const entry of entries) {
    if (manifest === null) {
      manifest = await readManifest(entry);
      continue;
    }
    const expected = manifest.files[index];
    if (expected === undefined || entry.header.name !== entryName(index) || !isSafe(expected.name))
      throw new Error(`${entry.header.name} is unexpected`);
    const target = path.join(room, ...expected.name.split('/'));
    makeFolderSync(path.dirname(target), 0o700);
    signal?.throwIfAborted();
    onProgress?.({ bytes: entry.offset, of: size });
    await pipeline(entry, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }), { signal });
    if ((await hashFile(target, signal)) !== expected.sha256) throw new Error(`${expected.name} is damaged`);
    index += 1;
  }
  if (manifest === null || index !== manifest.files.length || !existsSync(path.join(room, STORE)))
    throw new Error('files are missing');
  return manifest;
}

/** Whether a name stays in the folder: the store, or below the library. */
function isSafe(name: string): boolean {
  if (name === STORE) return true;
  const segments = name.split('/');
  return segments[0] === 'library' && segments.every((one) => !['', '.', '..'].includes(one) && !/[\\\0:]/.test(one));
}

/** Call it before anything reads paths. Sources and outputs outside the folder stay as they are. */
export function followMove(
  store: Pick<Store, 'settings' | 'storedFiles' | 'transaction'>,
  dataDirectory: string,
): void {
  const before = store.settings.get(DATA_FOLDER_SETTING);
  if (before === dataDirectory) return;
  store.transaction(() => {
    if (typeof before === 'string') store.storedFiles.relocate(`${before}${path.sep}`, `${dataDirectory}${path.sep}`);
    store.settings.set(DATA_FOLDER_SETTING, dataDirectory);
  });
}
