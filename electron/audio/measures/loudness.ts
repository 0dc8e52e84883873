/** Integrated loudness and loudness range from the weighted mean squares of steps of 100 ms. */

import { gatedLoudness, loudnessOf, powerOf } from '../dsp/loudness/loudness-meter.ts';
import { createNumberList } from '../dsp/number-list.ts';

export interface LoudnessMeasure {
  /** The weighted mean square of the next step. */
  add(power: number): void;
  finish(): { readonly loudness: number | null; readonly loudnessRange: number | null };
}

const STEPS_A_BLOCK = 4;
/** Short-term loudness, of which the range is made, looks at three seconds. */
const STEPS_A_SHORT_TERM = 30;
const ABSOLUTE_GATE_LUFS = -70;
const RANGE_GATE_LU = -20;
const LOW_QUANTILE = 0.1;
const HIGH_QUANTILE = 0.95;

export function createLoudnessMeasure(): LoudnessMeasure {
  const steps = createNumberList();
  return {
    add: steps.push,
    finish: () => ({
      loudness: gatedLoudness(runningMeans(steps.values(), STEPS_A_BLOCK)),
      loudnessRange: loudnessRange(runningMeans(steps.values(), STEPS_A_SHORT_TERM)),
    }),
  };
}

/** The mean of each `length` neighbours; none where there are fewer. */
function runningMeans(powers: Float64Array, length: number): Float64Array {
  const means = new Float64Array(Math.max(0, powers.length - length + 1));
  for (let first = 0; first < means.length; first++) {
    let sum = 0;
    for (let i = first; i < first + length; i++) sum += powers[i] as number;
    means[first] = sum / length;
  }
  return means;
}

/** @see EBU Tech 3342 */
function loudnessRange(powers: Float64Array): number | null {
  const audible = powers.filter((power) => power > powerOf(ABSOLUTE_GATE_LUFS));
  if (audible.length === 0) return null;
  const mean = audible.reduce((sum, power) => sum + power, 0) / audible.length;
  const gate = powerOf(loudnessOf(mean) + RANGE_GATE_LU);
  const counted = audible.filter((power) => power > gate).sort();
  const quantile = (part: number) => loudnessOf(counted[Math.round((counted.length - 1) * part)] as number);
  return quantile(HIGH_QUANTILE) - quantile(LOW_QUANTILE);
}
