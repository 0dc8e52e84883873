/** Where a result can be read: in the library, or, when it was removed there, in the output folder that has the same bytes. */

import { existsSync, statSync } from 'node:fs';
import type { ResultRow } from '../store/schema.ts';

type Placed = Pick<ResultRow, 'path' | 'bytes' | 'exportedPath' | 'exportHash'>;

/** The output, where it is the result itself and has its size; null otherwise. Its content may still be another. */
export function outputWithSameBytes({ bytes, exportedPath, exportHash }: Omit<Placed, 'path'>): string | null {
  if (exportedPath === null || exportHash !== null) return null;
  return statSync(exportedPath, { throwIfNoEntry: false })?.size === bytes ? exportedPath : null;
}

/** The file to listen to; its own path, where nothing is, when there is none. */
export function fileOfResult(result: Placed): string {
  return existsSync(result.path) ? result.path : (outputWithSameBytes(result) ?? result.path);
}
