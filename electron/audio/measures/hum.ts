/** Mains hum: its true frequency and its level, from long spectra of the lowest octaves. */

import type { HumMeasure } from '../../../shared/engine-api/measures.ts';
import { createFft } from '../dsp/fft.ts';
import { createSampleQueue } from '../dsp/sample-queue.ts';

export interface HumCollector {
  /** Mono samples at the rate that was said. */
  add(samples: Float32Array): void;
  finish(): HumMeasure | null;
  close(): void;
}

/** Seconds: long enough to part a tone from its neighbours, short enough to follow a mains frequency that wanders. */
const WINDOW_SECONDS = 2;
/** Spectra kept of a recording of any length: when there are twice as many, every second one goes. */
const KEPT_SPECTRA = 128;
const FEWEST_SPECTRA = 2;
const MAINS = [50, 60] as const;
/** Mains may be off by this, in Hz; overtones by as many times more. */
const WANDER = 0.6;
const HARMONICS = 10;
/** A tone counts when it stands this far above what is around it, in decibels. */
const PROMINENCE = 12;
/** A single tone may be anything. */
const FEWEST_TONES = 2;
/** Steady tones are what is left at this quantile: speech comes and goes. */
const QUANTILE = 0.25;
/** Bins on each side into which a tone's power is spread by the window. */
const TONE_BINS = 2;
const SURROUNDINGS = 24;
const TINY = 1e-20;

interface Tone {
  /** Of the mains that it would be a multiple of, in Hz. */
  readonly mains: number;
  /** Mean square. */
  readonly power: number;
  readonly harmonic: number;
}

/** @param sampleRate Hz */
export async function createHumMeasure(sampleRate: number): Promise<HumCollector> {
  const size = 2 ** Math.round(Math.log2(WINDOW_SECONDS * sampleRate));
  const fft = await createFft(size);
  const window = Float32Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
  const scale = 2 / (size * window.reduce((sum, weight) => sum + weight * weight, 0));
  const binWidth = sampleRate / size;
  const bins = Math.ceil(((MAINS[1] + WANDER) * HARMONICS) / binWidth) + SURROUNDINGS + 2;
  const windowed = new Float32Array(size);
  const real = new Float32Array(fft.bins);
  const imaginary = new Float32Array(fft.bins);
  const queue = createSampleQueue();
  let spectra: Float32Array[] = [];
  let stride = 1;
  let windows = 0;

  function keep(samples: Float32Array): void {
    for (let i = 0; i < size; i++) windowed[i] = (samples[i] as number) * (window[i] as number);
    fft.forward(windowed, real, imaginary);
    const power = new Float32Array(bins);
    for (let bin = 0; bin < Math.min(bins, fft.bins); bin++) {
      power[bin] = ((real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2) * scale;
    }
    spectra.push(power);
    if (spectra.length < 2 * KEPT_SPECTRA) return;
    spectra = spectra.filter((_, index) => index % 2 === 0);
    stride *= 2;
  }

  return {
    add: (samples) => {
      queue.push(samples);
      while (queue.length >= size) {
        if (windows % stride === 0) keep(queue.peek(size));
        windows += 1;
        queue.drop(size / 2);
      }
    },
    finish: () => {
      if (spectra.length < FEWEST_SPECTRA) return null;
      const steady = lowQuantile(spectra, bins);
      const series = MAINS.map((mains) => tonesOf(steady, mains, binWidth));
      const [fifty, sixty] = series.map((tones) => tones.reduce((sum, { power }) => sum + power, 0)) as [
        number,
        number,
      ];
      const tones = series[fifty >= sixty ? 0 : 1] as readonly Tone[];
      if (tones.length < FEWEST_TONES) return null;
      return { frequency: frequencyOf(tones), level: 10 * Math.log10(Math.max(fifty, sixty)) };
    },
    close: () => fft.close(),
  };
}

function lowQuantile(spectra: readonly Float32Array[], bins: number): Float64Array {
  const values = new Float32Array(spectra.length);
  return Float64Array.from({ length: bins }, (_, bin) => {
    for (const [index, spectrum] of spectra.entries()) values[index] = spectrum[bin] as number;
    values.sort();
    return (values[Math.floor(values.length * QUANTILE)] as number) + TINY;
  });
}

function tonesOf(power: Float64Array, mains: number, binWidth: number): readonly Tone[] {
  const tones: Tone[] = [];
  for (let harmonic = 1; harmonic <= HARMONICS; harmonic++) {
    const centre = (mains * harmonic) / binWidth;
    const reach = Math.max(2, (WANDER * harmonic) / binWidth);
    let bin = Math.round(centre);
    for (let near = Math.ceil(centre - reach); near <= centre + reach; near++) {
      if ((power[near] as number) > (power[bin] as number)) bin = near;
    }
    const around = medianAround(power, bin);
    if (10 * Math.log10((power[bin] as number) / around) < PROMINENCE) continue;
    tones.push({
      harmonic,
      mains: (peakBin(power, bin) * binWidth) / harmonic,
      power: powerAround(power, bin, around),
    });
  }
  return tones;
}

/** The mean of what the tones say, the stronger the more; higher ones are surer, for what they are off is divided. */
function frequencyOf(tones: readonly Tone[]): number {
  const weightOf = ({ power, harmonic }: Tone) => Math.sqrt(power) * harmonic;
  const weights = tones.reduce((sum, tone) => sum + weightOf(tone), 0);
  return tones.reduce((sum, tone) => sum + tone.mains * weightOf(tone), 0) / weights;
}

function medianAround(power: Float64Array, bin: number): number {
  const around: number[] = [];
  for (let near = Math.max(2, bin - SURROUNDINGS); near <= bin + SURROUNDINGS; near++) {
    if (Math.abs(near - bin) > TONE_BINS) around.push(power[near] ?? TINY);
  }
  around.sort((one, other) => one - other);
  return around[around.length >> 1] as number;
}

function powerAround(power: Float64Array, bin: number, around: number): number {
  let sum = 0;
  for (let near = bin - TONE_BINS; near <= bin + TONE_BINS; near++) sum += (power[near] as number) - around;
  return Math.max(TINY, sum);
}

/** The peak's place between bins, by a parabola through the logarithms. */
function peakBin(power: Float64Array, bin: number): number {
  const at = (near: number) => Math.log(power[near] as number);
  const curve = at(bin - 1) - 2 * at(bin) + at(bin + 1);
  const offset = curve === 0 ? 0 : (0.5 * (at(bin - 1) - at(bin + 1))) / curve;
  return bin + Math.max(-0.5, Math.min(0.5, offset));
}
