/**
 * The network's mask: the spectra of the mono mix pass through the network in chunks of four seconds, and the taps that it finds are applied
 * to all channels alike, which keeps the stereo image.
 */

import { followLevel, powerOf } from '../../dsp/network/level.ts';
import { BINS, MOST_FRAMES, TAPS_STRIDE } from '../../dsp/network/network.ts';
import { energyOf, type SpectralProcessor, type Spectrum, spectrumOf } from '../overlap-add.ts';
import { musicIn } from './music.ts';
import type { NetworkLane } from './network-pool.ts';
import { CHUNK_FRAMES, CONTEXT_FRAMES, QUARTER_FRAMES } from './network-slots.ts';
import { rumbleLimit } from './rumble.ts';
import { type HeardBelow, upperBands } from './upper-bands.ts';

export interface NetworkMaskOptions {
  readonly lane: NetworkLane;
  /** Frames of a window, about 32 ms. */
  readonly size: number;
  /** Weight of each channel in the mono mix that the network hears. */
  readonly mix: readonly number[];
  /** Mean square of the recording's loudest half second. */
  readonly loudest: number;
  /** Frames to each side whose mean is the level of one. */
  readonly reach: number;
  /** Amplitude that is left of what the network takes away. */
  readonly floor: number;
  /** Whether each quarter of each chunk is music. The first grid of a recording finds out: another one is always behind it. */
  readonly music: (readonly boolean[])[];
  readonly isFirst: boolean;
}

/** Frames of the network's 16 kHz: what its transform is scaled for. */
const TRAINED_SIZE = 512;
const TRAINED_HOP = 256;

/** Bins that tell of what is above 8 kHz: 5 to 7.5 kHz. */
const BELOW_UPPER = { from: 160, to: 240 };
const TINY = 1e-9;
/** From frame to frame: music is let through within a quarter second, and taken back within a whole one. */
const FADE_IN = 1 / 16;
const FADE_OUT = 1 / 62;

