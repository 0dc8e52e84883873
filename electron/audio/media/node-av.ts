/** Shared by the modules around node-av: logging, checked return codes, timestamps as numbers. */

import { AV_LOG_QUIET, AV_NOPTS_VALUE, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { FFmpegError, Log } from 'node-av/lib';

// Damage in recordings is counted and reported; FFmpeg's own messages would only fill the host's standard error.
Log.setLevel(AV_LOG_QUIET);

/** Returns a non-negative FFmpeg result. @throws FFmpegError for a negative one, with the operation's name */
export function checked(answer: number, what: string): number {
  if (answer >= 0) return answer;
  const failure = new FFmpegError(answer);
  throw new Error(`${what}: ${failure.message}`, { cause: failure });
}

/** Whether a negative result only means "try again" (EAGAIN) or "no more" (EOF). */
export function isPause(answer: number): boolean {
  return answer === AVERROR_EAGAIN || answer === AVERROR_EOF;
}

/** A timestamp in ticks; null when FFmpeg has none. */
export function ticks(value: bigint): number | null {
  return value === AV_NOPTS_VALUE ? null : Number(value);
}

/** A `file:` URL, so that FFmpeg takes every path as a file, even with colons or percent signs in it. */
export function fileUrl(path: string): string {
  return `file:${path}`;
}
