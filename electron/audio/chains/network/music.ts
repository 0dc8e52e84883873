/**
 * Tells music and singing that are the content from noise. The network was trained to take both away. Where it leaves next to nothing, and what
 * was there consists of distinct tones, there was something to listen to.
 */

import { BINS, TAPS_STRIDE } from '../../dsp/network/network.ts';

/** Of a stretch of spectra, at the level that the network hears. */
export interface Sound {
  /** Part of the energy that the network leaves. */
  readonly kept: number;
  /**
   * Geometric by arithmetic mean of the power of neighboring bins, a tenth of a second together: 0.7 to 0.9 for noise of any color, 0.47 to
   * 0.6 for a crowd of voices, less for notes.
   */
  readonly flatness: number;
}

/** With more, somebody speaks over the music: then it is 0.4 and more. */
const MOST_KEPT = 0.25;
const MOST_FLATNESS = 0.43;
/** Where music was just before: louder and quieter passages belong to one piece. */
const MOST_FLATNESS_AFTER_MUSIC = 0.52;
/** A bed in the pauses of speech is quieter. */
const LEAST_LOUD = 10 ** -1.2;

/**
 * @param loudness mean square of the stretch, as a part of that of the recording's loudest half second
 * @param isAfterMusic whether music came before
 */
export function isMusic({ flatness, kept }: Sound, loudness: number, isAfterMusic: boolean): boolean {
  const mostFlatness = isAfterMusic ? MOST_FLATNESS_AFTER_MUSIC : MOST_FLATNESS;
  return kept < MOST_KEPT && flatness < mostFlatness && loudness > LEAST_LOUD;
}

/** Quarters that are enough to begin music with in the middle of a chunk. */
const FEWEST_AT_END = 2;

/**
 * @param quarters sums of each quarter of a chunk, a quarter that isn't there left out
 * @param loudness of each, as isMusic takes it
 * @returns for each whether it is music: the whole chunk, what goes on at its beginning, or what begins before its end
 */
export function musicIn(
  quarters: readonly SoundSums[],
  loudness: readonly number[],
  isAfterMusic: boolean,
): readonly boolean[] {
  const count = quarters.length;
  const isOne = (from: number, to: number, isAfter: boolean) =>
    isMusic(
      soundIn(quarters.slice(from, to)),
      loudness.slice(from, to).reduce((sum, one) => sum + one, 0) / (to - from),
      isAfter,
    );
  if (isOne(0, count, isAfterMusic)) return quarters.map(() => true);
  let [until, from] = [isAfterMusic ? count - 1 : 0, 1];
  while (until > 0 && !isOne(0, until, true)) until -= 1;
  while (from <= count - FEWEST_AT_END && !isOne(from, count, false)) from += 1;
  const begins = from <= count - FEWEST_AT_END ? from : count;
  return quarters.map((_, quarter) => quarter < until || quarter >= begins);
}

/** Bins that are compared, 250 Hz to 4 kHz, and how many neighbors on each side: they are further apart than notes. */
const FIRST = 8;
const LAST = 128;
const NEIGHBORS = 8;
/** Frames whose power is added up: noise evens out, a note stays where it is. */
const TOGETHER = 6;
const TINY = 1e-12;

/** What sounds are computed from: of stretches side by side they are added. */
export interface SoundSums {
  readonly energy: number;
  readonly left: number;
  readonly weight: number;
  /** Flatness of moments times their weights. */
  readonly flatness: number;
}

/**
 * Spectra and taps as the network has them.
 * @param from frame of the spectra that the taps begin with
 * @param first frame of the taps that the stretch begins with
 * @param count frames of the stretch
 */
export function sumsOf(
  { imaginary, real, taps }: { real: Float32Array; imaginary: Float32Array; taps: Float32Array },
  from: number,
  first: number,
  count: number,
): SoundSums {
  const power = new Float64Array(LAST + NEIGHBORS + 1).fill(TINY);
  const sums = { energy: 0, left: 0, weight: 0, flatness: 0 };
  for (let frame = first; frame < first + count; frame++) {
    const at = (from + frame) * BINS;
    for (let bin = 0; bin < power.length; bin++) {
      const own = (real[at + bin] as number) ** 2 + (imaginary[at + bin] as number) ** 2;
      power[bin] = (power[bin] as number) + own;
      sums.energy += own;
      sums.left += own * keptOf(taps, (frame * BINS + bin) * TAPS_STRIDE);
    }
    if ((frame - first + 1) % TOGETHER !== 0 && frame !== first + count - 1) continue;
    const { flatness, weight } = flatnessOf(power);
    sums.weight += weight;
    sums.flatness += weight * flatness;
    power.fill(TINY);
  }
  return sums;
}

export function soundIn(stretches: readonly SoundSums[]): Sound {
  let [energy, left, weight, flatness] = [0, 0, 0, 0];
  for (const one of stretches) {
    energy += one.energy;
    left += one.left;
    weight += one.weight;
    flatness += one.flatness;
  }
  return { kept: left / (energy + TINY), flatness: weight === 0 ? 1 : flatness / weight };
}

/** Part of a bin's energy that the tap of the frame itself leaves. */
function keptOf(taps: Float32Array, at: number): number {
  return (taps[at + 1] as number) ** 2 + (taps[at + 4] as number) ** 2;
}

/** @returns weight: louder moments count more, but not in proportion */
function flatnessOf(power: Float64Array): { readonly flatness: number; readonly weight: number } {
  let [sum, weights, energy] = [0, 0, 0];
  for (let bin = FIRST; bin <= LAST; bin++) {
    let around = 0;
    for (let near = bin - NEIGHBORS; near <= bin + NEIGHBORS; near++) around += power[near] as number;
    around /= 2 * NEIGHBORS + 1;
    const weight = Math.sqrt(around);
    sum += weight * Math.log((power[bin] as number) / around);
    weights += weight;
    energy += power[bin] as number;
  }
  return { flatness: Math.exp(sum / weights), weight: Math.sqrt(energy) };
}
