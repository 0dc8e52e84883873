/** Finds mains hum: steady tones at the multiples of 50 or 60 Hz that stay while the speech comes and goes. */

import { createFft, type Fft } from './fft.ts';
import { createSampleQueue } from './sample-queue.ts';

/** The detector listens at this rate: hum is a matter of the lowest octaves. Hz. */
export const HUM_RATE = 4000;

export interface HumTone {
  /** Hz. */
  readonly frequency: number;
  /** Which multiple of the mains frequency it is. */
  readonly harmonic: number;
}

export interface HumDetector {
  /** Mono samples at HUM_RATE. */
  push(samples: Float32Array): void;
  /** The tones to remove, lowest first; none when there is no hum. */
  finish(): readonly HumTone[];
  close(): void;
}

/** 1.5 s: long enough to part a tone from its neighbours, short enough to follow a mains frequency that wanders. */
const WINDOW = 6144;
const HOP = WINDOW / 4;
/** Spectra kept of a recording of any length: when there are twice as many, every second one goes. */
const KEPT_SPECTRA = 256;
const MAINS = [50, 60] as const;
const HARMONICS = 24;
/** Mains may be off by this part. */
const FREQUENCY_TOLERANCE = 0.002;
/** A tone counts when it stands this far above what is around it, in decibels. */
const PROMINENCE = 10;
/** Less is enough, in decibels, where the strong ones say that a tone of their series must be. */
const SERIES_PROMINENCE = 4;
/** Hum is a series; one or two tones alone may be music. */
const FEWEST_TONES = 3;
/** Bins to each side that make up a tone's surroundings, less those of the tone itself. */
const SURROUNDINGS = 30;
const TONE_BINS = 3;
const FASTEST_QUANTILE = 0.25;
const TINY = 1e-20;

export async function createHumDetector(): Promise<HumDetector> {
  const fft = await createFft(WINDOW);
  const window = Float32Array.from({ length: WINDOW }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW));
  const queue = createSampleQueue();
  let spectra: Float32Array[] = [];
  let stride = 1;
  let windows = 0;

  return {
    push: (samples) => {
      queue.push(samples);
      while (queue.length >= WINDOW) {
        if (windows % stride === 0) {
          spectra.push(powerSpectrum(fft, queue.peek(WINDOW), window));
          if (spectra.length === 2 * KEPT_SPECTRA) {
            spectra = spectra.filter((_, index) => index % 2 === 0);
            stride *= 2;
          }
        }
        windows += 1;
        queue.drop(HOP);
      }
    },
    finish: () => (spectra.length === 0 ? [] : findHum(lowQuantile(spectra, fft.bins))),
    close: () => fft.close(),
  };
}

function powerSpectrum(fft: Fft, samples: Float32Array, window: Float32Array): Float32Array {
  const real = new Float32Array(fft.bins);
  const imaginary = new Float32Array(fft.bins);
  fft.forward(
    samples.map((value, i) => value * (window[i] as number)),
    real,
    imaginary,
  );
  return real.map((value, bin) => value * value + (imaginary[bin] as number) ** 2);
}

/** What remains in each bin while nobody speaks: steady tones survive, the harmonics of speech do not. */
function lowQuantile(spectra: readonly Float32Array[], bins: number): Float64Array {
  const values = new Float32Array(spectra.length);
  return Float64Array.from({ length: bins }, (_, bin) => {
    for (const [index, spectrum] of spectra.entries()) values[index] = spectrum[bin] as number;
    values.sort();
    return (values[Math.floor(values.length * FASTEST_QUANTILE)] as number) + TINY;
  });
}

interface Prominent extends HumTone {
  /** Decibels above what is around it. */
  readonly prominence: number;
}

function findHum(power: Float64Array): readonly HumTone[] {
  let best: { readonly score: number; readonly tones: readonly HumTone[] } = {
    score: 0,
    tones: [],
  };
  for (const mains of MAINS) {
    const strong = tonesOf(power, (harmonic) => mains * harmonic, FREQUENCY_TOLERANCE).filter(isStrong);
    const score = strong.reduce((sum, tone) => sum + tone.prominence, 0);
    if (strong.length < FEWEST_TONES || score <= best.score) continue;
    const fundamental = fundamentalOf(strong);
    const all = tonesOf(power, (harmonic) => fundamental * harmonic, 0)
      .filter((tone) => tone.prominence > SERIES_PROMINENCE)
      // What hardly stands out is where the series has it, not where chance does.
      .map((tone) => (isStrong(tone) ? tone : { ...tone, frequency: fundamental * tone.harmonic }));
    best = { score, tones: all };
  }
  return best.tones.map(({ frequency, harmonic }) => ({ frequency, harmonic }));
}

function isStrong({ prominence }: Prominent): boolean {
  return prominence > PROMINENCE;
}

/** The mains frequency that the strong tones agree on, in Hz: the higher a tone, the more exactly it tells. */
function fundamentalOf(tones: readonly Prominent[]): number {
  const weighted = tones.reduce((sum, { frequency, harmonic }) => sum + frequency * harmonic, 0);
  return weighted / tones.reduce((sum, { harmonic }) => sum + harmonic * harmonic, 0);
}

/** The most prominent bin at each harmonic. @param tolerance part of the frequency by which it may be off */
function tonesOf(power: Float64Array, frequencyOf: (harmonic: number) => number, tolerance: number): Prominent[] {
  const binsAHertz = WINDOW / HUM_RATE;
  return Array.from({ length: HARMONICS }, (_, index) => {
    const harmonic = index + 1;
    const centre = frequencyOf(harmonic) * binsAHertz;
    const reach = Math.max(tolerance === 0 ? 1 : 2, Math.ceil(tolerance * centre));
    let bin = Math.round(centre);
    for (let near = Math.round(centre) - reach; near <= Math.round(centre) + reach; near++) {
      if ((power[near] as number) > (power[bin] as number)) bin = near;
    }
    const prominence = 10 * Math.log10((power[bin] as number) / medianAround(power, bin));
    return {
      frequency: peakBin(power, bin) / binsAHertz,
      harmonic,
      prominence,
    };
  });
}

function medianAround(power: Float64Array, bin: number): number {
  const around: number[] = [];
  for (let near = Math.max(3, bin - SURROUNDINGS); near <= bin + SURROUNDINGS; near++) {
    if (Math.abs(near - bin) > TONE_BINS) around.push(power[near] as number);
  }
  around.sort((one, other) => one - other);
  return around[around.length >> 1] as number;
}

/** The peak's place between bins, by a parabola through the logarithms. */
function peakBin(power: Float64Array, bin: number): number {
  const [left, middle, right] = [bin - 1, bin, bin + 1].map((at) => Math.log(power[at] as number)) as [
    number,
    number,
    number,
  ];
  const curve = left - 2 * middle + right;
  const offset = curve === 0 ? 0 : (0.5 * (left - right)) / curve;
  return bin + Math.max(-0.5, Math.min(0.5, offset));
}
