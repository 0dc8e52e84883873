/**
 * Takes late reverberation out by delayed linear prediction, segment by segment: each has a filter of its own for every frequency,
 * learnt from the mono signal's past and applied to every channel, so that the stereo image stays.
 */

import { createFft, fittingSize } from '../dsp/fft.ts';
import { type Complex, complexOf } from '../dsp/hermitian.ts';
import { createLatePrediction } from '../dsp/late-prediction.ts';
import { createOverlapAdd, type Spectrum } from './overlap-add.ts';
import type { Stage } from './stage.ts';

/** Of the window; a quarter of it lies between one window and the next. */
const WINDOW_SECONDS = 4096 / 48_000;
const HOPS_A_WINDOW = 4;
/** Windows that belong to the voice and its first reflections, and windows of the past that foretell the rest: 0.34 s. */
const DELAY = 2;
const TAPS = 16;
/** Hz. Above it rooms swallow sound quickly. */
const HIGHEST = 12_000;
/** Windows that share a filter: half a minute. People turn and move meanwhile, but a filter needs this much to learn from. */
const SEGMENT_WINDOWS = 1400;
/** Of the segment before, which foretell the first windows of the next. */
const HISTORY = DELAY + TAPS;

/** @param sampleRate Hz @param mix weight of each channel in the mono signal whose past foretells */
export async function dereverb(sampleRate: number, mix: readonly number[]): Promise<Stage> {
  const fft = await createFft(fittingSize(WINDOW_SECONDS * sampleRate));
  const most = HISTORY + 2 * SEGMENT_WINDOWS;
  const bins = Math.min(fft.bins - 1, Math.floor((HIGHEST / sampleRate) * fft.size));
  const prediction = createLatePrediction(DELAY, TAPS, most);
  const heard = complexOf(most);
  const targets = mix.map(() => complexOf(most));

  /** Windows of the segment before as they were heard, then those of this one as they come. */
  let past: (readonly Spectrum[])[] = [];
  let waiting: Spectrum[][] = [];

  function predict(windows: readonly Spectrum[][]): void {
    const frames = past.length + windows.length;
    const at = (t: number) => (t < past.length ? past[t] : windows[t - past.length]) as readonly Spectrum[];
    const next = windows.slice(-HISTORY).map((window) => window.map(copied));
    for (let bin = 1; bin < bins; bin++) {
      for (let t = 0; t < frames; t++) gather(at(t), bin, t);
      prediction.remove(heard, targets, frames, past.length);
      for (let t = past.length; t < frames; t++) spread(at(t), bin, t);
    }
    past = next;
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
      // A last segment that would be too short to learn from is taken together with the one before it.
      if (waiting.length < 2 * SEGMENT_WINDOWS) return [];
      const segment = waiting.slice(0, SEGMENT_WINDOWS);
      waiting = waiting.slice(SEGMENT_WINDOWS);
      predict(segment);
      return segment;
    },
    flush: () => {
      const segment = waiting;
      waiting = [];
      if (segment.length > 0) predict(segment);
      return segment;
    },
  });
}

function copied({ real, imaginary }: Spectrum): Spectrum {
  return { real: real.slice(), imaginary: imaginary.slice() };
}
