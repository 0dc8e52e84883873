/** The analysis pass of a restoration: what the chain must know about the whole recording. */

import { stat } from 'node:fs/promises';
import { createClickDetector } from '../dsp/click-detector.ts';
import { createHumDetector, HUM_RATE, type HumTone } from '../dsp/hum-detector.ts';
import { createLikenessMeter } from '../dsp/likeness.ts';
import { isHeard } from '../dsp/speakers.ts';
import { framesIn } from '../dsp/stage.ts';
import { decodeAll } from '../input/decode-pass.ts';
import { createClippingMeasure } from '../measures/clipping.ts';
import { createSampleStage, type StagedBlock } from '../measures/sample-stage.ts';
import type { MediaReader } from '../media/reader.ts';
import { createResampler } from '../media/resampler.ts';
import { type ChannelGroup, groupsOf } from './channel-groups.ts';

export interface Analysis {
  /** Exact length of the recording. */
  readonly frames: number;
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** The largest sample, linear; 1 where none can be larger. */
  readonly largest: number;
  /** Of any quarter second, the mean magnitude as a part of the largest: 0.64 for a tone, 1 for a square wave. */
  readonly fullness: number;
  readonly hum: readonly HumTone[];
  /** Clicks in the channel that has most of them. */
  readonly clicks: number;
  /** Clipped samples over all channels. */
  readonly clippedSamples: number;
  /** The mean of each channel: a constant offset, which is no sound. */
  readonly offsets: readonly number[];
  /** Mean square of the loudest half second of each channel. */
  readonly loudest: readonly number[];
  /** The channels that are restored together. */
  readonly groups: readonly ChannelGroup[];
}

const LOUDEST_SECONDS = 0.56;

/** The largest mean of so many values in a row. */
function createLoudestMean(count: number) {
  const recent = new Float64Array(count);
  let at = 0;
  let sum = 0;
  let most = 0;
  return {
    push(value: number): void {
      sum += value - (recent[at] as number);
      recent[at] = value;
      at = (at + 1) % count;
      most = Math.max(most, sum / count);
    },
    get loudest() {
      return most;
    },
  };
}

/**
 * @param onProgress gets the fraction of the file that is read, 0 to 1
 * @throws CleartakeError as decodeAll does
 */
export async function analyze(
  path: string,
  reader: MediaReader,
  onProgress: (part: number) => void,
): Promise<Analysis> {
  const { sampleRate, channels, channelLayout, bitDepth, codec } = reader.info;
  const isFloat = codec.startsWith('pcm_f');
  const bytes = (await stat(path)).size;
  const heard = isHeard(channelLayout, channels);
  const detector = await createHumDetector(HUM_RATE, channels);
  const likeness = await createLikenessMeter(channels, HUM_RATE);
  const clicks = heard.map(() => createClickDetector(sampleRate));
  const stage = createSampleStage(sampleRate, channels, heard);
  const clipping = createClippingMeasure(stage, bitDepth);
  const energies = new Float64Array(channels);
  const sums = new Float64Array(channels);
  const peaks = Array.from({ length: channels }, () =>
    createLoudestMean(Math.round((LOUDEST_SECONDS * sampleRate) / stage.slotFrames)),
  );
  const look = (block: StagedBlock) => {
    clipping.add(block);
    for (const [at, power] of block.channelPower.entries()) {
      const channel = Math.floor(at / stage.slots);
      energies[channel] = (energies[channel] as number) + power;
      peaks[channel]?.push(power);
    }
    for (const [channel, samples] of block.decimated.entries())
      for (let i = 0; i < samples.length; i++) sums[channel] = (sums[channel] as number) + (samples[i] as number);
  };
  const resampler = createResampler(channels, sampleRate, HUM_RATE);
  const lookLow = (low: readonly Float32Array[]) => {
    if (framesIn(low) === 0) return;
    detector.push(low);
    likeness.push(low);
  };
  try {
    let part = 0;
    let largest = 1;
    const fullness = createFullness(sampleRate, channels);
    const frames = await decodeAll(reader, (sound) => {
      for (const [channel, samples] of sound.channels.entries()) if (heard[channel]) clicks[channel]?.push(samples);
      lookLow(resampler.push(sound.channels));
      stage.add(sound.channels, sound.frames, look);
      fullness.add(sound.channels);
      if (isFloat) for (const samples of sound.channels) largest = largestIn(samples, largest);
      // Report even when the byte position is unknown: the caller takes a silent engine for dead.
      if (sound.byte !== null) part = sound.byte / bytes;
      onProgress(part);
    });
    lookLow(resampler.flush());
    stage.finish(look);
    return {
      frames,
      sampleRate,
      channels,
      largest,
      fullness: fullness.most,
      hum: detector.finish()?.tones ?? [],
      clicks: Math.max(...clicks.map((one) => one.clicks)),
      clippedSamples: clipping.finish(),
      offsets: Array.from(sums, (sum) => (sum * stage.decimation) / frames),
      loudest: peaks.map(({ loudest }) => loudest),
      groups: groupsOf(Array.from(energies), channelLayout, likeness.finish()),
    };
  } finally {
    resampler.close();
    detector.close();
    likeness.close();
  }
}

function largestIn(samples: Float32Array, least: number): number {
  let largest = least;
  for (let i = 0; i < samples.length; i++) largest = Math.max(largest, Math.abs(samples[i] as number));
  return largest;
}

function createFullness(sampleRate: number, channels: number) {
  const sums = new Float64Array(channels);
  const peaks = new Float64Array(channels);
  let frames = 0;
  let most = 0;
  return {
    get most() {
      return most;
    },
    add: (block: readonly Float32Array[]) => {
      for (const [channel, samples] of block.entries()) {
        let sum = 0;
        let peak = peaks[channel] as number;
        for (let i = 0; i < samples.length; i++) {
          const magnitude = Math.abs(samples[i] as number);
          sum += magnitude;
          if (magnitude > peak) peak = magnitude;
        }
        sums[channel] = (sums[channel] as number) + sum;
        peaks[channel] = peak;
      }
      frames += framesIn(block);
      if (frames < sampleRate / 4) return;
      for (const [channel, sum] of sums.entries())
        most = Math.max(most, sum / frames / Math.max(peaks[channel] as number, Number.MIN_VALUE));
      sums.fill(0);
      peaks.fill(0);
      frames = 0;
    },
  };
}
