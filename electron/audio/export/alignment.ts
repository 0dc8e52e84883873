/** Alignment of a result with its original by cross-correlation: other services' codecs shift it by a constant delay. */

import { createFft, type Fft, fittingSize } from '../dsp/spectra/fft.ts';
import { type Block, framesIn } from '../dsp/stage.ts';
import { openSource, type Shape } from './sound-source.ts';

/** Seconds; no codec's delay is longer. */
const MOST_LAG_SECONDS = 0.05;
const WINDOW_SECONDS = 1;
/** Windows compared, among those with audio in both files. */
const WINDOWS = 12;
/** When all of so many agree, no others are asked. */
const CONVINCING = 4;
/** Root mean square of windows without audio: -60 dBFS. */
const AUDIBLE = 1e-3;
/** Pre-emphasis: bass would correlate with itself a few frames later. */
const PRE_EMPHASIS = 0.97;

/** Least normalized correlation of matching audio. */
const LEAST_LIKENESS = 0.2;
/** A shift counts only when it increases the correlation by this factor. */
const CLEARLY_LIKER = 1.02;
/** Fraction of windows that must agree within a frame. */
const AGREEING = 0.6;

/**
 * @param known delay in frames that is known already: the rest is looked for
 * @returns the result's delay beyond that, in frames at the shape's rate; null when the two are too different to tell
 * @throws CleartakeError as openRecording does
 */
export async function findLag(
  original: string,
  result: string,
  { sampleRate }: Pick<Shape, 'sampleRate'>,
  known = 0,
): Promise<number | null> {
  // Channels are compared one by one: their mean is silence where they cancel.
  const shape = ({ channels }: Pick<Shape, 'channels'>): Shape =>
    channels === 1
      ? { sampleRate, channels, channelLayout: 'mono' }
      : { sampleRate, channels: 2, channelLayout: 'stereo' };
  const count = Math.floor(fittingSize(2 * WINDOW_SECONDS * sampleRate) / 2);
  const fft = await createFft(2 * count);
  const one = openSource(original, shape);
  try {
    const other = openSource(result, shape, known);
    try {
      const lags: number[] = [];
      for (let compared = 0; compared < WINDOWS; ) {
        const [given, made] = [await one.take(count), await other.take(count)];
        if (framesIn(given) === 0 || framesIn(made) === 0) break;
        const [dry, wet] = loudestOf(given, made);
        if (!isAudible(dry) || !isAudible(wet)) continue;
        compared += 1;
        const lag = lagIn(fft, emphasised(dry), emphasised(wet), Math.round(MOST_LAG_SECONDS * sampleRate));
        if (lag !== null) lags.push(lag);
        if (compared === CONVINCING && areOne(lags)) break;
      }
      return agreed(lags);
    } finally {
      other.close();
    }
  } finally {
    one.close();
    fft.close();
  }
}

function agreed(lags: readonly number[]): number | null {
  const middle = lags.toSorted((one, other) => one - other)[Math.floor(lags.length / 2)];
  if (middle === undefined) return null;
  const close = lags.filter((lag) => Math.abs(lag - middle) <= 1);
  return close.length >= lags.length * AGREEING ? middle : null;
}

function areOne(lags: readonly number[]): boolean {
  return lags.length === CONVINCING && lags.every((lag) => lag === lags[0]);
}

/** The loudest channel of the original, and the same one of the result. */
function loudestOf(given: Block, made: Block): readonly [Float32Array, Float32Array] {
  const energies = given.map(energyOf);
  const loudest = energies.indexOf(Math.max(...energies));
  return [given[loudest] as Float32Array, (made[loudest] ?? made[0]) as Float32Array];
}

function isAudible(samples: Float32Array): boolean {
  return energyOf(samples) > AUDIBLE * AUDIBLE * samples.length;
}

function emphasised(samples: Float32Array): Float32Array {
  let before = 0;
  return samples.map((value) => {
    const out = value - PRE_EMPHASIS * before;
    before = value;
    return out;
  });
}

/** @param most largest shift in frames, to either side */
function lagIn(fft: Fft, dry: Float32Array, wet: Float32Array, most: number): number | null {
  const correlation = correlate(fft, dry, wet);
  const at = (lag: number) => correlation[lag < 0 ? lag + correlation.length : lag] as number;
  let best = 0;
  for (let lag = -most; lag <= most; lag++) if (at(lag) > at(best)) best = lag;
  const scale = Math.sqrt(energyOf(dry) * energyOf(wet));
  if (at(best) < LEAST_LIKENESS * scale) return null;
  return at(best) > CLEARLY_LIKER * at(0) ? best : 0;
}

function correlate(fft: Fft, dry: Float32Array, wet: Float32Array): Float32Array {
  const spectrum = (samples: Float32Array) => {
    const padded = new Float32Array(fft.size);
    padded.set(samples);
    const real = new Float32Array(fft.bins);
    const imaginary = new Float32Array(fft.bins);
    fft.forward(padded, real, imaginary);
    return { real, imaginary };
  };
  const one = spectrum(dry);
  const other = spectrum(wet);
  for (let bin = 0; bin < fft.bins; bin++) {
    const [a, b] = [one.real[bin] as number, one.imaginary[bin] as number];
    const [c, d] = [other.real[bin] as number, other.imaginary[bin] as number];
    other.real[bin] = a * c + b * d;
    other.imaginary[bin] = a * d - b * c;
  }
  const correlation = new Float32Array(fft.size);
  fft.inverse(other.real, other.imaginary, correlation);
  return correlation;
}

function energyOf(samples: Float32Array): number {
  return samples.reduce((sum, value) => sum + value * value, 0);
}
