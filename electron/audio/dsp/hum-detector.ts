/**
 * Detects mains hum: steady tones at multiples of 50 or 60 Hz that persist through the pauses of speech. Each channel is searched by itself:
 * in a sum, hum of opposite polarity cancels, and hum of one channel drowns in the noise of another.
 */

import { createSampleQueue } from './sample-queue.ts';
import { createFft, fittingSize } from './spectra/fft.ts';
import { hannWindow } from './spectra/windows.ts';

/** The detector's sample rate in Hz: hum is in the lowest octaves. */
export const HUM_RATE = 4000;

export interface HumTone {
  /** Hz. */
  readonly frequency: number;
  /** Multiple of the mains frequency. */
  readonly harmonic: number;
}

export interface Hum {
  /** Mains frequency in Hz. */
  readonly frequency: number;
  /** Mean square of all prominent tones, in dBFS. */
  readonly level: number;
  /** The tones to remove, lowest first. */
  readonly tones: readonly HumTone[];
}

export interface HumDetector {
  /** The next samples of each channel at the given rate. */
  push(block: readonly Float32Array[]): void;
  /** Null without hum. */
  finish(): Hum | null;
  close(): void;
}

/** Long enough to separate a tone from its neighbors, short enough to follow a drifting mains frequency. */
const WINDOW_SECONDS = 1.5;
const HOPS_A_WINDOW = 4;
/** Spectra kept, whatever the length: at twice as many, every second one is dropped. */
const KEPT_SPECTRA = 256;
const MAINS = [50, 60] as const;
const HARMONICS = 24;
/** Tolerance of the mains frequency, as a fraction. */
const FREQUENCY_TOLERANCE = 0.002;
/** Prominence of a tone above its surroundings, in decibels. */
const PROMINENCE = 10;
/** Lower prominence, in decibels, that suffices where strong tones predict another one of their series. */
const SERIES_PROMINENCE = 4;
/** Least number of tones, two of them at most so many harmonics apart: mains have most of a series, and others may be music. */
const FEWEST_TONES = 3;
const NEAR_HARMONICS = 2;
/** Bins to each side that form a tone's surroundings, except those of the tone itself. */
const SURROUNDINGS = 30;
const TONE_BINS = 3;
const FASTEST_QUANTILE = 0.25;
const TINY = 1e-20;

