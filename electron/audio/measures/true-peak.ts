/** True peak after ITU-R BS.1770-4, annex 2: four values between each two samples, looked for only where the peak can be. */

import { sincTaps } from '../dsp/loudness/windowed-sinc.ts';
import { OVERSAMPLING_TAPS, type SampleKernel } from '../dsp/sample-kernel.ts';
import { BETWEEN_AT, type SampleStage, type StagedBlock, TAPS_AT } from './sample-stage.ts';

export interface TruePeakMeasure {
  add(block: StagedBlock): void;
  /** dBTP; null for digital silence. */
  finish(): number | null;
}

/**
 * Between samples a value is hardly ever more than 3.5 dB above the largest one near it: full-scale noise through a lossy codec, or a tone at
 * a quarter of the rate, reach 3.
 */
const MOST_ABOVE = 1.5;
/** A smooth wave is above its samples by an eighth of its bend there; by more than half of it never. */
const ABOVE_BY_BEND = 0.5;
/** Values between two samples, besides the samples themselves. */
const PHASES = 4;
const BETA = 7;
const SAMPLE_BYTES = 4;

export function createTruePeakMeasure(stage: SampleStage): TruePeakMeasure {
  const { kernel, slots, slotFrames } = stage;
  kernel.samples.set(taps(), TAPS_AT / SAMPLE_BYTES);
  /** Largest sample of each channel's slot before. */
  const before = new Float32Array(stage.channels);
  let peak = 0;

  return {
    add: ({ slotMinima, slotMaxima }) => {
      for (let at = 0; at < slotMinima.length; at++) {
        const largest = Math.max(slotMaxima[at] as number, -(slotMinima[at] as number));
        if (largest > peak) peak = largest;
        const channel = Math.floor(at / slots);
        // The filter is behind by half its length: the end of the slot before is looked at with this one.
        const near = Math.max(largest, before[channel] as number);
        before[channel] = largest;
        if (near === 0 || near * MOST_ABOVE <= peak) continue;
        const from = stage.blockAt(channel) + (at - channel * slots) * slotFrames - OVERSAMPLING_TAPS;
        peak = Math.max(peak, largestBetween(kernel, from, slotFrames, peak));
      }
    },
    finish: () => (peak === 0 ? null : 20 * Math.log10(peak)),
  };
}

/** Samples looked at together: around an extreme, the rest of a slot may be low. */
const STRETCH = 48;

/** @param from the first of the samples of which the first value is made @param peak so far */
function largestBetween(kernel: SampleKernel, from: number, count: number, peak: number): number {
  const { samples } = kernel;
  const kept = BETWEEN_AT / SAMPLE_BYTES;
  samples.fill(0, kept, kept + PHASES);
  for (let first = from; first < from + count; first += STRETCH) {
    const values = Math.min(STRETCH, from + count - first);
    samples.fill(0, kept + PHASES, kept + 3 * PHASES);
    const end = first + Math.ceil((values + OVERSAMPLING_TAPS - 1) / PHASES) * PHASES;
    kernel.extremes(first * SAMPLE_BYTES, end * SAMPLE_BYTES, BETWEEN_AT + PHASES * SAMPLE_BYTES);
    const near = largestOf(samples, kept + PHASES, 2 * PHASES);
    if (near * MOST_ABOVE <= peak) continue;
    samples.fill(0, kept + PHASES, kept + 2 * PHASES);
    kernel.bends((first - 1) * SAMPLE_BYTES, end * SAMPLE_BYTES, BETWEEN_AT + PHASES * SAMPLE_BYTES);
    const bend = largestOf(samples, kept + PHASES, PHASES);
    if (near + Math.min((MOST_ABOVE - 1) * near, bend * ABOVE_BY_BEND) <= peak) continue;
    kernel.between(first * SAMPLE_BYTES, (first + values) * SAMPLE_BYTES, TAPS_AT, BETWEEN_AT);
  }
  return largestOf(samples, kept, PHASES);
}

function largestOf(samples: Float32Array, from: number, count: number): number {
  let largest = 0;
  for (let i = from; i < from + count; i++) largest = Math.max(largest, Math.abs(samples[i] as number));
  return largest;
}

/** For each tap its weight in all four phases. */
function taps(): Float32Array {
  const all = new Float32Array(OVERSAMPLING_TAPS * PHASES);
  for (let phase = 0; phase < PHASES; phase++) {
    const weights = sincTaps(OVERSAMPLING_TAPS, (phase + 1) / (PHASES + 1), BETA);
    for (const [tap, weight] of weights.entries()) all[tap * PHASES + phase] = weight;
  }
  return all;
}
