/** Spectrogram tiles: any window of a recording at any zoom, as bytes. */

import type { PcmSelection } from './pcm-messages.ts';

export type TileScale = 'linear' | 'mel';

/** Byte 0 means this level in dBFS or less; 255 means 0 dBFS, a full-scale sine. */
export const TILE_FLOOR_DECIBELS = -120;

/** A tile is one message. */
export const MOST_TILE_COLUMNS = 2048;
export const MOST_TILE_ROWS = 512;
export const MOST_TILE_BYTES = 256_000;

export interface TileParams extends PcmSelection {
  /** Of a scan of the difference; null, or left out, where there was none. Without a difference it isn't used. */
  readonly differenceIndexPath?: string | null;
  /** Frames of the window, counted at `sampleRate`. */
  readonly frames: number;
  readonly columns: number;
  readonly rows: number;
  /** How the rows divide the frequencies from 0 to half of `sampleRate`. */
  readonly scale: TileScale;
}

/**
 * Columns in order of time, each with its lowest row first. A byte is the largest level that was measured in its span of time and
 * frequency. Windows of up to two seconds are analyzed completely, in transforms of about 43 ms. A longer window uses one transform per
 * 200 ms from the scan, which a difference has of its own. Without a scan, windows of up to half a
 * minute are analyzed completely, which takes longer, and longer ones in a few dozen transforms.
 */
export interface TileResult {
  readonly levels: Uint8Array;
}

/** Hz at a height from 0 to 1. @param top Hz @see O'Shaughnessy 1987 for the mel scale */
export function frequencyAt(height: number, scale: TileScale, top: number): number {
  return scale === 'linear' ? height * top : 700 * (10 ** ((height * melOf(top)) / 2595) - 1);
}

/** The height from 0 to 1 of a frequency in Hz. */
export function heightOf(frequency: number, scale: TileScale, top: number): number {
  return scale === 'linear' ? frequency / top : melOf(frequency) / melOf(top);
}

function melOf(frequency: number): number {
  return 2595 * Math.log10(1 + frequency / 700);
}
