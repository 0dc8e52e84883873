/** Compares a result with its recording: in time, in level, in its channels, and whether all speech is still there. */

import type { ChannelFault, Comparison, LostPart } from '../../../shared/domain/integrity/comparison.ts';
import type { ComparisonParams } from '../../../shared/engine-api/messages.ts';
import { weightsIn } from '../dsp/fold-stretch.ts';
import { loadRnnoise, RNNOISE_FRAMES, RNNOISE_RATE } from '../dsp/rnnoise.ts';
import { framesIn } from '../dsp/stage.ts';
import { findLag } from '../export/alignment.ts';
import { openSource } from '../export/sound-source.ts';
import type { PcmSource } from '../passes/pcm.ts';
import { type BandLevels, createBandLevelCollector, decibelsOfStep, HOP_FRAMES, LEVEL_RATE } from './band-levels.ts';
import { createChannelLevelCollector } from './channel-levels.ts';
import { exchanged, isLong, silentChannel } from './channels.ts';
import { followLag, type LagChange } from './follow-lag.ts';
import { createToneCollector, followPitch, type Tones } from './follow-pitch.ts';
import {
  heardColumns,
  levelsInPlace,
  type SpeechLevels,
  type Stretch,
  silencedStretches,
  speechLevels,
} from './lost-speech.ts';
import { musicKept } from './music-kept.ts';
import { replacedSpeech } from './replaced-speech.ts';

/** Seconds that the network hears before it is asked. */
const VOICE_WARM_UP_SECONDS = 1;

/** Longer parts are judged by their first seconds. */
const MOST_VOICE_SECONDS = 6;

/** Probability from which 10 ms are certainly a voice, how many of them there must be, and the mean of all. */
const CERTAIN_VOICE = 0.8;

const FEWEST_CERTAIN_VOICE = 4;

const LEAST_MEAN_VOICE = 0.5;

const BLOCK_FRAMES = 16_384;
const MONO = { sampleRate: LEVEL_RATE, channels: 1, channelLayout: 'mono' } as const;
const STEREO = { sampleRate: LEVEL_RATE, channels: 2, channelLayout: 'stereo' } as const;
/** The level of loud speech: this quantile of all levels in all bands. */
const LOUD_QUANTILE = 0.95;
/** A recording with more lost stretches is not worth asking about each. */
const MOST_STRETCHES = 200;
const MOST_SILENT = 20;
/** dBFS: a recording that is quieter has nothing to lose. A restoration takes less than so many decibels from all of it, noise included. */
const AUDIBLE = -85;
const SILENCED = 45;
/** A channel that is silent for longer, or from this near to the end, fell silent; else speech is missing at one place. */
const LASTING_SECONDS = 3;

/** @throws CleartakeError as openRecording does */
export async function compare({ original, result }: ComparisonParams, pcm: PcmSource): Promise<Comparison> {
  const given = await levelsOf(original);
  const made = await levelsOf(result);
  const { sampleRate } = given;
  const lags = followLag(given.mixed, made.mixed, loudestOf(given.mixed));
  const first = framesOf(lags[0]?.lag ?? 0, sampleRate);
  const fine = await findLag(original, result, { sampleRate }, first);
  const levels = speechLevels(given.mixed, made.mixed, lags);
  const missing: Stretch[] = [];
  for (const stretch of silencedStretches(levels).slice(0, MOST_STRETCHES)) {
    if (await isSpoken(pcm, original, secondsOf(stretch))) missing.push(stretch);
  }
  const lost = missing.map((stretch) => partOf(stretch, sampleRate));
  const drift = followPitch(given.tones, made.tones, lags);
  const replaced = replacedSpeech(given.mixed, made.mixed, levels, lags);
  const channels = await channelFault(given, made, lags, levels, pcm, original);
  const isLasting =
    channels?.kind === 'silent' && lasts(channels, framesOf(given.mixed.columns, sampleRate), sampleRate);
  return {
    sampleRate,
    lag: fine === null ? (first === 0 ? null : first) : first + fine,
    jumps: lags.slice(1).map(({ from, lag }, index) => ({
      fromFrame: framesOf(from, sampleRate),
      frames: framesOf(lag - (lags[index]?.lag ?? 0), sampleRate),
    })),
    gain: levels.gain,
    isSilent: isSilenced(given, made),
    drift: drift === null ? null : { ...partOf(drift, sampleRate), ratio: drift.ratio },
    replaced: replaced === null ? null : partOf(replaced, sampleRate),
    lost: isLasting ? lost.filter((part) => !overlaps(part, channels)) : lost,
    channels: isLasting || lost.length === 0 ? channels : null,
    musicFrames: framesOf(musicKept(given.mixed, made.mixed, levels.original, lags), sampleRate),
    speech: {
      frames: framesOf(heardColumns(levels), sampleRate),
      lostFrames: framesOf(heardColumns(levels, missing), sampleRate),
    },
  };
}

