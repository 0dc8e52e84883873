/** What the modules around node-av share: quiet logging, checked answers, timestamps as numbers. */

import { AV_LOG_QUIET, AV_NOPTS_VALUE, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { FFmpegError, Log } from 'node-av/lib';

// Damage in recordings is counted and reported; FFmpeg's own lines about it would only fill the host's standard error.
Log.setLevel(AV_LOG_QUIET);

/** Passes a non-negative answer of FFmpeg on. @throws FFmpegError for a negative one, told where it came from */
export function checked(answer: number, what: string): number {
  if (answer >= 0) return answer;
  const failure = new FFmpegError(answer);
  throw new Error(`${what}: ${failure.message}`, { cause: failure });
}

/** Whether a negative answer only says "not now" or "no more". */
export function isPause(answer: number): boolean {
  return answer === AVERROR_EAGAIN || answer === AVERROR_EOF;
}

/** A timestamp in ticks; null when FFmpeg has none. */
export function ticks(value: bigint): number | null {
  return value === AV_NOPTS_VALUE ? null : Number(value);
}

/** Lets FFmpeg take every path as a file, whatever colons or percent signs are in its name. */
export function fileUrl(path: string): string {
  return `file:${path}`;
}
