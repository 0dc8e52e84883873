/** Where the playhead is between two reports of the worklet, and which loops there can be. Pure. */

import type { Position } from './messages.ts';
import type { Loop } from './sound/mixer.ts';

export type { Loop };

/** Shortest loop, in seconds. */
const MIN_LOOP_SECONDS = 0.1;

interface Timeline {
  /** Hz. */
  readonly rate: number;
  readonly lengthFrames: number;
  /** 1 is the recording's own. */
  readonly speed: number;
  readonly loop: Loop | null;
}

/** @param now the time that is heard, in seconds of the context */
export function shownFrame(last: Position, now: number, { rate, lengthFrames, speed, loop }: Timeline): number {
  if (!last.playing || last.starved) return last.frame;
  const frame = Math.round(last.frame + (now - last.time) * rate * speed);
  if (loop !== null && last.frame >= loop.from && last.frame < loop.to) {
    const length = loop.to - loop.from;
    return loop.from + ((((frame - loop.from) % length) + length) % length);
  }
  return Math.max(0, Math.min(lengthFrames, frame));
}

/** A loop in whole frames of the recording; null when it is too short. */
export function loopWithin(
  { from, to }: Loop,
  { rate, lengthFrames }: Pick<Timeline, 'rate' | 'lengthFrames'>,
): Loop | null {
  const first = Math.max(0, Math.round(Math.min(from, to)));
  const end = Math.min(lengthFrames, Math.round(Math.max(from, to)));
  return end - first < MIN_LOOP_SECONDS * rate ? null : { from: first, to: end };
}
