/**
 * Tells music and singing that are the content from noise. The network was trained to take both away. Where it leaves next to nothing, and what
 * was there consists of distinct tones, there was something to listen to.
 */

import { BINS, TAPS_STRIDE } from '../../dsp/network/network.ts';

/** Of a chunk of spectra, at the level that the network hears. */
export interface ChunkSound {
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
 * @param loudness mean square of the chunk, as a part of that of the recording's loudest half second
 * @param isAfterMusic whether the chunk before was music
 */
export function isMusic({ flatness, kept }: ChunkSound, loudness: number, isAfterMusic: boolean): boolean {
  const mostFlatness = isAfterMusic ? MOST_FLATNESS_AFTER_MUSIC : MOST_FLATNESS;
  return kept < MOST_KEPT && flatness < mostFlatness && loudness > LEAST_LOUD;
}

/** Bins that are compared, 250 Hz to 4 kHz, and how many neighbors on each side: they are further apart than notes. */
const FIRST = 8;
const LAST = 128;
const NEIGHBORS = 8;
/** Frames whose power is added up: noise evens out, a note stays where it is. */
const TOGETHER = 6;
const TINY = 1e-12;

/** Spectra and taps as the network has them. @param from first frame @param count frames */
export function soundOf(
  { imaginary, real, taps }: { real: Float32Array; imaginary: Float32Array; taps: Float32Array },
  from: number,
  count: number,
): ChunkSound {
  const power = new Float64Array(LAST + NEIGHBORS + 1).fill(TINY);
  let [whole, left, weights, weighted] = [0, 0, 0, 0];
  for (let frame = 0; frame < count; frame++) {
    const at = (from + frame) * BINS;
    for (let bin = 0; bin < power.length; bin++) {
      const own = (real[at + bin] as number) ** 2 + (imaginary[at + bin] as number) ** 2;
      power[bin] = (power[bin] as number) + own;
      whole += own;
      left += own * keptOf(taps, (frame * BINS + bin) * TAPS_STRIDE);
    }
    if ((frame + 1) % TOGETHER !== 0 && frame !== count - 1) continue;
    const { flatness, weight } = flatnessOf(power);
    weights += weight;
    weighted += weight * flatness;
    power.fill(TINY);
  }
  return { kept: left / (whole + TINY), flatness: weights === 0 ? 1 : weighted / weights };
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
