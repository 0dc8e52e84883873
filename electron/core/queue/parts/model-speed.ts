/** Estimates how long a model takes over a connection: a base plus a time for each second of audio, fitted generation by generation. */

export interface ModelSpeed {
  /** Generations that it was fitted to. */
  readonly count: number;
  /** Milliseconds that do not depend on the length. */
  readonly baseMs: number;
  /** Milliseconds for each second of audio. */
  readonly msPerSecond: number;
  /** By what share its times were lately missed, on average; 0 where that isn't followed. */
  readonly missed?: number;
}

/** Least weight of a new generation: services become faster and slower over time. */
const LEAST_WEIGHT = 0.2;
/** Seconds of audio that weigh as much as the base in a step of the fit. */
const SCALE_SECONDS = 60;

/** @returns milliseconds from start to completion; null before the first generation */
export function expectedMs(speed: ModelSpeed | undefined, seconds: number): number | null {
  return speed === undefined || speed.count === 0 ? null : speed.baseMs + speed.msPerSecond * seconds;
}

/**
 * The speed after one more generation: moves the line toward the new point by normalized least mean squares.
 * @param tookMs from start to completion
 * @param seconds of audio
 */
export function learn(speed: ModelSpeed | undefined, tookMs: number, seconds: number): ModelSpeed {
  const { count, baseMs, msPerSecond } = speed ?? { count: 0, baseMs: 0, msPerSecond: 0 };
  const length = seconds / SCALE_SECONDS;
  const missed = tookMs - (baseMs + msPerSecond * seconds);
  const step = (Math.max(LEAST_WEIGHT, 1 / (count + 1)) * missed) / (1 + length ** 2);
  return {
    count: count + 1,
    baseMs: Math.max(0, baseMs + step),
    msPerSecond: Math.max(0, msPerSecond + (step * length) / SCALE_SECONDS),
  };
}
