/** What a failure of Cleartake's own files and stores means, in whatever it is wrapped. SQLite says little: the folder says why. */

import { accessSync, closeSync, constants, openSync, statfsSync } from 'node:fs';
import { aboutPlace } from '../../../shared/domain/error-messages/places.ts';
import { CleartakeError, type ErrorCode } from '../../../shared/domain/errors.ts';
import { isErrno, toDataError, toDiskError } from '../files/file-errors.ts';
import { hasFewFiles } from '../processes/helper-client.ts';
import { explainUnwritten } from '../sqlite.ts';

/** Less than this is no room for a store: its log alone grows by more at a time. */
const LEAST_FREE_BYTES = 256 * 1024;

/**
 * @param folder the data folder
 * @returns a CleartakeError that names the cause and the folder; the failure as it is where the disk has nothing to do with it
 */
export function explainDataFailure(folder: string, failure: unknown): unknown {
  for (let cause = failure; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof CleartakeError && cause.code !== 'databaseFailed') return failure;
    const isOurs = !('path' in cause) || String(cause.path).startsWith(folder);
    const found = explainUnwritten(isOurs ? toDataError(cause) : toDiskError(cause));
    const isVague = isOfStore(cause) || (found instanceof CleartakeError && found.code === 'storeUnwritable');
    const code =
      (isVague ? findTrouble(folder) : null) ?? (found instanceof CleartakeError ? found.code : 'databaseFailed');
    if (code === 'databaseFailed') continue;
    return new CleartakeError(code, { cause: failure, detail: cause.message, parts: aboutPlace(code, folder) });
  }
  return failure;
}

/** SQLite reports what follows from a full disk, such as a transaction that is over already, as any other error. */
function isOfStore(failure: Error): boolean {
  return 'code' in failure && String(failure.code).startsWith('SQLITE_');
}

/** Why nothing can be written into a folder; null when nothing speaks against it. */
function findTrouble(folder: string): ErrorCode | null {
  try {
    if (hasFewFiles()) return 'tooManyFiles';
    accessSync(folder, constants.W_OK);
    closeSync(openSync(folder, 'r'));
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < LEAST_FREE_BYTES ? 'diskFull' : null;
  } catch (failure) {
    // Windows opens no folder.
    if (isErrno(failure, 'EISDIR', 'EPERM', 'EACCES')) return null;
    const found = toDiskError(failure);
    return found instanceof CleartakeError ? found.code : null;
  }
}
