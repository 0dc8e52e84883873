/**
 * Reduces late reverberation by delayed linear prediction, segment by segment. Each segment has its own filter for every frequency, learned
 * from the mono signal's past and applied to every channel, which keeps the stereo image. The level that the voice loses with its tails is
 * restored.
 */

import { createLatePrediction } from '../dsp/late-prediction.ts';
import { createFft, fittingSize } from '../dsp/spectra/fft.ts';
import { type Complex, complexOf } from '../dsp/spectra/hermitian.ts';
import type { AudioStage } from '../dsp/stage.ts';
import { createOverlapAdd, type Spectrum } from './overlap-add.ts';

/** Window length in seconds; the hop is a quarter of it. */
const WINDOW_SECONDS = 4096 / 48_000;
const HOPS_A_WINDOW = 4;
/** Prediction delay, which covers the voice and early reflections, and number of past windows in the filter: 0.34 s. */
const DELAY = 2;
const TAPS = 16;
/** Hz; rooms absorb higher frequencies quickly. */
const HIGHEST = 12_000;
/** Windows that share a filter: 9.6 s. People move meanwhile, but a filter needs this much data. */
const SEGMENT_WINDOWS = 450;
/** A shorter last segment has too little data and is merged with the one before. */
const LEAST_WINDOWS = 160;
/** Bins processed and windows output for each input window: the work of a segment is spread evenly. */
const PACE = 3;
/** Hz; rumble below it does not count as loudness. */
const LOWEST_HEARD = 100;
/** Largest make-up gain, 6 dB. */
const MOST_GAIN = 2;
/** How much earlier segments' energy counts in the next one: a room, and so the gain, stays the same for long. */
const MEMORY = 0.75;
/** Windows of the previous segment that predict the first windows of the next. */
const HISTORY = DELAY + TAPS;

/** @param sampleRate Hz @param mix weight of each channel in the mono signal for the prediction */
export async function dereverb(sampleRate: number, mix: readonly number[]): Promise<AudioStage> {
  const fft = await createFft(fittingSize(WINDOW_SECONDS * sampleRate));
  const most = HISTORY + SEGMENT_WINDOWS + LEAST_WINDOWS;
  const bins = Math.min(fft.bins - 1, Math.floor((HIGHEST / sampleRate) * fft.size));
  const lowestHeard = Math.ceil((LOWEST_HEARD / sampleRate) * fft.size);
  const prediction = createLatePrediction(DELAY, TAPS, most);
  const heard = complexOf(most);
  const targets = mix.map(() => complexOf(most));

  /** The last unprocessed windows of the previous segment. */
  let past: (readonly Spectrum[])[] = [];
  let history = past;
  let waiting: Spectrum[][] = [];
  /** The current segment and its next bin. */
  let segment: readonly Spectrum[][] = [];
  let nextBin = bins;
  let ready: Spectrum[][] = [];
  const binsAWindow = Math.ceil((PACE * bins) / SEGMENT_WINDOWS);
  /** Energy before and after processing, over the segments so far. */
  let energy = { before: 0, after: 0 };
  let lastGain: number | null = null;

  function begin(windows: number): void {
    segment = waiting.slice(0, windows);
    waiting = waiting.slice(windows);
    nextBin = 1;
  }

  /** Processes bin by bin; the output is complete after the last one. */
  function predict(count: number): void {
    if (segment.length === 0) return;
    // Unprocessed: the next segment's past.
    if (nextBin === 1) history = segment.slice(-HISTORY).map((window) => window.map(copied));
    const frames = past.length + segment.length;
    const at = (t: number) => (t < past.length ? past[t] : segment[t - past.length]) as readonly Spectrum[];
    for (const end = Math.min(bins, nextBin + count); nextBin < end; nextBin++) {
      for (let t = 0; t < frames; t++) gather(at(t), nextBin, t);
      const isHeard = nextBin >= lowestHeard;
      if (isHeard) energy.before += energyOf(targets, past.length, frames);
      prediction.remove(heard, targets, frames, past.length);
      if (isHeard) energy.after += energyOf(targets, past.length, frames);
      for (let t = past.length; t < frames; t++) spread(at(t), nextBin, t);
    }
    if (nextBin < bins) return;
    past = history;
    makeUp();
    ready = [...ready, ...segment];
    segment = [];
  }

  /** Restores the segment's loudness, gliding from the previous segment's gain. */
  function makeUp(): void {
    const { before, after } = energy;
    const gain = after > 0 ? Math.min(MOST_GAIN, Math.max(1, Math.sqrt(before / after))) : 1;
    const from = lastGain ?? gain;
    for (const [index, window] of segment.entries()) {
      const now = from + ((gain - from) * (index + 1)) / segment.length;
      for (const { real, imaginary } of window) {
        scale(real, now);
        scale(imaginary, now);
      }
    }
    lastGain = gain;
    energy = { before: before * MEMORY, after: after * MEMORY };
  }

  /** Finishes the segment and outputs everything, a few windows at a time. */
  function* finished(): Generator<readonly Spectrum[][]> {
    while (segment.length > 0) {
      predict(binsAWindow);
      yield [];
    }
    while (ready.length > 0) yield ready.splice(0, PACE);
  }

  function gather(window: readonly Spectrum[], bin: number, t: number): void {
    let real = 0;
    let imaginary = 0;
    for (const [channel, spectrum] of window.entries()) {
      const r = spectrum.real[bin] as number;
      const i = spectrum.imaginary[bin] as number;
      const target = targets[channel] as Complex;
      target.real[t] = r;
      target.imaginary[t] = i;
      real += (mix[channel] as number) * r;
      imaginary += (mix[channel] as number) * i;
    }
    heard.real[t] = real;
    heard.imaginary[t] = imaginary;
  }

  function spread(window: readonly Spectrum[], bin: number, t: number): void {
    for (const [channel, spectrum] of window.entries()) {
      const target = targets[channel] as Complex;
      spectrum.real[bin] = target.real[t] as number;
      spectrum.imaginary[bin] = target.imaginary[t] as number;
    }
  }

  return createOverlapAdd(fft, fft.size / HOPS_A_WINDOW, mix.length, {
    push: (window) => {
      waiting.push(window);
      if (segment.length === 0 && waiting.length >= SEGMENT_WINDOWS + LEAST_WINDOWS) begin(SEGMENT_WINDOWS);
      predict(binsAWindow);
      return ready.splice(0, PACE);
    },
    flush: function* () {
      yield* finished();
      if (waiting.length >= SEGMENT_WINDOWS + LEAST_WINDOWS) {
        begin(SEGMENT_WINDOWS);
        yield* finished();
      }
      begin(waiting.length);
      yield* finished();
    },
  });
}

function energyOf(channels: readonly Complex[], from: number, to: number): number {
  let sum = 0;
  for (const { real, imaginary } of channels) {
    for (let t = from; t < to; t++) sum += (real[t] as number) ** 2 + (imaginary[t] as number) ** 2;
  }
  return sum;
}

function scale(samples: Float32Array, factor: number): void {
  for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] as number) * factor;
}

function copied({ real, imaginary }: Spectrum): Spectrum {
  return { real: real.slice(), imaginary: imaginary.slice() };
}
