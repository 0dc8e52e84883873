/** What errors of the file system mean to a person: the one place that maps `ENOENT`, `ENOSPC` and the like to error codes. */

import { CleartakeError } from '../../../shared/domain/errors.ts';

export function isErrno(failure: unknown, ...codes: readonly string[]): boolean {
  return failure instanceof Error && 'code' in failure && codes.includes(String(failure.code));
}

/** @returns CleartakeError diskFull; other failures as they are */
export function toDiskError(failure: unknown): unknown {
  return isErrno(failure, 'ENOSPC', 'EDQUOT') ? new CleartakeError('diskFull', { cause: failure }) : failure;
}

/** For a file that is read. @returns CleartakeError sourceMissing, sourceUnreadable; other failures as they are */
export function toSourceError(failure: unknown): unknown {
  if (isErrno(failure, 'ENOENT', 'ENOTDIR', 'ELOOP')) return new CleartakeError('sourceMissing', { cause: failure });
  if (isErrno(failure, 'EACCES', 'EPERM')) return new CleartakeError('sourceUnreadable', { cause: failure });
  return failure;
}

const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EISDIR', 'ENOTEMPTY', 'EEXIST'] as const;

/** For a file that is written. @returns CleartakeError diskFull, nameTooLong, outputUnwritable; other failures as they are */
export function toOutputError(failure: unknown): unknown {
  if (isErrno(failure, 'ENAMETOOLONG')) return new CleartakeError('nameTooLong', { cause: failure });
  if (isErrno(failure, ...UNWRITABLE)) return new CleartakeError('outputUnwritable', { cause: failure });
  return toDiskError(failure);
}

/** Runs work that writes files. @throws CleartakeError diskFull, nameTooLong, outputUnwritable; other failures as they are */
export async function withOutputErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (failure) {
    throw toOutputError(failure);
  }
}
