/**
 * Collects samples into blocks of about 100 ms in the kernel's memory and computes the sums that several measures share. What a recording
 * sounds like at a moment is what its loudest channel sounds like then: in a mean, a silent channel counts as half of the sound, and channels
 * of opposite polarity cancel.
 */

import { stepLayoutOf } from '../dsp/loudness/gated-loudness.ts';
import { createSampleKernel, OVERSAMPLING_TAPS, type SampleKernel } from '../dsp/sample-kernel.ts';
import { createKernelKWeighting } from './kernel-k-weighting.ts';

/** A block's results. Its arrays are reused for the next block. */
export interface StagedBlock {
  /** Frames of audio; the last block of a recording is padded with silence. */
  readonly frames: number;
  readonly isWhole: boolean;
  /** K-weighted mean square, the weighted sum of the channels. */
  readonly weighted: number;
  /** The same for each slot. */
  readonly slotWeighted: Float64Array;
  /** Mean square of each slot in the channel that is loudest then, without a constant offset. */
  readonly slotPower: Float64Array;
  /** The same of each channel by itself, channel by channel. */
  readonly channelPower: Float64Array;
  /** Minimum and maximum of each slot, channel by channel. */
  readonly slotMinima: Float32Array;
  readonly slotMaxima: Float32Array;
  /** Each channel, decimated. */
  readonly decimated: readonly Float32Array[];
  /** The channel that is loudest in this block, without a constant offset. */
  readonly loudest: Float32Array;
}

export interface SampleStage {
  readonly kernel: SampleKernel;
  readonly channels: number;
  readonly slotFrames: number;
  readonly slots: number;
  readonly decimation: number;
  /** Position of a channel's block in the kernel's samples, after at least OVERSAMPLING_TAPS samples of history. */
  blockAt(channel: number): number;
  add(channels: readonly Float32Array[], frames: number, take: (block: StagedBlock) => void): void;
  finish(take: (block: StagedBlock) => void): void;
}

const VECTOR = 4;
const SAMPLE_BYTES = 4;

/** Linear; a smaller mean of a channel is no offset. */
const LEAST_OFFSET = 0.01;

/** Addresses in the kernel's memory, in bytes. */
const EXTREMES = 0;
const TAPS = 2048;
const SUMS = 8192;
const CHANNELS = 32_768;

