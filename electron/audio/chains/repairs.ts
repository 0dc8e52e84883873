/** Repairs before the networks (hum, clicks, clipping). Each one slightly harms intact audio, so its detector decides. */

import type { AudioStage, Block } from '../dsp/stage.ts';
import type { Analysis } from './analysis.ts';
import { declick } from './declick.ts';
import { filterStage } from './filter-stage.ts';
import type { Tuning } from './tuning.ts';

/**
 * Window of the declipper in milliseconds. It solves as many equations as there are clipped samples, in cubic time; with heavy clipping the
 * shorter window is nearly as good and keeps up.
 */
const DECLIP = 'adeclip=w=25:o=50';
const DECLIP_DENSE = 'adeclip=w=10:o=50';
const DENSE = 0.02;
/** With this fraction of samples clipped, too little is left between them for a reconstruction. */
const BEYOND_REPAIR = 0.25;
/** Fuller than any tone: FFmpeg takes most of a square wave for clipped, and works on it for minutes. */
const FULL = 0.7;

/** Part of full scale; the mean of a recording without an offset is smaller. */
const LEAST_OFFSET = 0.002;

/** A gentle limiter: restored peaks rise above the clipping level, which may be full scale. */
const PEAK_LIMIT = 'alimiter=limit=0.98:level=0:latency=1:attack=2:release=30';

/** An offset first, then single samples, then frequencies outside the voice. */
export function repairs(analysis: Analysis, tuning: Tuning): AudioStage[] {
  const { channels, sampleRate } = analysis;
  const cuts = cutsOf(tuning, sampleRate);
  return [
    ...centering(analysis),
    ...damageRepair(analysis, tuning),
    ...(cuts === null ? [] : [filterStage(cuts, sampleRate, channels)]),
  ];
}

/** Takes a constant offset away, which a mask would leave as clicks at start and end. */
function centering({ offsets }: Analysis): AudioStage[] {
  if (offsets.every((offset) => Math.abs(offset) < LEAST_OFFSET)) return [];
  const push = (block: Block) =>
    block.map((samples, channel) => samples.map((value) => value - (offsets[channel] as number)));
  return [{ push, flush: () => [], close: () => undefined }];
}

function damageRepair(analysis: Analysis, tuning: Tuning): AudioStage[] {
  const { channels, clicks, clippedSamples, frames, sampleRate } = analysis;
  const seconds = frames / sampleRate;
  if (clippedSamples > tuning.clippedSamplesASecond * seconds) {
    const part = clippedSamples / (frames * channels);
    if (part > BEYOND_REPAIR || analysis.fullness > FULL) return [];
    return [filterStage(`${part > DENSE ? DECLIP_DENSE : DECLIP},${PEAK_LIMIT}`, sampleRate, channels)];
  }
  // The edges of clipped peaks are sudden too, but not clicks.
  return clicks > tuning.clicksASecond * seconds ? [declick(sampleRate, channels)] : [];
}

function cutsOf({ lowCut, highCut }: Tuning, sampleRate: number): string | null {
  const low = lowCut === null ? [] : [`highpass=f=${lowCut}`];
  // No filter above the Nyquist frequency.
  const high =
    highCut === null || highCut >= sampleRate / 2 ? [] : [`lowpass=f=${highCut}:p=2`, `lowpass=f=${highCut}:p=2`];
  return low.length + high.length === 0 ? null : [...low, ...high].join(',');
}
