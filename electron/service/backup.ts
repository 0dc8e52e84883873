/** Copies the data folder of a service, running or not, to a new folder that opens like the first. */

import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFile, syncFolder, temporaryPath } from '../platform/files/atomic-files.ts';
import { isErrno } from '../platform/files/file-errors.ts';
import { openDatabase } from '../platform/sqlite.ts';

interface ServiceBackup {
  /** Files of media and outputs in it. */
  readonly files: number;
  /** Of those files together. */
  readonly bytes: number;
}

/**
 * The database is copied first, as of one moment, and the media after it: whatever the copy refers to was complete by then. Uploads and
 * restorations under way are left out; a restoration begins anew from its medium.
 * @param to appears only once everything in it is written
 * @throws RangeError when `from` holds no service or `to` exists; Error of the file system
 */
export async function backUpService(from: string, to: string): Promise<ServiceBackup> {
  if (!(await exists(path.join(from, 'service.sqlite')))) throw new RangeError(`${from} holds no data of a service.`);
  if (await exists(to)) throw new RangeError(`${to} exists already. Name a folder that doesn't exist yet.`);
  const temporary = temporaryPath(to);
  try {
    await mkdir(temporary, { mode: 0o700 });
    copyDatabase(path.join(from, 'service.sqlite'), path.join(temporary, 'service.sqlite'));
    await copyFlushed(path.join(from, 'signing-secret'), path.join(temporary, 'signing-secret'));
    const copied = { files: 0, bytes: 0 };
    await copyMedia(path.join(from, 'media'), path.join(temporary, 'media'), copied);
    await syncFile(path.join(temporary, 'service.sqlite'));
    await syncFolder(temporary);
    await rename(temporary, to);
    await syncFolder(path.dirname(to));
    return copied;
  } catch (failure) {
    await rm(temporary, { recursive: true, force: true });
    throw failure;
  }
}

function copyDatabase(from: string, to: string): void {
  const database = openDatabase({ path: from, schema: {}, readonly: true });
  try {
    database.snapshot(to);
  } finally {
    database.close();
  }
}

async function copyMedia(from: string, to: string, copied: { files: number; bytes: number }): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const entries = await unlessGone(readdir(from, { withFileTypes: true }));
  for (const entry of entries ?? []) {
    if (isUnfinished(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await copyMedia(source, target, copied);
    else if ((await unlessGone(copyFlushed(source, target))) !== null) {
      copied.files += 1;
      copied.bytes += (await stat(target)).size;
    }
  }
  await syncFolder(to);
}

async function copyFlushed(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await syncFile(to);
}

/** What the storage names so while it is written. */
function isUnfinished(name: string): boolean {
  return name.endsWith('.work') || name.endsWith('.part');
}

/** A project may be deleted meanwhile. @returns null then */
async function unlessGone<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (failure) {
    if (isErrno(failure, 'ENOENT')) return null;
    throw failure;
  }
}

async function exists(place: string): Promise<boolean> {
  return (await unlessGone(stat(place))) !== null;
}