/** @param sampleRate Hz @param heard the channels that can be the loudest; without it, all */
export function createSampleStage(
  sampleRate: number,
  channels: number,
  heard: readonly boolean[] = new Array<boolean>(channels).fill(true),
): SampleStage {
  const kernel = createSampleKernel();
  const { decimation, slotFrames, slots, stepFrames: blockFrames } = stepLayoutOf(sampleRate);
  /** History for the oversampling filter, and a vector more for the second difference before it. */
  const history = OVERSAMPLING_TAPS + VECTOR;
  const roomOfChannel = Math.ceil((blockFrames + history) / VECTOR) * VECTOR;
  const blockAt = (channel: number) => CHANNELS / SAMPLE_BYTES + channel * roomOfChannel + history;
  const addressOf = (channel: number, frame: number) => (blockAt(channel) + frame) * SAMPLE_BYTES;
  const weigh = createKernelKWeighting(
    kernel,
    { channels, slots, slotFrames, addressOf },
    sampleRate,
    addressOf(channels, 0),
  );
  const { samples } = kernel;
  const slotWeighted = new Float64Array(slots);
  const slotPower = new Float64Array(slots);
  const slotMinima = new Float32Array(slots * channels);
  const slotMaxima = new Float32Array(slots * channels);
  const channelPower = new Float64Array(slots * channels);
  const decimated = Array.from({ length: channels }, () => new Float32Array(blockFrames / decimation));
  /** Sums of all decimated samples so far, and how many there are in each channel. */
  const sums = new Float64Array(channels);
  let summed = 0;
  const loudest = new Float32Array(blockFrames);
  let filled = 0;

  function measureExtremes(): void {
    for (let channel = 0; channel < channels; channel++) {
      for (let slot = 0; slot < slots; slot++) {
        const from = addressOf(channel, slot * slotFrames);
        for (let lane = 0; lane < VECTOR; lane++) {
          samples[lane] = Number.POSITIVE_INFINITY;
          samples[VECTOR + lane] = Number.NEGATIVE_INFINITY;
        }
        kernel.extremes(from, from + slotFrames * SAMPLE_BYTES, EXTREMES);
        const at = channel * slots + slot;
        slotMinima[at] = smallerOf(samples, 0);
        slotMaxima[at] = largerOf(samples, VECTOR);
      }
    }
  }

  function decimate(): void {
    for (const [channel, own] of decimated.entries()) {
      const from = addressOf(channel, 0);
      kernel.sums(from, from + blockFrames * SAMPLE_BYTES, decimation * SAMPLE_BYTES, SUMS);
      takeGroups(own, samples, SUMS / SAMPLE_BYTES, 1 / decimation);
      sums[channel] = (sums[channel] as number) + sumOf(own);
    }
    summed += blockFrames / decimation;
  }

  /** The mean of a channel so far, if it is more than a coincidence. */
  function offsetOf(channel: number): number {
    const mean = (sums[channel] as number) / summed;
    return Math.abs(mean) < LEAST_OFFSET ? 0 : mean;
  }

  function withoutOffset(channel: number, offset: number): void {
    if (offset === 0) return;
    const perSlot = slotFrames / decimation;
    for (let slot = 0; slot < slots; slot++) {
      const mean = sumOf((decimated[channel] as Float32Array).subarray(slot * perSlot, (slot + 1) * perSlot)) / perSlot;
      const at = channel * slots + slot;
      channelPower[at] = Math.max(0, (channelPower[at] as number) - 2 * offset * mean + offset * offset);
    }
  }

  function takeLoudest(): void {
    slotPower.fill(0);
    let best = 0;
    let most = -1;
    for (let channel = 0; channel < channels; channel++) {
      withoutOffset(channel, offsetOf(channel));
      if (heard[channel] !== true) continue;
      let sum = 0;
      for (let slot = 0; slot < slots; slot++) {
        const power = channelPower[channel * slots + slot] as number;
        sum += power;
        if (power > (slotPower[slot] as number)) slotPower[slot] = power;
      }
      if (sum <= most) continue;
      most = sum;
      best = channel;
    }
    loudest.set(samples.subarray(blockAt(best), blockAt(best) + blockFrames));
    const offset = offsetOf(best);
    if (offset !== 0) for (let i = 0; i < blockFrames; i++) loudest[i] = (loudest[i] as number) - offset;
  }

  function close(frames: number, take: (block: StagedBlock) => void): void {
    weigh(slotWeighted, channelPower);
    const weighted = slotWeighted.reduce((sum, power) => sum + power, 0) / slots;
    measureExtremes();
    decimate();
    takeLoudest();
    const isWhole = frames === blockFrames;
    const extremes = { slotMinima, slotMaxima };
    take({ frames, isWhole, weighted, slotWeighted, slotPower, channelPower, ...extremes, decimated, loudest });
    for (let channel = 0; channel < channels; channel++) {
      const end = blockAt(channel) + blockFrames;
      samples.copyWithin(blockAt(channel) - history, end - history, end);
    }
    filled = 0;
  }

  return {
    kernel,
    channels,
    slotFrames,
    slots,
    decimation,
    blockAt,
    add: (block, frames, take) => {
      for (let from = 0; from < frames; ) {
        const count = Math.min(frames - from, blockFrames - filled);
        for (const [channel, given] of block.entries()) {
          samples.set(given.subarray(from, from + count), blockAt(channel) + filled);
        }
        filled += count;
        from += count;
        if (filled === blockFrames) close(blockFrames, take);
      }
    },
    finish: (take) => {
      const frames = filled;
      for (let channel = 0; channel < channels; channel++) {
        samples.fill(0, blockAt(channel) + filled, blockAt(channel) + blockFrames);
      }
      close(frames, take);
    },
  };
}

function smallerOf(samples: Float32Array, at: number): number {
  const one = Math.min(samples[at] as number, samples[at + 1] as number);
  return Math.min(one, samples[at + 2] as number, samples[at + 3] as number);
}

function largerOf(samples: Float32Array, at: number): number {
  const one = Math.max(samples[at] as number, samples[at + 1] as number);
  return Math.max(one, samples[at + 2] as number, samples[at + 3] as number);
}

function takeGroups(to: Float32Array, samples: Float32Array, from: number, scale: number): void {
  for (let i = 0, at = from; i < to.length; i++, at += 4) {
    const one = (samples[at] as number) + (samples[at + 1] as number);
    const other = (samples[at + 2] as number) + (samples[at + 3] as number);
    to[i] = (one + other) * scale;
  }
}

export function sumOf(samples: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += samples[i] as number;
  return sum;
}

/** Addresses for measures that use the kernel directly: taps of the oversampling filters, and results. */
export const TAPS_AT = TAPS;
export const BETWEEN_AT = EXTREMES + 64;
export const PLATEAUS_AT = EXTREMES + 128;
