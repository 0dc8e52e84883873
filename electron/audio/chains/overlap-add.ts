/** Overlap-add: a stage that transforms windows of all channels, processes their spectra, transforms back and adds them. */

import { createSampleQueue } from '../dsp/sample-queue.ts';
import type { Fft } from '../dsp/spectra/fft.ts';
import { rootHannWindow } from '../dsp/spectra/windows.ts';
import type { AudioStage, Block } from '../dsp/stage.ts';
import { createFrameCount } from './frame-count.ts';

export interface Spectrum {
  readonly real: Float32Array;
  readonly imaginary: Float32Array;
}

/** Takes windows (one spectrum per channel) in order and returns finished ones in the same order, without keeping them. */
export interface SpectralProcessor {
  push(window: Spectrum[]): readonly Spectrum[][];
  /** The rest, a few windows at a time. */
  flush(): Iterable<readonly Spectrum[][]>;
}

export function spectrumOf(bins: number): Spectrum {
  return { real: new Float32Array(bins), imaginary: new Float32Array(bins) };
}

/** Of the bins from the first to the last, or to the spectrum's end. */
export function energyOf({ imaginary, real }: Spectrum, { from, to }: { from: number; to: number }): number {
  let energy = 0;
  for (let bin = from; bin <= to && bin < real.length; bin++)
    energy += (real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2;
  return energy;
}

/** Two grids of windows side by side: every second window is worked on by the other processor. */
export function alternating(one: SpectralProcessor, other: SpectralProcessor): SpectralProcessor {
  const grids = [one, other].map((processor) => ({ processor, done: [] as Spectrum[][] }));
  let taken = 0;
  let given = 0;
  const grid = (index: number) => grids[index % 2] as (typeof grids)[number];

  /** In the order in which they came. */
  function inOrder(): Spectrum[][] {
    const windows: Spectrum[][] = [];
    for (let next = grid(given).done.shift(); next !== undefined; next = grid(given).done.shift()) {
      windows.push(next);
      given += 1;
    }
    return windows;
  }

  return {
    push: (window) => {
      const { done, processor } = grid(taken);
      taken += 1;
      done.push(...processor.push(window));
      return inOrder();
    },
    flush: function* () {
      for (const { done, processor } of grids) {
        for (const windows of processor.flush()) {
          done.push(...windows);
          yield inOrder();
        }
      }
    },
  };
}

/** @param fft of the window's size, closed with the stage @param hop frames between windows, a divisor of half the size */
export function createOverlapAdd(fft: Fft, hop: number, channels: number, work: SpectralProcessor): AudioStage {
  const { size } = fft;
  const window = rootHannWindow(size);
  const scale = (2 * hop) / size;
  const inputs = Array.from({ length: channels }, () => createSampleQueue());
  const finished = Array.from({ length: channels }, () => createSampleQueue());
  const sums = Array.from({ length: channels }, () => new Float32Array(size));
  const windowed = new Float32Array(size);
  /** Reused: hundreds are in use at a time, and new ones for each window would fragment the memory. */
  const free: Spectrum[] = [];
  // The first windows start before the recording, the last ones end after it.
  const before = size - hop;
  const count = createFrameCount(before);
  for (const queue of inputs) queue.pushZeros(before);

  function analyzed(): Spectrum[] {
    return inputs.map((queue) => {
      const samples = queue.peek(size);
      for (let i = 0; i < size; i++) windowed[i] = (samples[i] as number) * (window[i] as number);
      queue.drop(hop);
      const spectrum = free.pop() ?? spectrumOf(fft.bins);
      fft.forward(windowed, spectrum.real, spectrum.imaginary);
      return spectrum;
    });
  }

  function add(spectra: readonly Spectrum[]): void {
    for (const [channel, spectrum] of spectra.entries()) {
      fft.inverse(spectrum.real, spectrum.imaginary, windowed);
      free.push(spectrum);
      const sum = sums[channel] as Float32Array;
      for (let i = 0; i < size; i++) {
        sum[i] = (sum[i] as number) + (windowed[i] as number) * (window[i] as number) * scale;
      }
      finished[channel]?.push(sum.subarray(0, hop));
      sum.copyWithin(0, hop);
      sum.fill(0, size - hop);
    }
  }

  function given(): Block {
    return count.due(finished.map((queue) => queue.next(queue.length)));
  }

  function advance(): Block {
    while ((inputs[0]?.length ?? 0) >= size) {
      for (const window of work.push(analyzed())) add(window);
    }
    return given();
  }

  return {
    push: (block) => {
      count.taken(block);
      for (const [channel, samples] of block.entries()) inputs[channel]?.push(samples);
      return advance();
    },
    flush: function* () {
      for (const queue of inputs) queue.pushZeros(size);
      yield advance();
      for (const windows of work.flush()) {
        for (const window of windows) add(window);
        yield given();
      }
    },
    close: () => fft.close(),
  };
}
