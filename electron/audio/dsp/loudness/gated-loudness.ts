/**
 * Integrated loudness (ITU-R BS.1770-4) and loudness range (EBU Tech 3342) from the K-weighted mean squares of steps of about 100 ms: the
 * one definition that scan and export share.
 */

import { createNumberList } from '../number-list.ts';

export interface GatedLoudness {
  /** The K-weighted mean square of the next step. */
  add(power: number): void;
  /** LUFS; null when no block is above the absolute gate. */
  integrated(): number | null;
  /** LU; null when nothing is above the absolute gate. */
  range(): number | null;
}

/** A gating block lasts four steps, and blocks overlap by three. */
const STEPS_A_BLOCK = 4;
/** Short-term loudness, on which the range is based, covers three seconds. */
const STEPS_A_SHORT_TERM = 30;

/** LUFS of a mean square of 1. */
const OFFSET = -0.691;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
const RANGE_GATE_LU = -20;
const LOW_QUANTILE = 0.1;
const HIGH_QUANTILE = 0.95;

export function createGatedLoudness(): GatedLoudness {
  const steps = createNumberList();
  return {
    add: steps.push,
    integrated: () => integratedLoudness(runningMeans(steps.values(), STEPS_A_BLOCK)),
    range: () => loudnessRange(runningMeans(steps.values(), STEPS_A_SHORT_TERM)),
  };
}

export interface StepLayout {
  /** Frames that become one at a rate of about 4 kHz; a multiple of four, the samples in a vector. */
  readonly decimation: number;
  /** Frames in a slot of about 6 ms, which is fine enough for the decay of a dry room. */
  readonly slotFrames: number;
  /** Even. */
  readonly slots: number;
  /** Frames in a step: all slots together. */
  readonly stepFrames: number;
}

const VECTOR = 4;
const LOW_RATE = 4000;
const SLOT_SECONDS = 0.00625;
const STEP_SECONDS = 0.1;

/** How a recording is cut into steps: the nearest to 100 ms that suits the kernel's vectors. @param sampleRate Hz */
export function stepLayoutOf(sampleRate: number): StepLayout {
  const decimation = VECTOR * Math.max(1, Math.round(sampleRate / LOW_RATE / VECTOR));
  const slotFrames = decimation * Math.max(1, Math.round((sampleRate * SLOT_SECONDS) / decimation));
  const slots = 2 * Math.max(1, Math.round((sampleRate * STEP_SECONDS) / slotFrames / 2));
  return { decimation, slotFrames, slots, stepFrames: slots * slotFrames };
}

function integratedLoudness(powers: Float64Array): number | null {
  const audible = meanAbove(powers, powerOf(ABSOLUTE_GATE_LUFS));
  if (audible === null) return null;
  const relative = powerOf(loudnessOf(audible) + RELATIVE_GATE_LU);
  const gated = meanAbove(powers, Math.max(relative, powerOf(ABSOLUTE_GATE_LUFS)));
  return gated === null ? null : loudnessOf(gated);
}

function meanAbove(powers: Float64Array, gate: number): number | null {
  let sum = 0;
  let count = 0;
  for (const power of powers) {
    if (power <= gate) continue;
    sum += power;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/** LUFS of a K-weighted mean square. */
export function loudnessOf(power: number): number {
  return OFFSET + 10 * Math.log10(power);
}

/** The K-weighted mean square of a loudness in LUFS. */
function powerOf(loudness: number): number {
  return 10 ** ((loudness - OFFSET) / 10);
}

/** The mean of each `length` neighbors; none where there are fewer. */
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
