/** What was read of a few files: their indexes and rates, until the files change. */

import { readFile, stat } from 'node:fs/promises';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isErrno, toSourceError } from '../../platform/files/file-errors.ts';
import { decodeSeekIndex, type SeekIndex } from '../input/seek-index.ts';
import { openRecording } from '../input/source-file.ts';

export interface KnownFiles {
  /** Changes when the file does. @throws CleartakeError sourceMissing, sourceUnreadable */
  versionOf(path: string): Promise<string>;
  /** An unusable index counts as none: playback works without it, only slower. */
  indexOf(path: string | null): Promise<SeekIndex | null>;
  /** The recording's own rate in Hz. @throws CleartakeError as openRecording does */
  rateOf(path: string): Promise<number>;
}

/** An index of three hours is 4 MB. */
const MOST_KEPT = 6;

export function createKnownFiles(): KnownFiles {
  const indexes = keptBy(MOST_KEPT, readIndex);
  const rates = keptBy(MOST_KEPT, readRate);
  return {
    versionOf,
    indexOf: async (path) => {
      if (path === null) return null;
      try {
        return await indexes(path);
      } catch (failure) {
        if (isUnusable(failure)) return null;
        throw failure;
      }
    },
    rateOf: rates,
  };
}

/** Remembers what `read` gave for the last few versions of files. */
function keptBy<Result>(most: number, read: (path: string) => Promise<Result>): (path: string) => Promise<Result> {
  /** Oldest first. */
  const known = new Map<string, Result>();
  return async (path) => {
    const key = `${await versionOf(path)} ${path}`;
    const result = known.get(key) ?? (await read(path));
    known.delete(key);
    known.set(key, result);
    for (const oldest of known.keys()) {
      if (known.size <= most) break;
      known.delete(oldest);
    }
    return result;
  };
}

async function versionOf(path: string): Promise<string> {
  try {
    // Outputs have the file times of their recordings: only the time of the last change tells two of one size apart.
    const { size, ctimeMs, ino } = await stat(path);
    return `${ino}/${size}/${ctimeMs}`;
  } catch (failure) {
    throw toSourceError(failure);
  }
}

function isUnusable(failure: unknown): boolean {
  const isMissing = failure instanceof CleartakeError && failure.code === 'sourceMissing';
  return failure instanceof RangeError || isMissing || isErrno(failure, 'ENOENT');
}

async function readIndex(path: string): Promise<SeekIndex> {
  return decodeSeekIndex(await readFile(path));
}

async function readRate(path: string): Promise<number> {
  const reader = openRecording(path);
  reader.close();
  return reader.info.sampleRate;
}