async function channelFault(
  given: Levels,
  made: Levels,
  lags: readonly LagChange[],
  { gain }: SpeechLevels,
  pcm: PcmSource,
  original: string,
): Promise<ChannelFault | null> {
  const [left, right] = given.channels;
  if (left === undefined || right === undefined || !given.isStereo) return null;
  // A result with one channel has the same on both sides.
  const [leftAfter, rightAfter = leftAfter] = made.channels;
  if (leftAfter === undefined || rightAfter === undefined) return null;
  const pair = [
    { ...levelsInPlace(left, leftAfter, lags), gain },
    { ...levelsInPlace(right, rightAfter, lags), gain },
  ] as const;
  const exchange = exchanged(pair);
  if (exchange?.isCertain === true) return { kind: exchange.kind };
  const silent = silentChannel(pair, silencedStretches);
  for (const stretch of silent?.stretches.filter(isLong).slice(0, MOST_SILENT) ?? []) {
    if (silent === null || !(await isSpoken(pcm, original, { ...secondsOf(stretch), channel: silent.channel })))
      continue;
    const to = silent.stretches.at(-1)?.to ?? stretch.to;
    return { kind: 'silent', channel: silent.channel, ...partOf({ from: stretch.from, to }, given.sampleRate) };
  }
  return exchange === null ? null : { kind: exchange.kind };
}

/** Whether a channel is silent for so long that its lost speech is reported as that. */
function lasts(silent: LostPart, frames: number, sampleRate: number): boolean {
  const shortest = LASTING_SECONDS * sampleRate;
  return silent.frames > shortest || frames - silent.fromFrame - silent.frames < shortest;
}

function overlaps(part: LostPart, span: LostPart): boolean {
  return part.fromFrame < span.fromFrame + span.frames && span.fromFrame < part.fromFrame + part.frames;
}

interface Levels {
  /** The recording's, in Hz. */
  readonly sampleRate: number;
  /** Of all channels together. */
  readonly mixed: BandLevels;
  readonly tones: Tones;
  /** Of each channel; of more than two, of their stereo mix. */
  readonly channels: readonly Float32Array[];
  readonly isStereo: boolean;
}

async function levelsOf(path: string): Promise<Levels> {
  const source = openSource(path, ({ channels }) => (channels === 1 ? MONO : STEREO));
  const { sampleRate } = source.info;
  const count = Math.min(2, source.info.channels);
  const bands = await createBandLevelCollector(count);
  const tones = await createToneCollector(count);
  const channels = Array.from({ length: count }, createChannelLevelCollector);
  try {
    for (;;) {
      const block = await source.take(BLOCK_FRAMES);
      if (framesIn(block) === 0) break;
      for (const [index, samples] of block.entries()) channels[index]?.push(samples);
      bands.push(block);
      tones.push(block);
    }
    return {
      sampleRate,
      mixed: bands.finish(),
      tones: tones.finish(),
      channels: channels.map((one) => one.finish()),
      isStereo: source.info.channels === 2,
    };
  } finally {
    source.close();
    bands.close();
    tones.close();
  }
}

