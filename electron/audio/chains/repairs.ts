/** What is repaired before a network listens: every repair harms what is whole a little, so each waits for its detector. */

import type { Stage } from '../dsp/stage.ts';
import type { Analysis } from './analysis.ts';
import { filterStage } from './filter-stage.ts';
import type { Tuning } from './tuning.ts';

/**
 * Milliseconds that are solved at once: as many equations as there are cut samples in them, and a time that grows with their cube. Where
 * a large part is cut, the shorter window is nearly as good and stays ahead of time.
 */
const DECLIP = 'adeclip=w=25:o=50';
const DECLIP_DENSE = 'adeclip=w=10:o=50';
const DENSE = 0.02;
/** Where this part of all samples is cut there is too little left between them to tell what they were. */
const BEYOND_REPAIR = 0.25;

/** Below full scale, gently. Restored peaks rise above the level that they were cut at, which may have been full scale. */
const PEAKS_HELD = 'alimiter=limit=0.98:level=0:latency=1:attack=2:release=30';

/** For what makes a recording louder: peaks that would pass full scale are held below it, and the rest stays as it is. */
export function heldPeaks({ sampleRate, channels }: Analysis): Stage {
  return filterStage(PEAKS_HELD, sampleRate, channels);
}

/** Single samples first, then what lies outside the voice. */
export function repairs(analysis: Analysis, tuning: Tuning): Stage[] {
  const { channels, sampleRate } = analysis;
  const damage = damageRepair(analysis, tuning);
  const cuts = cutsOf(tuning, sampleRate);
  return [damage, cuts].filter((filter) => filter !== null).map((filter) => filterStage(filter, sampleRate, channels));
}

function damageRepair(analysis: Analysis, tuning: Tuning): string | null {
  const { channels, clicks, clippedSamples, frames, sampleRate } = analysis;
  const seconds = frames / sampleRate;
  if (clippedSamples > tuning.clippedSamplesASecond * seconds) {
    const part = clippedSamples / (frames * channels);
    if (part > BEYOND_REPAIR) return null;
    const isDense = part > DENSE;
    return `${isDense ? DECLIP_DENSE : DECLIP},${PEAKS_HELD}`;
  }
  // The edges of clipped peaks are sudden too, and are no clicks.
  return clicks > tuning.clicksASecond * seconds ? 'adeclick' : null;
}

function cutsOf({ lowCut, highCut }: Tuning, sampleRate: number): string | null {
  const low = lowCut === null ? [] : [`highpass=f=${lowCut}`];
  // What a recording cannot hold need not be cut.
  const high =
    highCut === null || highCut >= sampleRate / 2 ? [] : [`lowpass=f=${highCut}:p=2`, `lowpass=f=${highCut}:p=2`];
  return low.length + high.length === 0 ? null : [...low, ...high].join(',');
}

export function isReverberant({ decayTime }: Analysis, { shortestReverberation }: Tuning): boolean {
  return decayTime !== null && shortestReverberation !== null && decayTime >= shortestReverberation;
}
