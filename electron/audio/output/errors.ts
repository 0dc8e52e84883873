/** What the file system says when a result cannot be kept, in the words of this house. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isErrno } from '../../platform/files/atomic-files.ts';

/**
 * Passes the result of writing files on.
 * @throws CleartakeError diskFull, outputUnwritable; other failures as they are
 */
export async function withOutputErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (failure) {
    if (isErrno(failure, 'ENOSPC', 'EDQUOT')) throw new CleartakeError('diskFull', { cause: failure });
    if (isErrno(failure, 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EISDIR', 'ENOTEMPTY', 'EEXIST')) {
      throw new CleartakeError('outputUnwritable', { cause: failure });
    }
    throw failure;
  }
}
