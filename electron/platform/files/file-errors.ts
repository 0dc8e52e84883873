/** What errors of the file system mean to a person: the one place that maps `ENOENT`, `ENOSPC`, `SQLITE_FULL` and the like to error codes. */

import { aboutPlace } from '../../../shared/domain/error-messages/places.ts';
import { CleartakeError, type ErrorCode } from '../../../shared/domain/errors.ts';

export function isErrno(failure: unknown, ...codes: readonly string[]): boolean {
  return failure instanceof Error && 'code' in failure && codes.includes(String(failure.code));
}

/** Conditions of a disk, a share or this computer that end by themselves or when somebody mends them, whatever was done with the file. */
const CONDITIONS = {
  diskFull: ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'],
  tooManyFiles: ['EMFILE', 'ENFILE'],
  diskFailed: ['EIO', 'EREMOTEIO', 'ENXIO'],
  shareLost: ['ESTALE', 'ENOLINK'],
  diskReadOnly: ['EROFS'],
  fileInUse: ['EBUSY', 'ETXTBSY'],
} as const satisfies Partial<Record<ErrorCode, readonly string[]>>;

/** Sockets have these errors too: of a file they are only with its path. */
const LOST_SHARES = ['ENOTCONN', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'] as const;

/**
 * @param place named in the message; without it the path that the failure has
 * @returns CleartakeError diskFull, tooManyFiles, diskFailed, shareLost, diskReadOnly, fileInUse; other failures as they are
 */
export function toDiskError(failure: unknown, place?: string): unknown {
  const found = Object.entries(CONDITIONS).find(([, codes]) => isErrno(failure, ...codes))?.[0] as
    | keyof typeof CONDITIONS
    | undefined;
  const isOfFile = failure instanceof Error && 'path' in failure;
  const code = found ?? (isOfFile && isErrno(failure, ...LOST_SHARES) ? 'shareLost' : null);
  if (code === null) return failure;
  const named = place ?? (isOfFile ? String(failure.path) : undefined);
  const parts = named === undefined ? undefined : aboutPlace(code, named);
  return new CleartakeError(code, { cause: failure, detail: (failure as Error).message, parts });
}

/** For a file that is read. @returns CleartakeError sourceMissing, sourceUnreadable, or as `toDiskError` */
export function toSourceError(failure: unknown, place?: string): unknown {
  if (isErrno(failure, 'ENOENT', 'ENOTDIR', 'ELOOP')) return new CleartakeError('sourceMissing', { cause: failure });
  if (isErrno(failure, 'EACCES', 'EPERM')) return new CleartakeError('sourceUnreadable', { cause: failure });
  return toDiskError(failure, place);
}

const UNWRITABLE = ['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EISDIR', 'ENOTEMPTY', 'EEXIST'] as const;

/** For a file that is written. @returns CleartakeError nameTooLong, outputUnwritable, or as `toDiskError` */
export function toOutputError(failure: unknown): unknown {
  if (isErrno(failure, 'ENAMETOOLONG')) return new CleartakeError('nameTooLong', { cause: failure });
  if (isErrno(failure, ...UNWRITABLE)) return new CleartakeError('outputUnwritable', { cause: failure });
  return toDiskError(failure);
}

/** For a file of Cleartake's own, in the data folder. @returns CleartakeError storeUnwritable, or as `toDiskError` */
export function toDataError(failure: unknown): unknown {
  if (isErrno(failure, ...UNWRITABLE)) return new CleartakeError('storeUnwritable', { cause: failure });
  return toDiskError(failure);
}

/** Runs work that writes files to where the person wants them. @throws CleartakeError as `toOutputError` */
export async function withOutputErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (failure) {
    throw toOutputError(failure);
  }
}

/** Runs work that writes into the data folder. @throws CleartakeError as `toDataError` */
export async function withDataErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (failure) {
    throw toDataError(failure);
  }
}
