/** True peak: the largest value between the samples too, found by oversampling as ITU-R BS.1770-4, annex 2, describes. */

import { sincTaps } from './windowed-sinc.ts';

export interface TruePeakMeter {
  /** Takes the next frames, one array for each channel. */
  push(channels: readonly Float32Array[]): void;
  /** Linear, of all channels: 1 is full scale; 0 for silence. Decibels of it are dBTP. */
  finish(): number;
}

/** Hz that the oversampling reaches at least: four times 44.1 kHz. */
const FINE_RATE = 176_400;

/** Samples that one value in between is made of; BS.1770's own 12 lose 0.1 dB near the highest frequencies. */
const TAPS = 32;
/** Of the Kaiser window: side lobes 90 dB down. */
const BETA = 9;

/** The smallest power of two by which a rate (Hz) must be multiplied for its peaks to show. */
export function oversamplingOf(sampleRate: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(FINE_RATE / sampleRate)));
}

/** @param sampleRate Hz */
export function createTruePeakMeter(sampleRate: number, channels: number): TruePeakMeter {
  const phases = phasesOf(oversamplingOf(sampleRate));
  /** A value in between is at most this much larger than the largest sample that it is made of. */
  const bound = Math.max(1, ...phases.map((phase) => phase.reduce((sum, tap) => sum + Math.abs(tap), 0)));
  let tails = Array.from({ length: channels }, () => new Float32Array(TAPS - 1));
  let peak = 0;

  return {
    push: (block) => {
      tails = tails.map((tail, channel) => {
        const samples = block[channel] as Float32Array;
        const whole = new Float32Array(tail.length + samples.length);
        whole.set(tail);
        whole.set(samples, tail.length);
        peak = largestIn(whole, phases, bound, peak);
        return whole.slice(whole.length - (TAPS - 1));
      });
    },
    finish: () => {
      const end = new Float32Array(TAPS);
      for (const tail of tails) {
        const whole = new Float32Array(tail.length + end.length);
        whole.set(tail);
        peak = largestIn(whole, phases, bound, peak);
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

/** Looked at together: where no sample is near the peak so far, nothing between them passes it. */
const STRETCH = 256;

function largestIn(samples: Float32Array, phases: readonly Float64Array[], bound: number, peakSoFar: number): number {
  let peak = peakSoFar;
  for (let from = 0; from + TAPS <= samples.length; from += STRETCH) {
    const to = Math.min(samples.length, from + STRETCH + TAPS - 1);
    let largest = 0;
    for (let i = from; i < to; i++) largest = Math.max(largest, Math.abs(samples[i] as number));
    if (largest * bound <= peak) continue;
    peak = Math.max(peak, largest);
    for (let start = from; start + TAPS <= to; start++) {
      for (const phase of phases) {
        let value = 0;
        for (let tap = 0; tap < TAPS; tap++) value += (phase[tap] as number) * (samples[start + tap] as number);
        peak = Math.max(peak, Math.abs(value));
      }
    }
  }
  return peak;
}

/** One filter for each place between two samples; the samples themselves need none. */
function phasesOf(factor: number): readonly Float64Array[] {
  return Array.from({ length: factor - 1 }, (_, index) => sincTaps(TAPS, (index + 1) / factor, BETA));
}
