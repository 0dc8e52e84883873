/** Tells a folder from another one at the same place, such as a mounted disk from the empty folder below it. */

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isErrno } from './file-errors.ts';

export interface FolderIdentity {
  /** Of the folder itself: another one at the same place has another. */
  readonly id: string;
  /** Whether a disk is mounted on it. */
  readonly isMounted: boolean;
}

/** @returns null when there is no such folder, or its disk doesn't answer @throws the system's error when it may not be looked at */
export type IdentifyFolder = (folder: string) => Promise<FolderIdentity | null>;

const GONE = [
  'ENOENT',
  'ENOTDIR',
  'EIO',
  'ESTALE',
  'ENODEV',
  'ENXIO',
  'ENOTCONN',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ETIMEDOUT',
];

export const identifyFolder: IdentifyFolder = async (folder) => {
  try {
    const [facts, above] = await Promise.all([stat(folder), stat(path.dirname(folder))]);
    if (!facts.isDirectory()) return null;
    return { id: `${facts.dev}:${facts.ino}`, isMounted: facts.dev !== above.dev };
  } catch (failure) {
    if (isErrno(failure, ...GONE)) return null;
    throw failure;
  }
};
