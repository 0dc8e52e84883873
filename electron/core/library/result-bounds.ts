/** What a recording allows its result to be: how large and how long. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import { formatPosition } from '../../../shared/domain/units.ts';
import type { RecordingRow, ResultRow } from '../store/schema.ts';
import { RESULT } from '../strings.ts';

type Heard = Pick<RecordingRow, 'durationSeconds'>;
type Stored = Pick<ResultRow, 'frames' | 'sampleRate'>;

/** A codec may add or drop a frame or two at either end, in seconds. */
const FRAMES_SECONDS = 0.1;
/** A larger difference is reported, in seconds; for a short recording, a tenth of its length. */
const SMALL_SECONDS = 1;

/** The largest plausible result: its video, and its sound as eight channels of 32 bits at 192 kHz. */
export function mostBytesOf({ bytes, durationSeconds }: Heard & Pick<RecordingRow, 'bytes'>): number {
  // A recovered job may have lost its recording: then nothing is known.
  if (durationSeconds === null) return Number.POSITIVE_INFINITY;
  return 64 * 1024 * 1024 + 2 * bytes + Math.ceil(durationSeconds) * 192_000 * 8 * 4;
}

/** Whether a result has the length of its recording, as far as that is known. */
export function hasSameLength(recording: Heard, result: Stored): boolean {
  return difference(recording, result) <= FRAMES_SECONDS;
}

/** Whether the length differs so much that a person is notified. */
export function hasOtherLength(recording: Heard, result: Stored): boolean {
  return difference(recording, result) > Math.min(SMALL_SECONDS, (recording.durationSeconds ?? 0) / 10);
}

/** The message for that. */
export function otherLength(recording: Heard, result: Stored): CleartakeError {
  const is = formatPosition(secondsOf(result));
  const was = formatPosition(recording.durationSeconds ?? 0);
  return new CleartakeError('resultOfOtherLength', {
    detail: `${is} of ${was}`,
    parts: RESULT.otherLength(is, was),
  });
}

function difference({ durationSeconds }: Heard, result: Stored): number {
  return durationSeconds === null ? 0 : Math.abs(secondsOf(result) - durationSeconds);
}

function secondsOf({ frames, sampleRate }: Stored): number {
  return frames / sampleRate;
}
