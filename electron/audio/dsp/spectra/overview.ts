/** The overview: a coarse spectrogram of a whole recording, made by the scan, from which long windows are drawn. */

import { frequencyAt, TILE_FLOOR_DECIBELS, type TileScale } from '../../../../shared/engine-api/tile-messages.ts';

const LARGEST_LEVEL = 255;

const TINY_POWER = 1e-20;

/** Mel-spaced, up to the Nyquist frequency. */
export const OVERVIEW_ROWS = 64;

export interface Overview {
  /** At the recording's own rate. */
  readonly framesAColumn: number;
  /** Column by column, lowest row first, as bytes (see levelByte). */
  readonly levels: Uint8Array;
}

export interface OverviewCollector {
  /** The next column. @param power mean square in each bin */
  add(power: Float32Array): void;
  finish(): Overview;
}

/** A full-scale sine has a mean square of 1/2; the window spreads it over several bins, of which the largest holds two thirds. */
const FULL_SCALE = 1 / 3;

/** @param sampleRate Hz */
export function createOverviewCollector(bins: number, sampleRate: number, framesAColumn: number): OverviewCollector {
  const edges = rowEdges(OVERVIEW_ROWS, 'mel', sampleRate / 2, sampleRate / 2 / (bins - 1));
  let levels = new Uint8Array(OVERVIEW_ROWS * 1024);
  let used = 0;
  return {
    add: (power) => {
      if (used === levels.length) {
        const larger = new Uint8Array(levels.length * 2);
        larger.set(levels);
        levels = larger;
      }
      for (let row = 0; row < OVERVIEW_ROWS; row++) {
        const from = edges[row] as number;
        const to = Math.max(from + 1, edges[row + 1] as number);
        let largest = 0;
        for (let bin = from; bin < to; bin++) if ((power[bin] as number) > largest) largest = power[bin] as number;
        levels[used++] = levelByte(largest / FULL_SCALE);
      }
    },
    finish: () => ({ framesAColumn, levels: levels.subarray(0, used) }),
  };
}

/**
 * The first bin of each row, then the bin after the last. Rows without a bin of their own share their neighbor's.
 * @param nyquist Hz at the top row @param binWidth Hz
 */
export function rowEdges(rows: number, scale: TileScale, nyquist: number, binWidth: number): readonly number[] {
  return Array.from({ length: rows + 1 }, (_, row) => Math.round(frequencyAt(row / rows, scale, nyquist) / binWidth));
}

/** @param power 1 is a full-scale sine @returns 0 for -120 dBFS and less, 255 for 0 dBFS and more */
export function levelByte(power: number): number {
  const decibels = 10 * Math.log10(power + TINY_POWER);
  return Math.max(0, Math.min(LARGEST_LEVEL, Math.round((1 - decibels / TILE_FLOOR_DECIBELS) * LARGEST_LEVEL)));
}
