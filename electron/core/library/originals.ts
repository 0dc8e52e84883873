/** The person's own file behind a recording: the recording itself, or the one that it was made of. */

import path from 'node:path';
import type { RecordingRow } from '../store/schema.ts';

/** As outputs have it for their tags, other tracks, file time and folder. */
export interface Original {
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  readonly origin: RecordingRow['origin'];
}

type Source = Pick<RecordingRow, 'bytes' | 'origin' | 'path'> & Partial<Pick<RecordingRow, 'madeFrom' | 'modifiedAt'>>;

export function originalOf({ bytes, madeFrom, modifiedAt = 0, origin, path: own }: Source): Original {
  const [first] = madeFrom?.files ?? [];
  if (madeFrom == null || first === undefined) return { path: own, bytes, modifiedAt, origin };
  return { path: first.path, bytes: first.bytes, modifiedAt: first.modifiedAt, origin: madeFrom.origin };
}

/** The folder that the person's own file is in; null for copies in the library, samples and what was recovered. */
export function folderOfOriginal(recording: Source): string | null {
  const original = originalOf(recording);
  return original.origin === 'path' ? path.dirname(original.path) : null;
}
