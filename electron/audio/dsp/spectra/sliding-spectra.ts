/** Spectra of overlapping windows, of all channels of a stream of blocks. */

import { type Block, framesIn } from '../stage.ts';
import { createFft } from './fft.ts';
import { hannWindow } from './windows.ts';

export interface SlidingSpectra {
  /** Frequencies of a spectrum. */
  readonly bins: number;
  /** Sum of the squares of the window's weights. */
  readonly windowPower: number;
  /** The next samples of all channels. */
  push(block: Block): void;
  /** Pads the last window with silence. Add nothing afterward. */
  finish(): void;
  close(): void;
}

interface SlidingSpectraParams {
  readonly channels: number;
  /** Of a Hann window, and from one to the next: the first reaches back before the stream, into silence. */
  readonly windowFrames: number;
  readonly hopFrames: number;
  /** The spectrum of one channel, valid until the next call. */
  readonly onSpectrum: (real: Float32Array, imaginary: Float32Array) => void;
  /** All channels of a window were given. */
  readonly onWindow: () => void;
}

export async function createSlidingSpectra(params: SlidingSpectraParams): Promise<SlidingSpectra> {
  const { channels, hopFrames, onSpectrum, onWindow, windowFrames } = params;
  const fft = await createFft(windowFrames);
  const window = hannWindow(windowFrames);
  const real = new Float32Array(fft.bins);
  const imaginary = new Float32Array(fft.bins);
  const windowed = new Float32Array(windowFrames);
  /** What the window shares with the one before, and what has come since. */
  const recent = Array.from({ length: channels }, () => new Float32Array(windowFrames));
  let filled = windowFrames - hopFrames;

  function closeWindow(): void {
    for (const samples of recent) {
      for (let i = 0; i < windowFrames; i++) windowed[i] = (samples[i] as number) * (window[i] as number);
      fft.forward(windowed, real, imaginary);
      onSpectrum(real, imaginary);
      samples.copyWithin(0, hopFrames);
    }
    filled = windowFrames - hopFrames;
    onWindow();
  }

  return {
    bins: fft.bins,
    windowPower: window.reduce((sum, weight) => sum + weight * weight, 0),
    push: (block) => {
      for (let from = 0; from < framesIn(block); ) {
        const count = Math.min(framesIn(block) - from, windowFrames - filled);
        for (const [channel, samples] of recent.entries())
          samples.set((block[channel] as Float32Array).subarray(from, from + count), filled);
        filled += count;
        from += count;
        if (filled === windowFrames) closeWindow();
      }
    },
    finish: () => {
      for (const samples of recent) samples.fill(0, filled);
      closeWindow();
    },
    close: () => fft.close(),
  };
}
