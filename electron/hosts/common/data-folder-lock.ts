/** One writer a data folder: whoever holds `desk.lock` may change what is in it. Readers need no lock. */

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isErrno } from '../../platform/files/atomic-files.ts';
import { type FileLock, tryLockFile } from '../../platform/sqlite.ts';

const LOCK_FILE = 'desk.lock';

/**
 * Creates the data folder when it is missing (readable by its owner alone) and holds it until `release`, or until this
 * process ends, however it ends.
 * @throws CleartakeError `dataFolderBusy` while another process holds it; `outputUnwritable` where nothing can be written
 */
export function lockDataFolder(dataDirectory: string): FileLock {
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    const lock = tryLockFile(path.join(dataDirectory, LOCK_FILE));
    if (lock !== null) return lock;
  } catch (failure) {
    throw unwritable(dataDirectory, failure);
  }
  throw new CleartakeError('dataFolderBusy', { detail: dataDirectory });
}

function unwritable(dataDirectory: string, failure: unknown): unknown {
  const isSqlite = failure instanceof Error && 'code' in failure && String(failure.code).startsWith('SQLITE_');
  if (!isSqlite && !isErrno(failure, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC')) return failure;
  return new CleartakeError('outputUnwritable', {
    cause: failure,
    detail: dataDirectory,
    userMessage: `Cleartake may not write to its data folder (${dataDirectory}). Nothing was changed. Allow it there, or use another data folder.`,
  });
}
