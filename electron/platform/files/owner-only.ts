/** Files and folders that nobody but their owner may look into. */

import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/** Takes what is there from all others. What is not there, another's, or on a disk without such rights stays as it is. */
export function restrictToOwner(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
  } catch {
    // Work goes on: the rights of the folder above count then.
  }
}

/** An empty file that is closed to others from its beginning. One that is there is not opened, which would end the locks on it. */
export function createOwnerOnlyFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // It is there, or whoever opens it next says why it cannot be.
  }
}
