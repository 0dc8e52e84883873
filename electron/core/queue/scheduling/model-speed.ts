/** How long a model takes over a connection: a line through what was seen, base plus time for each second of audio, learnt step by step. */

export interface ModelSpeed {
  /** Generations that it was learnt from. */
  readonly count: number;
  /** Milliseconds that do not depend on the length. */
  readonly baseMs: number;
  /** Milliseconds a second of audio. */
  readonly msPerSecond: number;
}

/** The share of what is new that every further generation has at least: services become faster and slower. */
const LEAST_WEIGHT = 0.2;
/** Seconds of audio that count in the line as much as its base. */
const SCALE_SECONDS = 60;

/** @returns milliseconds from start to completion; null when nothing was seen yet */
export function expectedMs(pace: ModelSpeed | undefined, seconds: number): number | null {
  return pace === undefined || pace.count === 0 ? null : pace.baseMs + pace.msPerSecond * seconds;
}

/**
 * The pace after one more generation: the line is moved towards the new point, by its nearest way (normalized least mean squares).
 * @param tookMs from start to completion
 * @param seconds of audio
 */
export function learn(pace: ModelSpeed | undefined, tookMs: number, seconds: number): ModelSpeed {
  const { count, baseMs, msPerSecond } = pace ?? { count: 0, baseMs: 0, msPerSecond: 0 };
  const length = seconds / SCALE_SECONDS;
  const missed = tookMs - (baseMs + msPerSecond * seconds);
  const step = (Math.max(LEAST_WEIGHT, 1 / (count + 1)) * missed) / (1 + length ** 2);
  return {
    count: count + 1,
    baseMs: Math.max(0, baseMs + step),
    msPerSecond: Math.max(0, msPerSecond + (step * length) / SCALE_SECONDS),
  };
}