export function networkMask(options: NetworkMaskOptions): SpectralProcessor {
  const { floor, isFirst, lane, loudest, mix, music, reach, size } = options;
  const scale = TRAINED_SIZE / size;
  const bins = size / 2 + 1;
  const heardBins = Math.min(BINS, bins);
  /** Frames whose spectra are kept: a chunk, its context, and what its levels need behind it. */
  const mostKept = MOST_FRAMES + reach;
  /** The mono mix, at the scale of the network, of the frames from `first` on. */
  const heard = { real: new Float32Array(mostKept * BINS), imaginary: new Float32Array(mostKept * BINS) };
  let first = 0;
  let frames = 0;
  const follower = followLevel(loudest, reach);
  /** From `first` on. */
  let factors: number[] = [];
  /** Windows that are not masked yet. */
  const waiting: Spectrum[][] = [];
  /** First frame of the next chunk that is handed over. */
  let nextChunk = 0;
  /** Chunks under way, and the factors of their frames and of one more on either side. */
  const chunks: { readonly count: number; readonly factors: readonly number[] }[] = [];
  /** The last frame that was masked, as it came. */
  const before = mix.map(() => spectrumOf(heardBins));
  const masked = spectrumOf(heardBins);
  const upper = upperBands(BINS, bins, mix, floor);
  const limitRumble = mix.map(rumbleLimit);
  let finishedChunks = 0;
  /** Part of the recording that passes as it came: all of it in music. */
  let passing = 0;

  function mixDown(window: readonly Spectrum[]): void {
    const at = (frames - first) * BINS;
    const real = heard.real.subarray(at, at + BINS).fill(0);
    const imaginary = heard.imaginary.subarray(at, at + BINS).fill(0);
    for (const [channel, spectrum] of window.entries()) {
      const weight = (mix[channel] as number) * scale;
      for (let bin = 0; bin < heardBins; bin++) {
        real[bin] = (real[bin] as number) + weight * (spectrum.real[bin] as number);
        imaginary[bin] = (imaginary[bin] as number) + weight * (spectrum.imaginary[bin] as number);
      }
    }
    let power = 0;
    for (let bin = 0; bin < heardBins; bin++) power += (real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2;
    follower.push((power * 2) / (TRAINED_HOP * TRAINED_SIZE));
    frames += 1;
  }

  function takeFactors(): void {
    while (follower.ready > 0) factors.push(follower.next());
  }

  /** Hands the next chunk over. @param count of its frames */
  function begin(count: number): void {
    const from = Math.max(0, nextChunk - CONTEXT_FRAMES);
    const end = Math.min(first + factors.length, nextChunk + count + CONTEXT_FRAMES);
    const write = (real: Float32Array, imaginary: Float32Array) => {
      for (let frame = from; frame < end; frame++) {
        const factor = factors[frame - first] as number;
        const [to, at] = [(frame - from) * BINS, (frame - first) * BINS];
        for (let bin = 0; bin < BINS; bin++) {
          real[to + bin] = (heard.real[at + bin] as number) * factor;
          imaginary[to + bin] = (heard.imaginary[at + bin] as number) * factor;
        }
      }
    };
    lane.handOver({ frames: end - from, from: nextChunk - from, count, write });
    const around = Array.from({ length: count + 2 }, (_, index) => factors[nextChunk - 1 + index - first] ?? 1);
    chunks.push({ count, factors: around });
    nextChunk += count;
    forget(Math.max(0, nextChunk - CONTEXT_FRAMES));
  }

  /** Drops the spectra before a frame. */
  function forget(until: number): void {
    const [from, end] = [(until - first) * BINS, (frames - first) * BINS];
    heard.real.copyWithin(0, from, end);
    heard.imaginary.copyWithin(0, from, end);
    factors = factors.slice(until - first);
    first = until;
  }

  /** Masks the windows of the oldest chunk. */
  function finish(): Spectrum[][] {
    const chunk = chunks.shift();
    if (chunk === undefined) throw new Error('No chunk is under way');
    const heardBelow: HeardBelow[] = [];
    const passings: number[] = [];
    lane.take((taps, quarters) => {
      if (isFirst) {
        const loudness = quarters.map((_, quarter) => loudnessOf(chunk.factors, quarter) / (loudest + TINY));
        music.push(musicIn(quarters, loudness, music.at(-1)?.at(-1) ?? false));
      }
      const wanted = (frame: number) => (music[finishedChunks]?.[Math.floor(frame / QUARTER_FRAMES)] === true ? 1 : 0);
      if (finishedChunks === 0) passing = wanted(0);
      for (let frame = 0; frame < chunk.count; frame++) {
        const [past = 1, own = 1, next = 1] = chunk.factors.slice(frame, frame + 3);
        // The network saw the frames at levels of their own.
        const levels = [past / own, 1, next / own] as const;
        passing += Math.max(-FADE_OUT, Math.min(FADE_IN, wanted(frame) - passing));
        passings.push(passing);
        heardBelow.push(maskWindow(frame, taps.subarray(frame * BINS * TAPS_STRIDE), levels));
      }
    });
    const done = waiting.splice(0, chunk.count);
    if (finishedChunks === 0) upper.learn(done, heardBelow);
    finishedChunks += 1;
    for (const [index, window] of done.entries()) upper.pass(window, heardBelow[index] as HeardBelow, passings[index]);
    return done;
  }

  function maskWindow(frame: number, taps: Float32Array, levels: readonly [number, number, number]): HeardBelow {
    const window = waiting[frame] as readonly Spectrum[];
    const following = waiting[frame + 1];
    const left = floor + (1 - floor) * passing;
    let [energy, kept] = [TINY, TINY];
    for (const [channel, spectrum] of window.entries()) {
      const past = before[channel] as Spectrum;
      applyTaps(taps, [past, spectrum, following?.[channel] ?? null], levels);
      limitRumble[channel]?.(spectrum, masked);
      const weight = (mix[channel] as number) ** 2;
      energy += weight * energyOf(spectrum, BELOW_UPPER);
      kept += weight * energyOf(masked, BELOW_UPPER);
      past.real.set(spectrum.real.subarray(0, heardBins));
      past.imaginary.set(spectrum.imaginary.subarray(0, heardBins));
      for (let bin = 0; bin < heardBins; bin++) {
        spectrum.real[bin] = left * (spectrum.real[bin] as number) + (1 - left) * (masked.real[bin] as number);
        spectrum.imaginary[bin] =
          left * (spectrum.imaginary[bin] as number) + (1 - left) * (masked.imaginary[bin] as number);
      }
    }
    return { presence: Math.min(1, Math.sqrt(kept / energy)), energy: kept };
  }

  /** Into `masked`. @param around the frame before, the frame, and the next, which is null at the end */
  function applyTaps(
    taps: Float32Array,
    around: readonly [Spectrum, Spectrum, Spectrum | null],
    levels: readonly [number, number, number],
  ): void {
    masked.real.fill(0);
    masked.imaginary.fill(0);
    for (const [tap, spectrum] of around.entries()) {
      if (spectrum === null) continue;
      const level = levels[tap] as number;
      for (let bin = 0; bin < heardBins; bin++) {
        const real = level * (taps[bin * TAPS_STRIDE + tap] as number);
        const imaginary = level * (taps[bin * TAPS_STRIDE + 3 + tap] as number);
        const [one, other] = [spectrum.real[bin] as number, spectrum.imaginary[bin] as number];
        masked.real[bin] = (masked.real[bin] as number) + real * one - imaginary * other;
        masked.imaginary[bin] = (masked.imaginary[bin] as number) + real * other + imaginary * one;
      }
    }
  }

  return {
    push: (window) => {
      mixDown(window);
      waiting.push(window);
      takeFactors();
      if (first + factors.length < nextChunk + CHUNK_FRAMES + CONTEXT_FRAMES) {
        return lane.isReady && (isFirst || music.length > finishedChunks) ? finish() : [];
      }
      const done = lane.hasRoom ? [] : finish();
      begin(CHUNK_FRAMES);
      return done;
    },
    flush: function* () {
      follower.finish();
      takeFactors();
      while (nextChunk < frames || chunks.length > 0) {
        if (nextChunk < frames && lane.hasRoom) begin(Math.min(CHUNK_FRAMES, frames - nextChunk));
        else {
          // The caller may wait meanwhile.
          if (!lane.isReady) yield [];
          yield finish();
        }
      }
    },
  };
}

/** Mean square of a quarter of a chunk. @param factors of its frames, and of one more on either side */
function loudnessOf(factors: readonly number[], quarter: number): number {
  const from = 1 + quarter * QUARTER_FRAMES;
  const own = factors.slice(from, Math.min(from + QUARTER_FRAMES, factors.length - 1));
  return own.reduce((sum, factor) => sum + powerOf(factor), 0) / own.length;
}
