/** True peak (ITU-R BS.1770-4, annex 2) through the kernel: values between samples are computed only where they can be the largest. */

import { canExceed, INTERPOLATION_FILTERS, LARGEST_GAIN } from '../dsp/loudness/interpolation.ts';
import { OVERSAMPLING_TAPS, type SampleKernel } from '../dsp/sample-kernel.ts';
import { BETWEEN_AT, type SampleStage, type StagedBlock, TAPS_AT } from './sample-stage.ts';

export interface TruePeakMeasure {
  add(block: StagedBlock): void;
  /** dBTP; null for digital silence. */
  finish(): number | null;
}

/** Filters that the kernel applies in parallel. */
const LANES = 4;
const GROUPS = Math.ceil(INTERPOLATION_FILTERS.length / LANES);
const GROUP_TAPS = OVERSAMPLING_TAPS * LANES;
const SAMPLE_BYTES = 4;

export function createTruePeakMeasure(stage: SampleStage): TruePeakMeasure {
  const { kernel, slots, slotFrames } = stage;
  kernel.samples.set(tapGroups(), TAPS_AT / SAMPLE_BYTES);
  /** Each channel's largest sample in the previous slot. */
  const before = new Float32Array(stage.channels);
  let peak = 0;

  return {
    add: ({ slotMinima, slotMaxima }) => {
      for (let at = 0; at < slotMinima.length; at++) {
        const largest = Math.max(slotMaxima[at] as number, -(slotMinima[at] as number));
        if (largest > peak) peak = largest;
        const channel = Math.floor(at / slots);
        // The filter lags by half its length, so the end of the previous slot belongs to this one.
        const near = Math.max(largest, before[channel] as number);
        before[channel] = largest;
        if (near === 0 || near * LARGEST_GAIN <= peak) continue;
        const from = stage.blockAt(channel) + (at - channel * slots) * slotFrames - OVERSAMPLING_TAPS;
        peak = largestBetween(kernel, from, slotFrames, peak);
      }
    },
    finish: () => (peak === 0 ? null : 20 * Math.log10(peak)),
  };
}

/** Samples checked together; short, because the rest of a slot around an extreme may be quiet. */
const STRETCH = 48;

/** @param from first sample under the filter at its first position @param peakSoFar of all channels */
function largestBetween(kernel: SampleKernel, from: number, count: number, peakSoFar: number): number {
  const { samples } = kernel;
  let peak = peakSoFar;
  const kept = BETWEEN_AT / SAMPLE_BYTES;
  samples.fill(0, kept, kept + LANES);
  for (let first = from; first < from + count; first += STRETCH) {
    const values = Math.min(STRETCH, from + count - first);
    samples.fill(0, kept + LANES, kept + 3 * LANES);
    const end = first + Math.ceil((values + OVERSAMPLING_TAPS - 1) / LANES) * LANES;
    kernel.extremes(first * SAMPLE_BYTES, end * SAMPLE_BYTES, BETWEEN_AT + LANES * SAMPLE_BYTES);
    const near = largestOf(samples, kept + LANES, 2 * LANES);
    if (near * LARGEST_GAIN <= peak) continue;
    samples.fill(0, kept + LANES, kept + 2 * LANES);
    kernel.bends((first - 1) * SAMPLE_BYTES, end * SAMPLE_BYTES, BETWEEN_AT + LANES * SAMPLE_BYTES);
    const bend = largestOf(samples, kept + LANES, LANES);
    if (!canExceed(peak, near, bend)) continue;
    for (let group = 0; group < GROUPS; group++) {
      const taps = TAPS_AT + group * GROUP_TAPS * SAMPLE_BYTES;
      kernel.between(first * SAMPLE_BYTES, (first + values) * SAMPLE_BYTES, taps, BETWEEN_AT);
    }
    peak = Math.max(peak, largestOf(samples, kept, LANES));
  }
  return peak;
}

function largestOf(samples: Float32Array, from: number, count: number): number {
  let largest = 0;
  for (let i = from; i < from + count; i++) largest = Math.max(largest, Math.abs(samples[i] as number));
  return largest;
}

/** The filters in groups of one per lane, interleaved tap by tap; unused lanes have zero taps. */
function tapGroups(): Float32Array {
  const all = new Float32Array(GROUPS * GROUP_TAPS);
  for (const [index, weights] of INTERPOLATION_FILTERS.entries()) {
    const group = Math.floor(index / LANES) * GROUP_TAPS;
    for (const [tap, weight] of weights.entries()) all[group + tap * LANES + (index % LANES)] = weight;
  }
  return all;
}