/** @param sampleRate Hz, about HUM_RATE; a lower one covers fewer harmonics */
export async function createHumDetector(sampleRate: number, channels = 1): Promise<HumDetector> {
  const size = fittingSize(WINDOW_SECONDS * sampleRate);
  const fft = await createFft(size);
  const binsAHertz = size / sampleRate;
  const binsAHarmonic = MAINS[1] * (1 + FREQUENCY_TOLERANCE) * binsAHertz;
  const harmonics = Math.min(HARMONICS, Math.floor((fft.bins - SURROUNDINGS) / binsAHarmonic));
  const bins = Math.min(fft.bins, Math.ceil(harmonics * binsAHarmonic) + SURROUNDINGS);
  const window = hannWindow(size);
  const scale = 2 / (size * energyOf(window));
  const windowed = new Float32Array(size);
  const real = new Float32Array(fft.bins);
  const imaginary = new Float32Array(fft.bins);
  const queues = Array.from({ length: channels }, () => createSampleQueue());
  /** Of each channel. */
  let spectra: Float32Array[][] = queues.map(() => []);
  let stride = 1;
  let windows = 0;

  /** Mean square in each bin. */
  function powerOf(samples: Float32Array): Float32Array {
    for (let i = 0; i < size; i++) windowed[i] = (samples[i] as number) * (window[i] as number);
    fft.forward(windowed, real, imaginary);
    const power = new Float32Array(bins);
    for (let bin = 0; bin < bins; bin++) {
      power[bin] = ((real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2) * scale;
    }
    return power;
  }

  function keep(): void {
    for (const [channel, queue] of queues.entries()) spectra[channel]?.push(powerOf(queue.peek(size)));
    if ((spectra[0]?.length ?? 0) < 2 * KEPT_SPECTRA) return;
    spectra = spectra.map((own) => own.filter((_, index) => index % 2 === 0));
    stride *= 2;
  }

  /** The hum of the channel where it is loudest. */
  function loudestHum(): Hum | null {
    const found = spectra.flatMap((own) => {
      const hum = own.length === 0 ? null : findHum(lowQuantile(own, bins), binsAHertz, harmonics);
      return hum === null ? [] : [hum];
    });
    return found.reduce<Hum | null>((most, hum) => (most === null || hum.level > most.level ? hum : most), null);
  }

  return {
    push: (block) => {
      for (const [channel, queue] of queues.entries()) queue.push(block[channel] as Float32Array);
      while ((queues[0]?.length ?? 0) >= size) {
        if (windows % stride === 0) keep();
        windows += 1;
        for (const queue of queues) queue.drop(size / HOPS_A_WINDOW);
      }
    },
    finish: loudestHum,
    close: () => fft.close(),
  };
}

function energyOf(samples: Float32Array): number {
  let energy = 0;
  for (let i = 0; i < samples.length; i++) energy += (samples[i] as number) ** 2;
  return energy;
}

/** A low quantile of each bin over time: steady tones survive, the harmonics of speech do not. */
function lowQuantile(spectra: readonly Float32Array[], bins: number): Float64Array {
  const values = new Float32Array(spectra.length);
  const low = new Float64Array(bins);
  for (let bin = 0; bin < bins; bin++) {
    for (let index = 0; index < spectra.length; index++) values[index] = spectra[index]?.[bin] as number;
    values.sort();
    low[bin] = (values[Math.floor(values.length * FASTEST_QUANTILE)] as number) + TINY;
  }
  return low;
}

interface Prominent extends HumTone {
  /** Decibels above its surroundings. */
  readonly prominence: number;
  /** Mean square above the surroundings. */
  readonly power: number;
}

function findHum(power: Float64Array, binsAHertz: number, harmonics: number): Hum | null {
  let bestScore = 0;
  let best: Hum | null = null;
  for (const mains of MAINS) {
    const strong = tonesOf(power, binsAHertz, harmonics, (harmonic) => mains * harmonic, FREQUENCY_TOLERANCE).filter(
      isStrong,
    );
    const score = strong.reduce((sum, tone) => sum + tone.prominence, 0);
    if (strong.length < FEWEST_TONES || !strong.some((tone) => hasNeighbor(tone, strong)) || score <= bestScore)
      continue;
    const frequency = fundamentalOf(strong);
    const all = tonesOf(power, binsAHertz, harmonics, (harmonic) => frequency * harmonic, 0)
      .filter((tone) => tone.prominence > SERIES_PROMINENCE)
      // Place weak tones by the series rather than by their own noisy peak.
      .map((tone) => (isStrong(tone) ? tone : { ...tone, frequency: frequency * tone.harmonic }));
    bestScore = score;
    best = {
      frequency,
      level: 10 * Math.log10(strong.reduce((sum, tone) => sum + tone.power, TINY)),
      tones: all.map(({ frequency: own, harmonic }) => ({ frequency: own, harmonic })),
    };
  }
  return best;
}

function hasNeighbor({ harmonic }: HumTone, tones: readonly HumTone[]): boolean {
  return tones.some((other) => other.harmonic !== harmonic && Math.abs(other.harmonic - harmonic) <= NEAR_HARMONICS);
}

function isStrong({ prominence }: Prominent): boolean {
  return prominence > PROMINENCE;
}

/** The mains frequency in Hz on which the strong tones agree; higher harmonics are more precise. */
function fundamentalOf(tones: readonly Prominent[]): number {
  const weighted = tones.reduce((sum, { frequency, harmonic }) => sum + frequency * harmonic, 0);
  return weighted / tones.reduce((sum, { harmonic }) => sum + harmonic * harmonic, 0);
}

/** The most prominent bin at each harmonic. @param tolerance fraction of the frequency */
function tonesOf(
  power: Float64Array,
  binsAHertz: number,
  harmonics: number,
  frequencyOf: (harmonic: number) => number,
  tolerance: number,
): Prominent[] {
  return Array.from({ length: harmonics }, (_, index) => {
    const harmonic = index + 1;
    const center = frequencyOf(harmonic) * binsAHertz;
    const reach = Math.max(tolerance === 0 ? 1 : 2, Math.ceil(tolerance * center));
    let bin = Math.round(center);
    for (let near = Math.round(center) - reach; near <= Math.round(center) + reach; near++) {
      if ((power[near] as number) > (power[bin] as number)) bin = near;
    }
    const around = medianAround(power, bin);
    return {
      frequency: peakBin(power, bin) / binsAHertz,
      harmonic,
      prominence: 10 * Math.log10((power[bin] as number) / around),
      power: powerAround(power, bin, around),
    };
  });
}

/** The window spreads a tone's power over a few bins. */
function powerAround(power: Float64Array, bin: number, around: number): number {
  let sum = 0;
  for (let near = bin - TONE_BINS; near <= bin + TONE_BINS; near++) sum += (power[near] as number) - around;
  return Math.max(0, sum);
}

function medianAround(power: Float64Array, bin: number): number {
  const around: number[] = [];
  for (let near = Math.max(3, bin - SURROUNDINGS); near <= bin + SURROUNDINGS; near++) {
    if (Math.abs(near - bin) > TONE_BINS) around.push(power[near] ?? TINY);
  }
  around.sort((one, other) => one - other);
  return around[around.length >> 1] as number;
}

/** The peak's position between bins, by parabolic interpolation of the logarithms. */
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
