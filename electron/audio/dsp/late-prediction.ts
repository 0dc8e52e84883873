/**
 * Weighted prediction error in one frequency bin (T. Nakatani et al., "Speech Dereverberation Based on Variance-Normalized Delayed
 * Linear Prediction", IEEE TASLP 18(7), 2010): what the past predicts of a signal beyond a delay is the room, not the voice.
 */

import { type Complex, complexOf, solveHermitian } from './spectra/hermitian.ts';

export interface LatePrediction {
  /**
   * Subtracts the predictable part from every target in place. All have the same length; without a past nothing is predicted.
   * @param heard the mono signal whose past predicts
   * @param targets the channels
   * @param from frames at the start that serve as past only and are not changed
   */
  remove(heard: Complex, targets: readonly Complex[], frames: number, from: number): void;
}

/** Frames to each side for the speech's variance, which normalizes loud and quiet frames. */
const LOUDNESS_REACH = 6;
/** Fraction of the mean power that caps a frame's weight. */
const LEAST_LOUDNESS = 1e-4;
const REGULARIZATION = 1e-5;
const TINY = 1e-20;

/** @param delay frames of the voice itself @param taps past frames before them @param most frames at once */
export function createLatePrediction(delay: number, taps: number, most: number): LatePrediction {
  const weights = new Float64Array(most);
  const product = complexOf(most);
  const matrix = complexOf(taps * taps);
  const scratch = complexOf(taps * taps);
  const filter = complexOf(taps);

  /** The inverse variance around each frame. */
  function weigh({ real, imaginary }: Complex, frames: number): void {
    let total = 0;
    const power = product.real;
    for (let t = 0; t < frames; t++) {
      power[t] = (real[t] as number) ** 2 + (imaginary[t] as number) ** 2;
      total += power[t] as number;
    }
    const least = (LEAST_LOUDNESS * total) / frames + TINY;
    let sum = 0;
    for (let t = 0; t < Math.min(LOUDNESS_REACH, frames); t++) sum += power[t] as number;
    for (let t = 0; t < frames; t++) {
      const next = t + LOUDNESS_REACH;
      const last = t - LOUDNESS_REACH - 1;
      if (next < frames) sum += power[next] as number;
      if (last >= 0) sum -= power[last] as number;
      const count = Math.min(frames, next + 1) - Math.max(0, last + 1);
      weights[t] = 1 / Math.max(sum / count, least);
    }
  }

  /** Autocorrelation of the past: lags of equal distance share one product. */
  function correlatePast({ real, imaginary }: Complex, frames: number): void {
    let trace = 0;
    for (let apart = 0; apart < taps; apart++) {
      for (let t = apart; t < frames; t++) {
        const ar = real[t] as number;
        const ai = imaginary[t] as number;
        const br = real[t - apart] as number;
        const bi = imaginary[t - apart] as number;
        product.real[t] = ar * br + ai * bi;
        product.imaginary[t] = ai * br - ar * bi;
      }
      for (let tap = 0; tap + apart < taps; tap++) {
        const [r, i] = weightedSum(product, delay + tap, apart, frames);
        // The product of tap with tap + apart; the lower triangle holds its conjugate.
        const at = (tap + apart) * taps + tap;
        matrix.real[at] = r;
        matrix.imaginary[at] = -i;
        if (apart === 0) trace += r;
      }
    }
    const ridge = (REGULARIZATION * trace) / taps + TINY;
    for (let tap = 0; tap < taps; tap++)
      matrix.real[tap * taps + tap] = (matrix.real[tap * taps + tap] as number) + ridge;
  }

  function weightedSum({ real, imaginary }: Complex, shift: number, first: number, frames: number) {
    let r = 0;
    let i = 0;
    for (let t = shift + first; t < frames; t++) {
      const weight = weights[t] as number;
      r += weight * (real[t - shift] as number);
      i += weight * (imaginary[t - shift] as number);
    }
    return [r, i] as const;
  }

  function correlateWith(target: Complex, heard: Complex, frames: number): void {
    for (let tap = 0; tap < taps; tap++) {
      let r = 0;
      let i = 0;
      const shift = delay + tap;
      for (let t = shift; t < frames; t++) {
        const weight = weights[t] as number;
        const hr = heard.real[t - shift] as number;
        const hi = heard.imaginary[t - shift] as number;
        const xr = target.real[t] as number;
        const xi = target.imaginary[t] as number;
        r += weight * (hr * xr + hi * xi);
        i += weight * (hi * xr - hr * xi);
      }
      filter.real[tap] = r;
      filter.imaginary[tap] = i;
    }
  }

  function subtract(heard: Complex, target: Complex, frames: number, from: number): void {
    for (let tap = 0; tap < taps; tap++) {
      const shift = delay + tap;
      const gr = filter.real[tap] as number;
      const gi = filter.imaginary[tap] as number;
      for (let t = Math.max(from, shift); t < frames; t++) {
        const hr = heard.real[t - shift] as number;
        const hi = heard.imaginary[t - shift] as number;
        target.real[t] = (target.real[t] as number) - (gr * hr + gi * hi);
        target.imaginary[t] = (target.imaginary[t] as number) - (gr * hi - gi * hr);
      }
    }
  }

  return {
    remove: (heard, targets, frames, from) => {
      weigh(heard, frames);
      correlatePast(heard, frames);
      for (const target of targets) {
        correlateWith(target, heard, frames);
        scratch.real.set(matrix.real);
        scratch.imaginary.set(matrix.imaginary);
        solveHermitian(scratch, filter, taps);
        subtract(heard, target, frames, from);
      }
    },
  };
}