/** Whether hardly anything is left anywhere, be it speech or not: then there is nothing to measure what is lost by. */
function isSilenced(given: Levels, made: Levels): boolean {
  const loud = Math.max(...given.channels.map((levels) => quantileOf(levels, LOUD_QUANTILE)));
  const left = Math.max(...made.channels.map((levels) => quantileOf(levels, 1)));
  return loud > AUDIBLE && left < loud - SILENCED;
}

function quantileOf(levels: Float32Array, quantile: number): number {
  return levels.toSorted()[Math.floor((levels.length - 1) * quantile)] ?? Number.NEGATIVE_INFINITY;
}

function loudestOf({ steps }: BandLevels): number {
  const counts = new Uint32Array(256);
  for (const step of steps) counts[step] = (counts[step] as number) + 1;
  let left = steps.length * (1 - LOUD_QUANTILE);
  let step = 255;
  for (; step > 0; step--) {
    left -= counts[step] as number;
    if (left < 0) break;
  }
  return decibelsOfStep(step);
}

function partOf({ from, to }: Stretch, sampleRate: number): LostPart {
  return { fromFrame: framesOf(from, sampleRate), frames: framesOf(to - from, sampleRate) };
}

function secondsOf({ from, to }: Stretch) {
  const fromSeconds = (from * HOP_FRAMES) / LEVEL_RATE;
  return { fromSeconds, seconds: ((to - from) * HOP_FRAMES) / LEVEL_RATE };
}

function framesOf(columns: number, sampleRate: number): number {
  return Math.round((columns * HOP_FRAMES * sampleRate) / LEVEL_RATE);
}

/** A part of a recording. */
interface Part {
  readonly fromSeconds: number;
  readonly seconds: number;
  /** Of a stereo recording; without it, both together. */
  readonly channel?: 0 | 1;
}

async function isSpoken(pcm: PcmSource, path: string, part: Part): Promise<boolean> {
  const probabilities = await voiceIn(pcm, path, part);
  const certain = probabilities.filter((one) => one >= CERTAIN_VOICE).length;
  const mean = probabilities.reduce((sum, one) => sum + one, 0) / probabilities.length;
  return certain >= FEWEST_CERTAIN_VOICE && mean >= LEAST_MEAN_VOICE;
}

/** Probability of a voice for each 10 ms. */
async function voiceIn(
  pcm: PcmSource,
  path: string,
  { channel, fromSeconds, seconds }: Part,
): Promise<readonly number[]> {
  const rnnoise = await loadRnnoise();
  const warmUp = Math.floor(VOICE_WARM_UP_SECONDS * RNNOISE_RATE);
  const fromFrame = Math.round(fromSeconds * RNNOISE_RATE) - warmUp;
  const wanted = Math.ceil((Math.min(seconds, MOST_VOICE_SECONDS) * RNNOISE_RATE) / RNNOISE_FRAMES) * RNNOISE_FRAMES;
  const frames = warmUp + wanted + rnnoise.delay;
  const stereo = await pcm.samplesOf({ path, indexPath: null, sampleRate: RNNOISE_RATE, fromFrame, frames });
  const denoiser = rnnoise.createDenoiser();
  try {
    const probabilities: number[] = [];
    const part = new Float32Array(RNNOISE_FRAMES);
    const [ofLeft, ofRight] = channel === undefined ? weightsIn(stereo) : channel === 0 ? [1, 0] : [0, 1];
    for (let from = 0; from + RNNOISE_FRAMES <= frames; from += RNNOISE_FRAMES) {
      for (let i = 0; i < RNNOISE_FRAMES; i++)
        part[i] = ofLeft * (stereo[2 * (from + i)] as number) + ofRight * (stereo[2 * (from + i) + 1] as number);
      const probability = denoiser.process(part);
      if (from >= warmUp) probabilities.push(probability);
    }
    return probabilities;
  } finally {
    denoiser.close();
  }
}
