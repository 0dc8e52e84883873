/** Bandwidth: the highest frequency that carries signal, found as where the long-term spectrum rises out of what lies above it. */

import type { SpectrumSource } from '../dsp/spectra/spectrum-source.ts';

export interface BandwidthMeasure {
  add(power: Float32Array): void;
  /** Hz; null for silence. */
  finish(): number | null;
}

/** Hz: spectra are smoothed over this, so that single bins do not pass for an edge. */
const SMOOTHING = 150;
/** Decibels below the loudest frequency: what is weaker is rounding, or a codec's remains. */
const WEAKEST = 75;
/** Hz: below this is rumble, of which nothing can be said by its level. */
const HIGHEST_RUMBLE = 100;
/** An edge is a fall by so many decibels that is not made good above it. */
const LEAST_FALL = 15;
/** Within this part of the frequency. Sound by itself falls more slowly. */
const EDGE_WIDTH = 0.08;
/** Decibels. */
const BEGUN = 6;
/** Hz: no recorder cuts lower. */
const LOWEST_EDGE = 2000;
const TINY = 1e-20;

export function createBandwidthMeasure(spectra: SpectrumSource): BandwidthMeasure {
  const sum = new Float64Array(spectra.bins);
  let count = 0;
  return {
    add: (power) => {
      for (let bin = 0; bin < sum.length; bin++) sum[bin] = (sum[bin] as number) + (power[bin] as number);
      count += 1;
    },
    finish: () => {
      if (count === 0 || sum.every((power) => power < TINY)) return null;
      const levels = smoothed(sum, Math.max(1, Math.round(SMOOTHING / spectra.binWidth)));
      const loudest = levels.subarray(Math.ceil(HIGHEST_RUMBLE / spectra.binWidth)).reduce(larger);
      const last = levels.findLastIndex((level) => level > loudest - WEAKEST);
      const edge = edgeBelow(levels, last, Math.ceil(LOWEST_EDGE / spectra.binWidth));
      return edge * spectra.binWidth;
    },
  };
}

/** In decibels. */
function smoothed(power: Float64Array, reach: number): Float64Array {
  const half = reach >> 1;
  return power.map((_, bin) => {
    const near = power.subarray(Math.max(0, bin - half), bin + half + 1);
    return 10 * Math.log10(near.reduce((sum, value) => sum + value, 0) / near.length + TINY);
  });
}

/** The highest edge up to the bin `last`; that bin where there is none. */
function edgeBelow(levels: Float64Array, last: number, lowest: number): number {
  let above = Number.NEGATIVE_INFINITY;
  let isFalling = false;
  for (let bin = last; bin >= lowest; bin--) {
    const beyond = Math.min(levels.length - 1, Math.round(bin * (1 + EDGE_WIDTH)));
    above = Math.max(above, levels[beyond] as number);
    const falls: boolean = (levels[bin] as number) - (isFalling ? (levels[beyond] as number) : above) >= LEAST_FALL;
    // From above the foot of the edge comes first; what counts is its shoulder.
    if (isFalling && !falls) return passedFrom(levels, bin, last);
    isFalling ||= falls;
  }
  return last;
}

/** Where a fall that begins at a bin has truly begun. */
function passedFrom(levels: Float64Array, shoulder: number, last: number): number {
  let bin = shoulder;
  while (bin < last && (levels[bin] as number) > (levels[shoulder] as number) - BEGUN) bin++;
  return bin;
}

function larger(one: number, other: number): number {
  return Math.max(one, other);
}
