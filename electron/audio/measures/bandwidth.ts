/** Bandwidth: the highest frequency with signal, where the long-term spectrum rises above the floor. */

import type { SpectrumSource } from '../dsp/spectra/spectrum-source.ts';

export interface BandwidthMeasure {
  add(power: Float32Array): void;
  /** Hz; null for silence. */
  finish(): number | null;
}

/** Smoothing in Hz, so that single bins are not taken for an edge. */
const SMOOTHING = 150;
/** Decibels below the loudest frequency; anything weaker is rounding or codec residue. */
const WEAKEST = 75;
/** Hz. Rumble below this is ignored. */
const HIGHEST_RUMBLE = 100;
/** An edge is a fall by this many decibels without a recovery above it. */
const LEAST_FALL = 15;
/** The fall takes at most this fraction of the frequency; natural spectra fall more slowly. */
const EDGE_WIDTH = 0.08;
/** Decibels. */
const BEGUN = 6;
/** Hz; no recorder cuts lower. */
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

/** The highest edge up to bin `last`; `last` when there is none. */
function edgeBelow(levels: Float64Array, last: number, lowest: number): number {
  let above = Number.NEGATIVE_INFINITY;
  let isFalling = false;
  for (let bin = last; bin >= lowest; bin--) {
    const beyond = Math.min(levels.length - 1, Math.round(bin * (1 + EDGE_WIDTH)));
    above = Math.max(above, levels[beyond] as number);
    const falls: boolean = (levels[bin] as number) - (isFalling ? (levels[beyond] as number) : above) >= LEAST_FALL;
    // Coming from above, the foot of the edge is found first, but its shoulder counts.
    if (isFalling && !falls) return passedFrom(levels, bin, last);
    isFalling ||= falls;
  }
  return last;
}

/** The shoulder of a fall that is found at a bin. */
function passedFrom(levels: Float64Array, shoulder: number, last: number): number {
  let bin = shoulder;
  while (bin < last && (levels[bin] as number) > (levels[shoulder] as number) - BEGUN) bin++;
  return bin;
}

function larger(one: number, other: number): number {
  return Math.max(one, other);
}
