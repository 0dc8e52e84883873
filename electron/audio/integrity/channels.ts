/** What became of the two channels of a stereo recording: one that fell silent, both exchanged, or both the same. */

import type { SpeechLevels, Stretch } from './lost-speech.ts';

export interface SilentChannel {
  readonly channel: 0 | 1;
  /** Where the recording may have speech that this channel of the result lacks. */
  readonly stretches: readonly Stretch[];
}

/** A channel that is this much quieter than the other one only has what leaks into it, which a restoration may remove. In decibels. */
const LEAKS = 10;
/** Columns that a stretch lasts at least: a quarter of a second. */
const SHORTEST = 16;

/** Decibels by which channels differ at least to be distinguished, as root mean square; a larger difference counts as the second figure. */
const APART = 3;
const MOST_APART = 20;
/** Columns that are compared at least. */
const FEWEST = 60;
/** Exchanged channels differ the other way round: this much likeness of the differences, -1 to 1. */
const EXCHANGED = -0.5;
/** Channels are the same when what they differ by is less than this, in decibels, and this share of what it was. */
const SAME = 1;
const SAME_SHARE = 0.25;

type Pair = readonly [left: SpeechLevels, right: SpeechLevels];

/**
 * Null when no channel fell silent, and when both did: then speech is lost.
 * @param silenced stretches in which the recording is heard in a channel and the result isn't
 */
export function silentChannel(
  pair: Pair,
  silenced: (levels: SpeechLevels, counts: (column: number) => boolean) => readonly Stretch[],
): SilentChannel | null {
  const found = ([0, 1] as const).flatMap((channel) => {
    const [own, other] = [pair[channel], pair[channel === 0 ? 1 : 0]];
    const isOwn = (column: number) => (own.original[column] as number) >= (other.original[column] as number) - LEAKS;
    const stretches = silenced(own, isOwn);
    return stretches.some(isLong) ? [{ channel, stretches }] : [];
  });
  return found.length === 1 ? (found[0] as SilentChannel) : null;
}

/** Whether a stretch is long enough to look for a voice in it. */
export function isLong({ from, to }: Stretch): boolean {
  return to - from >= SHORTEST;
}

export interface Exchange {
  readonly kind: 'swapped' | 'merged';
  /** The channels took turns, and do so on the other sides now: a silent channel can't look like that. */
  readonly isCertain: boolean;
}

/** Null when each channel is where it was, and where the recording's channels are too much alike to tell. */
export function exchanged([left, right]: Pair): Exchange | null {
  const before = createMoments();
  const after = createMoments();
  let products = 0;
  for (let column = 0; column < left.original.length; column++) {
    const isHeard = [left, right].some(
      ({ heardFrom, original }) => (original[column] ?? 0) >= (heardFrom[column] ?? 0),
    );
    if (!isHeard || left.result[column] === Number.NEGATIVE_INFINITY) continue;
    const was = differenceAt(left.original, right.original, column);
    const is = differenceAt(left.result, right.result, column);
    before.add(was);
    after.add(is);
    products += was * is;
  }
  const { count } = before;
  if (count < FEWEST || before.power < APART ** 2) return null;
  if (after.power <= Math.min(SAME ** 2, SAME_SHARE ** 2 * before.power)) return { kind: 'merged', isCertain: false };
  const spread = Math.min(before.power - before.mean ** 2, after.power - after.mean ** 2);
  const turns = products / count - before.mean * after.mean;
  const bothTurn = Math.sqrt((before.power - before.mean ** 2) * (after.power - after.mean ** 2));
  if (spread >= APART ** 2 && turns <= EXCHANGED * bothTurn) return { kind: 'swapped', isCertain: true };
  const isOpposite = products / count <= EXCHANGED * Math.sqrt(before.power * after.power);
  return isOpposite ? { kind: 'swapped', isCertain: false } : null;
}

interface Moments {
  add(value: number): void;
  readonly count: number;
  readonly mean: number;
  /** Mean square. */
  readonly power: number;
}

function createMoments(): Moments {
  let [count, sum, squares] = [0, 0, 0];
  return {
    add: (value) => {
      count += 1;
      sum += value;
      squares += value * value;
    },
    get count() {
      return count;
    },
    get mean() {
      return sum / count;
    },
    get power() {
      return squares / count;
    },
  };
}

function differenceAt(left: Float32Array, right: Float32Array, column: number): number {
  const difference = (left[column] ?? 0) - (right[column] ?? 0);
  return Number.isNaN(difference) ? 0 : Math.max(-MOST_APART, Math.min(MOST_APART, difference));
}
