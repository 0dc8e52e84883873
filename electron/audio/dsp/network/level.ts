/** The level that the restoration network hears: each frame is brought to the one that it was trained with, by its surroundings. */

/** Mean square of the speech that the network was trained with: -26 dBFS. */
const TRAINED_POWER = 0.05 ** 2;
/**
 * Frames to each side whose mean is a frame's level, 0.56 s. Longer means serve long noises better, and turn a second, quieter speaker down:
 * one 12 dB below the first loses 10 dB with 1.6 s, and 0.7 dB with this.
 */
export const LEVEL_REACH = 35;
/** Of the mean to both sides: so much lower the mean to one side may be. */
const LEAST_SHARE = 0.1;
/** Of the loudest frame: nothing quieter is brought up to speech. */
const LEAST_OF_LOUDEST = 10 ** -2.6;
const TINY = 1e-10;

/** Mean squares of a recording's frames, of which the factors are asked in order. */
export interface LevelFollower {
  /** @param power mean square of the next frame's bands from 0 to 8 kHz */
  push(power: number): void;
  /** No more frames come: the last ones get factors as well. */
  finish(): void;
  /** Factors that were not taken yet: those of all frames but the last ones within reach. */
  readonly ready: number;
  /** By what the next frame is multiplied before the network, and divided behind it. */
  next(): number;
}

/**
 * @param loudest mean square of the recording's loudest frames, or what is known of it
 * @param reach frames to each side whose mean is a frame's level
 */
export function followLevel(loudest: number, reach = LEVEL_REACH): LevelFollower {
  /** Of the frames within reach of the next factor, and all sums before them. */
  let sums = new Float64Array(1024);
  let first = 0;
  let frames = 0;
  let given = 0;
  let isOver = false;
  const sumBefore = (frame: number) => sums[frame - first] as number;

  function mean(from: number, to: number): number {
    const [start, end] = [Math.max(0, from), Math.min(frames, to + 1)];
    return (sumBefore(end) - sumBefore(start)) / (end - start);
  }

  function level(frame: number): number {
    const around = mean(frame - reach, frame + reach);
    // What begins or ends within reach has the level of its own side, not of the silence beside it.
    const before = frame < reach ? around : mean(frame - reach, frame);
    const behind = isOver && frame > frames - 1 - reach ? around : mean(frame, frame + reach);
    return Math.max(Math.min(before, behind, around), around * LEAST_SHARE);
  }

  /** Forgets what is out of reach, and begins its sums anew, so that they stay exact for hours. */
  function makeRoom(): void {
    const from = Math.max(first, given - reach);
    const start = sumBefore(from);
    const kept = sums.subarray(from - first, frames - first + 1).map((sum) => sum - start);
    if (kept.length > sums.length / 2) sums = new Float64Array(2 * sums.length);
    sums.set(kept);
    first = from;
  }

  return {
    push: (power) => {
      if (frames - first + 1 === sums.length) makeRoom();
      sums[frames - first + 1] = sumBefore(frames) + power;
      frames += 1;
    },
    finish: () => {
      isOver = true;
    },
    get ready() {
      return Math.max(0, (isOver ? frames : frames - reach) - given);
    },
    next: () => {
      const factor = Math.sqrt(TRAINED_POWER / Math.max(level(given), loudest * LEAST_OF_LOUDEST, TINY));
      given += 1;
      return factor;
    },
  };
}

/** Mean square of the surroundings that lead to a factor. */
export function powerOf(factor: number): number {
  return TRAINED_POWER / factor ** 2;
}

/** The factors of a whole recording. @param power mean square of each frame's bands from 0 to 8 kHz */
export function levelFactors(power: Float64Array): Float64Array {
  const factors = (loudest: number) => {
    const follower = followLevel(loudest);
    for (const one of power) follower.push(one);
    follower.finish();
    return power.map(() => follower.next());
  };
  const least = factors(0).reduce((smallest, factor) => Math.min(smallest, factor), Number.POSITIVE_INFINITY);
  return factors(powerOf(least));
}
