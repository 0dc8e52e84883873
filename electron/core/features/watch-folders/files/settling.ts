/** When a file that somebody copies into a folder is finished: its size and time stood still long enough. */

import type { FileFacts } from '../../../../platform/files/files.ts';

/** What is known of a file that may still grow. Times are monotonic milliseconds. */
export interface Settling {
  readonly bytes: number;
  readonly modifiedAt: number;
  /** When the file was first seen like this. */
  readonly since: number;
  /** The longest time that it stood still before it changed again. */
  readonly longestPause: number;
}

/** A copy that pauses often is waited for longer, but not for ever. */
const LONGEST_PATIENCE_MS = 60_000;

/** @param before what was known of the file; undefined when it is new */
export function sighted(
  before: Settling | undefined,
  { bytes, modifiedAt }: Pick<FileFacts, 'bytes' | 'modifiedAt'>,
  now: number,
): Settling {
  if (before === undefined) return { bytes, modifiedAt, since: now, longestPause: 0 };
  if (before.bytes === bytes && before.modifiedAt === modifiedAt) return before;
  return { bytes, modifiedAt, since: now, longestPause: Math.max(before.longestPause, now - before.since) };
}

/**
 * When the file counts as finished if it doesn't change anymore. Null for an empty file: programs that download put one where the
 * recording will be.
 */
export function settlesAt({ bytes, longestPause, since }: Settling, stableMs: number): number | null {
  if (bytes === 0) return null;
  return since + Math.max(stableMs, Math.min(2 * longestPause, LONGEST_PATIENCE_MS));
}
