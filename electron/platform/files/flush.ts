/** Synchronous flushing to disk, for what must be durable before anything else happens. */

import { closeSync, fsyncSync, openSync } from 'node:fs';

export function flushFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Flushes a folder's entries where the system supports it; Windows does not. */
export function flushFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? failure.code : '';
    if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP'].includes(String(code))) throw failure;
  }
}
