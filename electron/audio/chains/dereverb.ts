/**
 * Takes late reverberation out by delayed linear prediction, segment by segment: each has a filter of its own for every frequency,
 * learnt from the mono signal's past and applied to every channel, so that the stereo image stays. What the voice loses of its level with
 * its tails is given back.
 */

import { createLatePrediction } from '../dsp/late-prediction.ts';
import { createFft, fittingSize } from '../dsp/spectra/fft.ts';
import { type Complex, complexOf } from '../dsp/spectra/hermitian.ts';
import type { Stage } from '../dsp/stage.ts';
import { createOverlapAdd, type Spectrum } from './overlap-add.ts';

/** Of the window; a quarter of it lies between one window and the next. */
const WINDOW_SECONDS = 4096 / 48_000;
const HOPS_A_WINDOW = 4;
/** Windows that belong to the voice and its first reflections, and windows of the past that foretell the rest: 0.34 s. */
const DELAY = 2;
const TAPS = 16;
/** Hz. Above it rooms swallow sound quickly. */
const HIGHEST = 12_000;
/** Windows that share a filter: 9.6 s. People turn and move meanwhile, but a filter needs this much to learn from. */
const SEGMENT_WINDOWS = 450;
/** A last segment that is shorter would learn too little: it is taken together with the one before. */
const LEAST_WINDOWS = 160;
/** Parts of a segment's work, and windows that are handed on, for each window that comes in: nobody waits for a whole segment at once. */
const PACE = 3;
/** Hz. Below it rooms rumble, which nobody hears as loudness. */
const LOWEST_HEARD = 100;
/** Amplitude that is given back at most, 6 dB. */
const MOST_GAIN = 2;
/** How much of what is known of a segment's energy still counts in the next: a room is the same for long, and so is its gain. */
const MEMORY = 0.75;
/** Of the segment before, which foretell the first windows of the next. */
const HISTORY = DELAY + TAPS;

/** @param sampleRate Hz @param mix weight of each channel in the mono signal whose past foretells */
export async function dereverb(sampleRate: number, mix: readonly number[]): Promise<Stage> {
  const fft = await createFft(fittingSize(WINDOW_SECONDS * sampleRate));
  const most = HISTORY + SEGMENT_WINDOWS + LEAST_WINDOWS;
  const bins = Math.min(fft.bins - 1, Math.floor((HIGHEST / sampleRate) * fft.size));
  const lowestHeard = Math.ceil((LOWEST_HEARD / sampleRate) * fft.size);
  const prediction = createLatePrediction(DELAY, TAPS, most);
  const heard = complexOf(most);
  const targets = mix.map(() => complexOf(most));

  /** The last windows of the segment before as they were heard. */
  let past: (readonly Spectrum[])[] = [];
  let history = past;
  let waiting: Spectrum[][] = [];
  /** The segment that is worked on, and its next bin. */
  let segment: readonly Spectrum[][] = [];
  let nextBin = bins;
  let ready: Spectrum[][] = [];
  const binsAWindow = Math.ceil((PACE * bins) / SEGMENT_WINDOWS);
  /** Energy before and after, of the segments up to now. */
  let energy = { before: 0, after: 0 };
  let lastGain: number | null = null;

  function begin(windows: number): void {
    segment = waiting.slice(0, windows);
    waiting = waiting.slice(windows);
    nextBin = 1;
  }

  /** Frequency by frequency; what comes out is ready when the last is done. */
  function predict(count: number): void {
    if (segment.length === 0) return;
    // As they were heard: the next segment's past.
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

  /** The whole segment's windows become as loud as they were, gliding from the gain of the segment before. */
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

  /** The segment to its end, and all that is ready, a few windows at once. */
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
