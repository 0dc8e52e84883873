/**
 * The noise mask: a spectral mask led by a denoised guide. The guide's spectrum stands for the speech, what it removed for the noise, and
 * the log-spectral gain between the two is applied to all channels alike, which keeps the stereo image.
 */

import { createSampleQueue, type SampleQueue } from '../../dsp/sample-queue.ts';
import type { Fft } from '../../dsp/spectra/fft.ts';
import { rootHannWindow } from '../../dsp/spectra/windows.ts';
import type { AudioStage, Block } from '../../dsp/stage.ts';
import { createFrameCount } from '../frame-count.ts';
import { type Spectrum, spectrumOf } from '../overlap-add.ts';

/** The log-spectral amplitude gain of Ephraim and Malah (1985) comes from a table over these arguments. */
const GAIN_STEPS = 2048;

const LOWEST_GAINED = 1e-6;

const HIGHEST_GAINED = 50;

const LOG_LOWEST_GAINED = Math.log(LOWEST_GAINED);

const STEPS_A_LOG = GAIN_STEPS / (Math.log(HIGHEST_GAINED) - LOG_LOWEST_GAINED);

const gainTable = Float64Array.from({ length: GAIN_STEPS + 1 }, (_, step) =>
  Math.exp(0.5 * exponentialIntegral(Math.exp(LOG_LOWEST_GAINED + step / STEPS_A_LOG))),
);

export interface GuidedMaskOptions {
  readonly fft: Fft;
  /** Hop in frames. */
  readonly hop: number;
  /** Hz. */
  readonly sampleRate: number;
  /** Weight of each channel in the guide's mono input. */
  readonly mix: readonly number[];
  /** Mono, at `sampleRate`. */
  readonly guide: AudioStage;
  /** Largest delay of the guide in frames. */
  readonly guideDelay: number;
  /** Whether the result is the mean of the masked signal and the guide itself. */
  readonly averaged: boolean;
  /** Lowest amplitude of the mask. */
  readonly floor: number;
}

const LOWEST_PRIOR = 10 ** -2.5;
const HIGHEST_POSTERIOR = 1000;
/** Smoothing of the noise estimate from window to window. */
const NOISE_MEMORY = 0.8;
/** Decision-directed smoothing over 16 ms (Ephraim and Malah). */
const PRIOR_MEMORY = 0.96;
const MEMORY_SECONDS = 0.016;
/** The first windows start before the recording does. */
const WINDOWS_WITHOUT_MEMORY = 3;
const TINY = 1e-12;

