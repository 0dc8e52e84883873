/** Collects the waveforms of left and right apart, for the same work as both at once: the whole is the extremes of the two. */

import { encodePeaks, type PeakLevel } from '../../../shared/engine-api/peaks-format.ts';
import { createPeaksCollector, type PeaksCollector } from './peaks.ts';

export interface StereoPeaks extends Omit<PeaksCollector, 'finish' | 'levels'> {
  /** The peaks file's bytes. Add nothing afterward. @param hasLanes whether it has left and right by themselves, too */
  finish(sampleRate: number, hasLanes: boolean): Uint8Array;
}

export function createStereoPeaks(): StereoPeaks {
  const sides = [createPeaksCollector(), createPeaksCollector()] as const;
  let frames = 0;
  return {
    add: (channels, count) => {
      for (const [side, collector] of sides.entries()) collector.add(channels.slice(side, side + 1), count);
      frames += count;
    },
    get peak() {
      return Math.max(sides[0].peak, sides[1].peak);
    },
    finish: (sampleRate, hasLanes) => {
      const lanes = sides.map((side) => side.levels());
      const [left = [], right = []] = lanes;
      const levels = left.map((level, index) => extremesOf(level, right[index] ?? level));
      return encodePeaks({ sampleRate, frames, levels, ...(hasLanes ? { lanes } : {}) });
    },
  };
}

function extremesOf({ framesPerPixel, pairs }: PeakLevel, other: PeakLevel): PeakLevel {
  const both = pairs.map((value, at) => {
    const its = other.pairs[at] ?? value;
    return at % 2 === 0 ? Math.min(value, its) : Math.max(value, its);
  });
  return { framesPerPixel, pairs: both };
}
