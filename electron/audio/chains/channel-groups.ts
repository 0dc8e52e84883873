/**
 * Which channels of a recording belong together, and how they become the mono signal that decides for them. Channels with one scene in common
 * share a decision, which keeps the stereo image; two voices, one a side, are two recordings in one file and are restored each by itself.
 */

import { createSampleQueue } from '../dsp/sample-queue.ts';
import { isHeard, speakersOf } from '../dsp/speakers.ts';
import { createFft } from '../dsp/spectra/fft.ts';
import { hannWindow } from '../dsp/spectra/windows.ts';
import type { Block } from '../dsp/stage.ts';

export interface ChannelGroup {
  /** In ascending order. */
  readonly channels: readonly number[];
  /** Weight of each of them in the group's mono signal: negative for inverted channels, 0 for unused ones. */
  readonly mix: readonly number[];
}

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

/** Fraction of the loudest channel's energy, -40 dB; channels below it are unused and would only dilute the mix. */
const UNUSED = 1e-4;
/**
 * Below this coherence channels are two scenes. A voice in the middle of equally loud noise of two microphones has 0.5; voices that each
 * microphone overhears 16 dB quieter have 0.3.
 */
const ONE_SCENE = 0.3;
/** Low-frequency effects have a smaller share of their energy above LOWEST: else a microphone was recorded in their place. */
const EFFECTS = 0.1;
/** Channels of opposite polarity that correlate less hardly cancel. */
const INVERTED = -0.2;

const WINDOW_SECONDS = 0.032;
/** Windows over which coherence is measured: about a second. */
const WINDOWS_AT_ONCE = 64;
/** Hz: below, hum of one mains is in both channels of two voices. */
const LOWEST = 300;
const TINY = 1e-20;

/**
 * @param energies of each channel
 * @param layout FFmpeg's name: channels with speakers are one scene, except a pair
 * @param likeness of two channels
 * @returns at least one group; each channel is in one of them
 */
export function groupsOf(energies: readonly number[], layout: string, likeness: Likenesses): readonly ChannelGroup[] {
  const channels = energies.length;
  const heard = isHeard(layout, channels).map((isNamed, channel) => isNamed || likeness.upperShare(channel) > EFFECTS);
  const loudest = Math.max(...energies.filter((_, channel) => heard[channel]));
  const isUsed = energies.map((energy, channel) => heard[channel] === true && energy >= loudest * UNUSED);
  const leader = energies.findIndex((energy, channel) => heard[channel] === true && energy === loudest);
  const isOneScene = channels > 2 && speakersOf(layout) !== null;
  /** The leading channel of each channel's group. */
  const leads = energies.map((_, channel) => (isUsed[channel] && !isOneScene ? channel : leader));
  for (let one = 0; one < channels; one++) {
    for (let other = one + 1; other < channels; other++) {
      if (!isUsed[one] || !isUsed[other] || leads[one] === leads[other]) continue;
      if (likeness.between(one, other).coherence < ONE_SCENE) continue;
      const [into, from] = [leads[one] as number, leads[other] as number];
      for (const [channel, lead] of leads.entries()) if (lead === from) leads[channel] = into;
    }
  }
  return [...new Set(leads)].map((lead) => {
    const members = energies.flatMap((_, channel) => (leads[channel] === lead ? [channel] : []));
    return { channels: members, mix: mixOf(members, energies, isUsed, likeness) };
  });
}

function mixOf(
  members: readonly number[],
  energies: readonly number[],
  isUsed: readonly boolean[],
  likeness: Likenesses,
): readonly number[] {
  const used = members.filter((channel) => isUsed[channel]);
  const [first = members[0] as number] = used.toSorted(
    (one, other) => (energies[other] as number) - (energies[one] as number),
  );
  const isInverted = (channel: number) => channel !== first && likeness.between(first, channel).correlation < INVERTED;
  if (used.length === 0) return members.map(() => 1 / members.length);
  // The first used channel counts as upright, so that a pair always gives the same signal.
  const turned = isInverted(used[0] as number) ? -1 : 1;
  return members.map((channel) => (isUsed[channel] ? (turned * (isInverted(channel) ? -1 : 1)) / used.length : 0));
}

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