export function guidedMask(options: GuidedMaskOptions): AudioStage {
  const { fft, hop, mix, guide, averaged, floor } = options;
  const { size, bins } = fft;
  const channels = mix.length;
  const window = rootHannWindow(size);
  const scale = (2 * hop) / size;
  const memory = 0.5 * PRIOR_MEMORY ** (hop / options.sampleRate / MEMORY_SECONDS);

  const noise = new Float64Array(bins);
  const speech = new Float64Array(bins);
  const inputs = Array.from({ length: channels }, () => createSampleQueue(size + options.guideDelay));
  const guided = createSampleQueue(size + options.guideDelay / 4);
  const sums = Array.from({ length: channels }, () => new Float32Array(size));
  const spectra = Array.from({ length: channels }, () => spectrumOf(bins));
  const mono = channels === 1 ? (spectra[0] as Spectrum) : spectrumOf(bins);
  const heard = spectrumOf(bins);
  let heardByGuide = new Float32Array(0);
  const mask = spectrumOf(bins);
  const windowed = new Float32Array(size);
  const finished = Array.from({ length: channels }, () => createSampleQueue(options.guideDelay / 4));
  let windows = 0;
  // The first windows start before the recording, the last ones end after it.
  const before = size - hop;
  const count = createFrameCount(before);
  for (const queue of [...inputs, guided]) queue.pushZeros(before);

  function analyze(queue: SampleQueue, spectrum: Spectrum): void {
    const samples = queue.peek(size);
    for (let i = 0; i < size; i++) windowed[i] = (samples[i] as number) * (window[i] as number);
    fft.forward(windowed, spectrum.real, spectrum.imaginary);
  }

  function mixDown(): void {
    if (channels === 1) return;
    for (let bin = 0; bin < bins; bin++) {
      let real = 0;
      let imaginary = 0;
      for (let channel = 0; channel < channels; channel++) {
        const spectrum = spectra[channel] as Spectrum;
        real += (mix[channel] as number) * (spectrum.real[bin] as number);
        imaginary += (mix[channel] as number) * (spectrum.imaginary[bin] as number);
      }
      mono.real[bin] = real;
      mono.imaginary[bin] = imaginary;
    }
  }

  /** The guide's input. */
  function mixed(block: Block): Float32Array {
    const first = block[0] ?? new Float32Array(0);
    if (block.length === 1) return first;
    if (heardByGuide.length < first.length) heardByGuide = new Float32Array(first.length);
    const out = heardByGuide.subarray(0, first.length).fill(0);
    for (const [channel, samples] of block.entries()) {
      const weight = mix[channel] ?? 0;
      for (let i = 0; i < out.length; i++) out[i] = (out[i] as number) + weight * (samples[i] as number);
    }
    return out;
  }

  function measureMask(): void {
    const noiseMemory = windows < WINDOWS_WITHOUT_MEMORY ? 0 : NOISE_MEMORY;
    for (let bin = 0; bin < bins; bin++) {
      const xr = mono.real[bin] as number;
      const xi = mono.imaginary[bin] as number;
      const gr = heard.real[bin] as number;
      const gi = heard.imaginary[bin] as number;
      const power = xr * xr + xi * xi + TINY;
      const removed = (xr - gr) ** 2 + (xi - gi) ** 2 + TINY;
      const level = noiseMemory * (noise[bin] as number) + (1 - noiseMemory) * removed;
      noise[bin] = level;
      const prior = (memory * (speech[bin] as number) + (1 - memory) * (gr * gr + gi * gi)) / level;
      const posterior = Math.min(power / level, HIGHEST_POSTERIOR);
      const gain = logSpectralGain(Math.max(prior, LOWEST_PRIOR), posterior);
      speech[bin] = gain * gain * power;
      const kept = Math.max(gain, floor);
      if (!averaged) {
        mask.real[bin] = kept;
        continue;
      }
      // The guide as a mask on the mono signal; where it is louder than its input, only its phase is kept.
      const limit = 1 / Math.max(power, Math.sqrt(power * (gr * gr + gi * gi)));
      mask.real[bin] = (kept + (gr * xr + gi * xi) * limit) / 2;
      mask.imaginary[bin] = ((gi * xr - gr * xi) * limit) / 2;
    }
  }

  function applyMask(spectrum: Spectrum): void {
    for (let bin = 0; bin < bins; bin++) {
      const real = spectrum.real[bin] as number;
      const imaginary = spectrum.imaginary[bin] as number;
      const mr = mask.real[bin] as number;
      const mi = mask.imaginary[bin] as number;
      spectrum.real[bin] = real * mr - imaginary * mi;
      spectrum.imaginary[bin] = real * mi + imaginary * mr;
    }
  }

  /** Processes one window, which finishes `hop` frames of every channel. */
  function advance(): void {
    for (const [channel, queue] of inputs.entries()) analyze(queue, spectra[channel] as Spectrum);
    analyze(guided, heard);
    mixDown();
    measureMask();
    windows += 1;
    for (const queue of inputs) queue.drop(hop);
    guided.drop(hop);
    for (const [channel, spectrum] of spectra.entries()) {
      applyMask(spectrum);
      fft.inverse(spectrum.real, spectrum.imaginary, windowed);
      const sum = sums[channel] as Float32Array;
      for (let i = 0; i < size; i++)
        sum[i] = (sum[i] as number) + (windowed[i] as number) * (window[i] as number) * scale;
      finished[channel]?.push(sum.subarray(0, hop));
      sum.copyWithin(0, hop);
      sum.fill(0, size - hop);
    }
  }

  function work(): Block {
    while (guided.length >= size && (inputs[0] as SampleQueue).length >= size) advance();
    return finished.map((queue) => queue.next(queue.length));
  }

  return {
    push: (block) => {
      count.taken(block);
      for (const [channel, samples] of block.entries()) inputs[channel]?.push(samples);
      guided.push(guide.push([mixed(block)])[0] as Float32Array);
      return count.due(work());
    },
    flush: function* () {
      for (const part of guide.flush()) {
        guided.push(part[0] as Float32Array);
        yield count.due(work());
      }
      for (const queue of [...inputs, guided]) queue.pushZeros(2 * size);
      yield count.due(work());
    },
    close: () => {
      guide.close();
      fft.close();
    },
  };
}

/**
 * @param prior a priori signal-to-noise ratio, as a power ratio
 * @param posterior a posteriori signal-to-noise ratio, as a power ratio
 * @returns amplitude factor, at most 1
 */
export function logSpectralGain(prior: number, posterior: number): number {
  const wiener = prior / (1 + prior);
  const v = posterior * wiener;
  if (v >= HIGHEST_GAINED) return wiener;
  const position = v <= LOWEST_GAINED ? 0 : (Math.log(v) - LOG_LOWEST_GAINED) * STEPS_A_LOG;
  const step = Math.min(GAIN_STEPS - 1, Math.floor(position));
  const low = gainTable[step] as number;
  const high = gainTable[step + 1] as number;
  return Math.min(1, wiener * (low + (high - low) * (position - step)));
}

/** E1(x) for x > 0: a series up to 1, a continued fraction above (Abramowitz and Stegun 5.1.11 and 5.1.22). */
function exponentialIntegral(x: number): number {
  if (x <= 1) {
    let sum = -0.577_215_664_901_532_9 - Math.log(x);
    let term = 1;
    for (let k = 1; k < 60; k++) {
      term *= -x / k;
      sum -= term / k;
    }
    return sum;
  }
  let fraction = 0;
  for (let k = 60; k > 0; k--) fraction = k / (1 + k / (x + fraction));
  return Math.exp(-x) / (x + fraction);
}
