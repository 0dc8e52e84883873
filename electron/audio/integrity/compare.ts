/** Compares a result with its recording: in time, in level, and whether all speech is still there. */

import type { Comparison, ComparisonParams } from '../../../shared/engine-api/comparison-messages.ts';
import { lengthOf } from '../dsp/stage.ts';
import { findLag } from '../export/alignment.ts';
import { openSource, type Shape } from '../export/sound-source.ts';
import { probe } from '../input/source-file.ts';
import type { PcmSource } from '../passes/pcm.ts';
import { type BandLevels, createBandLevelCollector, decibelsOf, HOP_FRAMES, LEVEL_RATE } from './band-levels.ts';
import { loudestClipping } from './clipped-place.ts';
import { followLag } from './follow-lag.ts';
import { silencedStretches, speechLevels } from './lost-speech.ts';
import { isSpoken } from './voice-check.ts';

const BLOCK_FRAMES = 16_384;
const SHAPE: Shape = { sampleRate: LEVEL_RATE, channels: 1, channelLayout: 'mono' };
/** The level of loud speech: this quantile of all levels in all bands. */
const LOUD_QUANTILE = 0.95;
/** A recording with more lost stretches is not worth asking about each. */
const MOST_STRETCHES = 200;

/** @throws CleartakeError as openRecording does */
export async function compare(
  { original, result, findsClipping }: ComparisonParams,
  pcm: PcmSource,
): Promise<Comparison> {
  const { sampleRate } = await probe(original);
  const given = await levelsOf(original);
  const made = await levelsOf(result);
  const lags = followLag(given, made, loudestOf(given));
  const first = framesOf(lags[0]?.lag ?? 0, sampleRate);
  const fine = await findLag(original, result, { ...SHAPE, sampleRate }, first);
  const levels = speechLevels(given, made, lags);
  const lost: Comparison['lost'][number][] = [];
  for (const { from, to } of silencedStretches(levels).slice(0, MOST_STRETCHES)) {
    const part = { fromFrame: framesOf(from, sampleRate), frames: framesOf(to - from, sampleRate) };
    if (await isSpoken(pcm, original, part.fromFrame / sampleRate, part.frames / sampleRate)) lost.push(part);
  }
  return {
    sampleRate,
    lag: fine === null ? (first === 0 ? null : first) : first + fine,
    jumps: lags.slice(1).map(({ from, lag }, index) => ({
      fromFrame: framesOf(from, sampleRate),
      frames: framesOf(lag - (lags[index]?.lag ?? 0), sampleRate),
    })),
    gain: levels.gain,
    lost,
    clipping: findsClipping ? await loudestClipping(result) : null,
  };
}

async function levelsOf(path: string): Promise<BandLevels> {
  const collector = await createBandLevelCollector();
  const source = openSource(path, SHAPE);
  try {
    for (;;) {
      const block = await source.take(BLOCK_FRAMES);
      if (lengthOf(block) === 0) return collector.finish();
      collector.push(block[0] as Float32Array);
    }
  } finally {
    source.close();
    collector.close();
  }
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
  return decibelsOf(step);
}

function framesOf(columns: number, sampleRate: number): number {
  return Math.round((columns * HOP_FRAMES * sampleRate) / LEVEL_RATE);
}
