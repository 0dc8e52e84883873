/** Flushing to the disk, at once: for what must be done before anything else begins. */

import { closeSync, fsyncSync, openSync } from 'node:fs';

export function flushFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Where the system can; Windows has no way to flush a folder. */
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
