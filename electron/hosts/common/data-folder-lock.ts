/** Only one program writes to a data folder: the one that holds `desk.lock`. Readers need no lock. */

import path from 'node:path';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isErrno } from '../../platform/files/file-errors.ts';
import { makeOwnerOnlyFolder } from '../../platform/files/make-folder.ts';
import { type FileLock, tryLockFile } from '../../platform/sqlite.ts';
import { explainDataFailure } from '../../platform/store-files/data-errors.ts';
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

/** @returns CleartakeError that names the data folder, where its disk or the limit of open files is what failed; other failures as they are */
export function explainDisk(dataDirectory: string, failure: unknown): unknown {
  const found = explainDataFailure(dataDirectory, failure);
  if (found === failure || !(found instanceof CleartakeError)) return failure;
  if (found.code === 'storeUnwritable') return unwritableBy(dataDirectory, failure);
  const { code } = found;
  return new CleartakeError(code, {
    cause: failure,
    detail: dataDirectory,
    parts: code === 'diskFull' ? DATA_FOLDER.full(dataDirectory) : DATA_FOLDER.startAgain(found.parts.what),
  });
}

function unwritable(dataDirectory: string, failure: unknown): unknown {
  const explained = explainDisk(dataDirectory, failure);
  if (explained !== failure) return explained;
  const isSqlite = failure instanceof Error && 'code' in failure && String(failure.code).startsWith('SQLITE_');
  if (!isSqlite && !isErrno(failure, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST')) return failure;
  return unwritableBy(dataDirectory, failure);
}

function unwritableBy(dataDirectory: string, failure: unknown): CleartakeError {
  return new CleartakeError('outputUnwritable', {
    cause: failure,
    detail: dataDirectory,
    parts: DATA_FOLDER.unwritable(dataDirectory),
  });
}
