/** Spectrogram tiles: any window of a recording at any zoom, as bytes. */

import type { PcmSelection } from './messages.ts';

export type TileScale = 'linear' | 'mel';

/** dBFS that the byte 0 stands for, and everything below it; 255 stands for 0 dBFS, a full-scale sine. */
export const TILE_FLOOR_DECIBELS = -120;

/** A tile is one message. */
export const MOST_TILE_COLUMNS = 2048;
export const MOST_TILE_ROWS = 512;
export const MOST_TILE_BYTES = 256_000;

export interface TileParams extends PcmSelection {
  /** Frames of the window, counted at `sampleRate`. */
  readonly frames: number;
  readonly columns: number;
  readonly rows: number;
  /** How frequencies from 0 to half of `sampleRate` are spread over the rows. */
  readonly scale: TileScale;
}

/**
 * Columns one behind the other, each with its lowest row first. A byte is the largest level that was looked at in its stretch of time and
 * frequency. Up to half a minute everything is looked at, in transforms of about 43 ms; a longer window is drawn from one transform in
 * every 200 ms, which the scan made, and without a scan, or for a difference, from a few dozen places.
 */
export interface TileResult {
  readonly levels: Uint8Array;
}
