/** The visible part of a waveform as one bar per column. Pure. */

import type { PeakLevel, Peaks } from '../../../shared/engine-api/peaks-format.ts';

export interface PeakBars {
  /** 0 to 1: the highest sample of each column. */
  readonly tops: Float32Array;
  /** -1 to 0: the lowest sample of each column. */
  readonly bottoms: Float32Array;
}

/** The coarsest level that still has at least one pixel per column. */
export function levelFor(peaks: Peaks, framesPerColumn: number): PeakLevel | undefined {
  return peaks.levels.findLast((level) => level.framesPerPixel <= framesPerColumn) ?? peaks.levels[0];
}

/**
 * @param fromSeconds left edge
 * @param toSeconds right edge, greater than the left one
 * @param columns bars to draw, at least 1
 */
export function windowBars(peaks: Peaks, fromSeconds: number, toSeconds: number, columns: number): PeakBars {
  const tops = new Float32Array(columns);
  const bottoms = new Float32Array(columns);
  const framesPerColumn = ((toSeconds - fromSeconds) * peaks.sampleRate) / columns;
  const level = levelFor(peaks, framesPerColumn);
  if (level === undefined) return { tops, bottoms };
  const pixels = level.pairs.length / 2;
  const scale = framesPerColumn / level.framesPerPixel;
  const start = (fromSeconds * peaks.sampleRate) / level.framesPerPixel;
  for (let column = 0; column < columns; column++) {
    const first = Math.floor(start + column * scale);
    const end = Math.max(first + 1, Math.floor(start + (column + 1) * scale));
    let top = 0;
    let bottom = 0;
    for (let pixel = Math.max(0, first); pixel < Math.min(pixels, end); pixel++) {
      bottom = Math.min(bottom, level.pairs[pixel * 2] ?? 0);
      top = Math.max(top, level.pairs[pixel * 2 + 1] ?? 0);
    }
    tops[column] = top / 127;
    bottoms[column] = bottom / 127;
  }
  return { tops, bottoms };
}

/** The peak of a whole take, 0 to 1. */
export function peakOf(peaks: Peaks): number {
  let most = 0;
  for (const value of peaks.levels.at(-1)?.pairs ?? []) most = Math.max(most, Math.abs(value));
  return most / 127;
}
