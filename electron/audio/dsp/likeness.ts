/** Measures what the channels of a recording have in common: whether they are one scene in different places, or several. */

import { createSampleQueue } from './sample-queue.ts';
import { createFft } from './spectra/fft.ts';
import { hannWindow } from './spectra/windows.ts';
import type { Block } from './stage.ts';

/** What two channels have in common. */
export interface Likeness {
  /** 0 for two scenes, 1 for one, in whatever places it is heard. */
  readonly coherence: number;
  /** -1 to 1; negative when one of them is inverted. */
  readonly correlation: number;
}

export interface Likenesses {
  between(one: number, other: number): Likeness;
  /** The part of a channel's energy that is above the low frequencies, 0 to 1. */
  upperShare(channel: number): number;
}

export interface LikenessMeter {
  /** The next samples of all channels, at the rate of the meter. */
  push(block: Block): void;
  finish(): Likenesses;
  close(): void;
}

/**
 * Below this coherence channels are two scenes. A voice in the middle of equally loud noise of two microphones has 0.5; voices that each
 * microphone overhears 16 dB quieter have 0.3.
 */
export const ONE_SCENE = 0.3;
const WINDOW_SECONDS = 0.032;
/** Windows over which coherence is measured: about a second. */
const WINDOWS_AT_ONCE = 64;
/** Hz: below, hum of one mains is in both channels of two voices. */
const LOWEST = 300;
const TINY = 1e-20;

/** @param sampleRate Hz; a few kilohertz suffice */
export async function createLikenessMeter(channels: number, sampleRate: number): Promise<LikenessMeter> {
  const size = 2 ** Math.round(Math.log2(WINDOW_SECONDS * sampleRate));
  const fft = await createFft(size);
  const window = hannWindow(size);
  const lowest = Math.ceil((LOWEST / sampleRate) * size);
  const queues = Array.from({ length: channels }, () => createSampleQueue());
  const spectra = queues.map(() => ({ real: new Float32Array(fft.bins), imaginary: new Float32Array(fft.bins) }));
  const windowed = new Float32Array(size);
  const pairs = queues.flatMap((_, one) =>
    queues.slice(one + 1).map((_unused, index) => ({
      one,
      other: one + 1 + index,
      /** Over the last windows. */
      real: new Float64Array(fft.bins),
      imaginary: new Float64Array(fft.bins),
      /** Over all. */
      common: 0,
      product: 0,
    })),
  );
  const powers = new Float64Array(channels);
  const energies = new Float64Array(channels);
  let windows = 0;

  function take(): void {
    for (const [channel, queue] of queues.entries()) {
      const samples = queue.peek(size);
      for (let i = 0; i < size; i++) windowed[i] = (samples[i] as number) * (window[i] as number);
      queue.drop(size / 2);
      const { real, imaginary } = spectra[channel] as (typeof spectra)[number];
      fft.forward(windowed, real, imaginary);
      for (let bin = 1; bin < fft.bins; bin++) {
        const power = (real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2;
        energies[channel] = (energies[channel] as number) + power;
        if (bin >= lowest) powers[channel] = (powers[channel] as number) + power;
      }
    }
    for (const pair of pairs) {
      const [one, other] = [spectra[pair.one], spectra[pair.other]] as [
        (typeof spectra)[number],
        (typeof spectra)[number],
      ];
      for (let bin = 1; bin < fft.bins; bin++) {
        const [a, b] = [one.real[bin] as number, one.imaginary[bin] as number];
        const [c, d] = [other.real[bin] as number, other.imaginary[bin] as number];
        pair.product += a * c + b * d;
        pair.real[bin] = (pair.real[bin] as number) + a * c + b * d;
        pair.imaginary[bin] = (pair.imaginary[bin] as number) + a * d - b * c;
      }
    }
    windows += 1;
    if (windows % WINDOWS_AT_ONCE === 0) closeSegment();
  }

  function closeSegment(): void {
    for (const pair of pairs) {
      for (let bin = lowest; bin < fft.bins; bin++)
        pair.common += Math.hypot(pair.real[bin] as number, pair.imaginary[bin] as number);
      pair.real.fill(0);
      pair.imaginary.fill(0);
    }
  }

  return {
    push: (block) => {
      for (const [channel, queue] of queues.entries()) queue.push(block[channel] as Float32Array);
      while (channels > 1 && (queues[0]?.length ?? 0) >= size) take();
      if (channels === 1) queues[0]?.drop(queues[0].length);
    },
    finish: () => {
      closeSegment();
      return {
        between: (one, other) => {
          const isPair = (pair: (typeof pairs)[number]) =>
            pair.one === Math.min(one, other) && pair.other === Math.max(one, other);
          const pair = pairs.find(isPair);
          if (pair === undefined) return { coherence: 1, correlation: 1 };
          const both = (sums: Float64Array) => Math.sqrt((sums[one] as number) * (sums[other] as number)) + TINY;
          return { coherence: pair.common / both(powers), correlation: pair.product / both(energies) };
        },
        upperShare: (channel) => (powers[channel] as number) / ((energies[channel] as number) + TINY),
      };
    },
    close: () => fft.close(),
  };
}
