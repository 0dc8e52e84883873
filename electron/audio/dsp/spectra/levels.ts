/** Scales of spectrograms: the frequencies of each row, and decibels in a byte. */

import { frequencyAt, TILE_FLOOR_DECIBELS, type TileScale } from '../../../../shared/engine-api/tile-messages.ts';

/**
 * The first bin of each row, then the bin after the last. Rows without a bin of their own share their neighbor's.
 * @param nyquist Hz at the top row @param binWidth Hz
 */
export function rowEdges(rows: number, scale: TileScale, nyquist: number, binWidth: number): readonly number[] {
  return Array.from({ length: rows + 1 }, (_, row) => Math.round(frequencyAt(row / rows, scale, nyquist) / binWidth));
}

const MOST = 255;
const TINY = 1e-20;

/** @param power 1 is a full-scale sine @returns 0 for -120 dBFS and less, 255 for 0 dBFS and more */
export function levelByte(power: number): number {
  const decibels = 10 * Math.log10(power + TINY);
  return Math.max(0, Math.min(MOST, Math.round((1 - decibels / TILE_FLOOR_DECIBELS) * MOST)));
}
