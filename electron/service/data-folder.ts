/** The data folder: created when missing, with its contents readable only by its owner. */

import { chmod, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isErrno } from '../platform/files/file-errors.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import type { Log } from '../platform/log.ts';

const OWNER_FOLDER = 0o700;
const OWNER_FILE = 0o600;
const BEYOND_OWNER = 0o077;
const PERMISSIONS = 0o777;

export interface DataFolder {
  readonly lock: string;
  readonly database: string;
  readonly media: string;
}

/**
 * Opens a data folder. An existing one may have been readable by others: the service's files are closed to them, and so is the
 * folder when it holds nothing else.
 * @throws Error of the file system, with `syscall` `mkdir`, when the folder cannot be created
 */
export async function openDataFolder(folder: string, log: Log): Promise<DataFolder> {
  const within = (name: string) => path.join(folder, name);
  const found = { lock: within('service.lock'), database: within('service.sqlite'), media: within('media') };
  await makeFolder(folder, OWNER_FOLDER);
  const close = async (what: string, mode: number) => {
    await chmod(what, mode).catch((failure: unknown) => {
      if (isErrno(failure, 'ENOENT')) return;
      const [code, name] = [codeOf(failure), path.basename(what)];
      log.warn('A part of the data folder stays readable by others. Run the service as the owner of the folder.', {
        name,
        code,
      });
    });
  };
  const mode = (await stat(folder)).mode & PERMISSIONS;
  if (await isServiceFolder(folder)) await close(folder, OWNER_FOLDER);
  else if ((mode & BEYOND_OWNER) !== 0) {
    log.warn('The data folder also holds other files and stays readable by others. The files of the service are not.', {
      mode: mode.toString(8),
    });
  }
  await makeFolder(found.media, OWNER_FOLDER);
  await close(found.media, OWNER_FOLDER);
  // SQLite gives its other files the mode of the database.
  for (const file of [found.lock, found.database]) await (await open(file, 'a', OWNER_FILE)).close();
  for (const suffix of ['', '-wal', '-shm', '-journal']) {
    await close(found.lock + suffix, OWNER_FILE);
    await close(found.database + suffix, OWNER_FILE);
  }
  await close(within('signing-secret'), OWNER_FILE);
  return found;
}

/** Whether a folder holds only files of the service. */
async function isServiceFolder(folder: string): Promise<boolean> {
  const ofService = /^(service\.(lock|sqlite)(-\w+)?|signing-secret(\.part)?|media|backups|damaged)$/;
  return (await readdir(folder)).every((name) => ofService.test(name));
}

function codeOf(failure: unknown): string {
  return failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown';
}
