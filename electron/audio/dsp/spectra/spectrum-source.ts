/** Power spectra of a block's middle, for spectral measures, overview and tiles. */

import { createFft } from './fft.ts';
import { hannWindow } from './windows.ts';

export interface SpectrumSource {
  readonly size: number;
  readonly bins: number;
  /** Distance between bins in Hz. */
  readonly binWidth: number;
  /** Mean square in each bin; the bins of a stationary signal add up to its mean square. Valid until the next call. */
  powerOf(samples: Float32Array): Float32Array;
  close(): void;
}

/** Approximate distance between bins, Hz. */
const BIN_WIDTH = 24;

/** @param sampleRate Hz */
export async function createSpectrumSource(sampleRate: number): Promise<SpectrumSource> {
  const size = 2 ** Math.round(Math.log2(sampleRate / BIN_WIDTH));
  const fft = await createFft(size);
  const window = hannWindow(size);
  const windowPower = window.reduce((sum, weight) => sum + weight * weight, 0);
  const windowed = new Float32Array(size);
  const real = new Float32Array(fft.bins);
  const imaginary = new Float32Array(fft.bins);
  const power = new Float32Array(fft.bins);
  const scale = 2 / (size * windowPower);
  return {
    size,
    bins: fft.bins,
    binWidth: sampleRate / size,
    powerOf: (samples) => {
      const from = Math.max(0, (samples.length - size) >> 1);
      const count = Math.min(size, samples.length);
      for (let i = 0; i < count; i++) windowed[i] = (samples[from + i] as number) * (window[i] as number);
      fft.forward(windowed, real, imaginary);
      for (let bin = 0; bin < power.length; bin++) {
        const one = real[bin] as number;
        const other = imaginary[bin] as number;
        power[bin] = (one * one + other * other) * scale;
      }
      return power;
    },
    close: () => fft.close(),
  };
}
