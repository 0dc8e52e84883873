/** Tiles of long windows, drawn from the coarse spectrogram that the scan made. */

import { frequencyAt, heightOf, type TileParams } from '../../../shared/engine-api/tile-messages.ts';
import { OVERVIEW_ROWS, type Overview } from '../dsp/spectra/overview.ts';

/** Of the file that holds it. */
export interface ScannedOverview extends Overview {
  /** Hz. */
  readonly sampleRate: number;
}

/** The heights of the overview that a tile's row covers, counted in its rows. */
interface Height {
  readonly from: number;
  readonly to: number;
}

export function overviewTile(params: TileParams, overview: ScannedOverview): Uint8Array {
  const { fromFrame, frames, columns, rows, sampleRate } = params;
  const { framesAColumn, levels } = overview;
  const there = levels.length / OVERVIEW_ROWS;
  const columnAt = (frame: number) => Math.floor((frame * overview.sampleRate) / sampleRate / framesAColumn);
  const heights = heightsOf(params, overview.sampleRate);
  const tile = new Uint8Array(columns * rows);
  const loudest = new Uint8Array(OVERVIEW_ROWS);
  for (let column = 0; column < columns; column++) {
    const first = columnAt(fromFrame + (column * frames) / columns);
    const last = Math.max(first, columnAt(fromFrame + ((column + 1) * frames) / columns) - 1);
    loudest.fill(0);
    for (let from = Math.max(0, first); from <= Math.min(there - 1, last); from++) raise(loudest, levels, from);
    for (let row = 0; row < rows; row++) tile[column * rows + row] = levelIn(loudest, heights[row] as Height);
  }
  return tile;
}

function heightsOf({ rows, scale, sampleRate }: TileParams, overviewRate: number): readonly Height[] {
  const rowAt = (part: number) =>
    heightOf(frequencyAt(part, scale, sampleRate / 2), 'mel', overviewRate / 2) * OVERVIEW_ROWS;
  return Array.from({ length: rows }, (_, row) => ({ from: rowAt(row / rows), to: rowAt((row + 1) / rows) }));
}

function raise(loudest: Uint8Array, levels: Uint8Array, column: number): void {
  for (let height = 0; height < OVERVIEW_ROWS; height++) {
    const level = levels[column * OVERVIEW_ROWS + height] as number;
    if (level > (loudest[height] as number)) loudest[height] = level;
  }
}

/** The loudest that a row covers; between two heights, a level between theirs, so that no steps show. */
function levelIn(column: Uint8Array, { from, to }: Height): number {
  if (from >= OVERVIEW_ROWS) return 0;
  if (to - from < 1) {
    const middle = Math.max(0, (from + to) / 2 - 0.5);
    const low = Math.min(OVERVIEW_ROWS - 1, Math.floor(middle));
    const high = Math.min(OVERVIEW_ROWS - 1, low + 1);
    const share = Math.min(1, middle - low);
    return Math.round((column[low] as number) * (1 - share) + (column[high] as number) * share);
  }
  const lowest = Math.floor(from);
  const highest = Math.min(OVERVIEW_ROWS, Math.max(lowest + 1, Math.floor(to)));
  let loudest = 0;
  for (let height = lowest; height < highest; height++) loudest = Math.max(loudest, column[height] as number);
  return loudest;
}
