/** Only one program writes to a data folder: the one that holds `desk.lock`. Readers need no lock. */

import path from 'node:path';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isErrno, toDiskError } from '../../platform/files/file-errors.ts';
import { makeOwnerOnlyFolder } from '../../platform/files/owner-only.ts';
import { explainUnwritten, type FileLock, tryLockFile } from '../../platform/sqlite.ts';
import { DATA_FOLDER } from './strings.ts';

const LOCK_FILE = 'desk.lock';

/**
 * Creates the data folder if it is missing, makes it readable by its owner alone, and locks it until `release` or the end of this process,
 * even a crash.
 * @throws CleartakeError `dataFolderBusy` while another process holds it; `outputUnwritable` when it can't be written; `diskFull`
 */
export function lockDataFolder(dataDirectory: string): FileLock {
  try {
    makeOwnerOnlyFolder(dataDirectory);
    const lock = tryLockFile(path.join(dataDirectory, LOCK_FILE));
    if (lock !== null) return lock;
  } catch (failure) {
    throw unwritable(dataDirectory, failure);
  }
  throw new CleartakeError('dataFolderBusy', { detail: dataDirectory });
}

/** @returns CleartakeError `diskFull` about the data folder where the disk is what failed, however deep; other failures as they are */
export function explainFullDisk(dataDirectory: string, failure: unknown): unknown {
  for (let cause = failure; cause instanceof Error; cause = cause.cause) {
    const found = explainUnwritten(toDiskError(cause));
    if (!(found instanceof CleartakeError) || found.code !== 'diskFull') continue;
    return new CleartakeError('diskFull', {
      cause: failure,
      detail: dataDirectory,
      parts: DATA_FOLDER.full(dataDirectory),
    });
  }
  return failure;
}

function unwritable(dataDirectory: string, failure: unknown): unknown {
  const explained = explainFullDisk(dataDirectory, failure);
  if (explained !== failure) return explained;
  const isSqlite = failure instanceof Error && 'code' in failure && String(failure.code).startsWith('SQLITE_');
  if (!isSqlite && !isErrno(failure, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST')) return failure;
  return new CleartakeError('outputUnwritable', {
    cause: failure,
    detail: dataDirectory,
    parts: DATA_FOLDER.unwritable(dataDirectory),
  });
}
