/** Where the playhead is between two reports of the worklet. Pure. */

import type { Position } from './messages.ts';
import type { Loop } from './sound/mixer.ts';

export type { Loop };

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
