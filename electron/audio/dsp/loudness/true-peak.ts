/** A true-peak meter for streams of planar blocks (ITU-R BS.1770-4, annex 2), as exports use it; the scan measures the same through the kernel. */

import { OVERSAMPLING_TAPS as TAPS } from '../sample-kernel.ts';
import { canExceed, INTERPOLATION_FILTERS } from './interpolation.ts';

export interface TruePeakMeter {
  /** Takes the next frames, one array for each channel. */
  push(channels: readonly Float32Array[]): void;
  /** Linear, of all channels: 1 is full scale; 0 for silence. Decibels of it are dBTP. */
  finish(): number;
}

export function createTruePeakMeter(channels: number): TruePeakMeter {
  let tails = Array.from({ length: channels }, () => new Float32Array(TAPS - 1));
  let peak = 0;

  return {
    push: (block) => {
      tails = tails.map((tail, channel) => {
        const samples = block[channel] as Float32Array;
        const whole = new Float32Array(tail.length + samples.length);
        whole.set(tail);
        whole.set(samples, tail.length);
        peak = largestIn(whole, peak);
        return whole.slice(whole.length - (TAPS - 1));
      });
    },
    finish: () => {
      const end = new Float32Array(TAPS);
      for (const tail of tails) {
        const whole = new Float32Array(tail.length + end.length);
        whole.set(tail);
        peak = largestIn(whole, peak);
      }
      return peak;
    },
  };
}

/** Decibels of a linear value; minus infinity for none. */
export function decibelsOf(linear: number): number {
  return 20 * Math.log10(linear);
}

export function linearOf(decibels: number): number {
  return 10 ** (decibels / 20);
}

/** Positions checked together; short, because the signal around a peak may be quiet. */
const STRETCH = 48;

function largestIn(samples: Float32Array, peakSoFar: number): number {
  let peak = peakSoFar;
  for (let from = 0; from + TAPS <= samples.length; from += STRETCH) {
    const to = Math.min(samples.length, from + STRETCH + TAPS - 1);
    let near = 0;
    let bend = 0;
    for (let i = from; i < to; i++) {
      const sample = samples[i] as number;
      near = Math.max(near, Math.abs(sample));
      if (i > from && i + 1 < to) {
        bend = Math.max(bend, Math.abs((samples[i - 1] as number) - 2 * sample + (samples[i + 1] as number)));
      }
    }
    if (!canExceed(peak, near, bend)) continue;
    peak = Math.max(peak, near);
    for (let start = from; start + TAPS <= to; start++) {
      for (const filter of INTERPOLATION_FILTERS) {
        let value = 0;
        for (let tap = 0; tap < TAPS; tap++) value += (filter[tap] as number) * (samples[start + tap] as number);
        peak = Math.max(peak, Math.abs(value));
      }
    }
  }
  return peak;
}
