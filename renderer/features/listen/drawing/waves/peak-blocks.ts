/** Peaks by parts: which blocks of which level a view needs, and the view's bars from the blocks that are there. Pure. */

import type { Peaks, PeaksHeader } from '../../../../../shared/engine-api/peaks-format.ts';

/** Pixels of a block: 64 KiB. */
export const BLOCK_PIXELS = 32_768;
/** The overview has no more columns than this many on any screen. */
const OVERVIEW_PIXELS = 2048;

export interface PeakBlock {
  /** Index of the level, 0 the finest. */
  readonly level: number;
  readonly block: number;
}

/** A part of a recording in seconds. */
interface Part {
  readonly from: number;
  readonly to: number;
}

/** The level of the whole recording: the coarsest that still shows shape. It stands in for the others until they are there. */
export function overviewLevel({ levels }: PeaksHeader): number {
  const fine = levels.findLastIndex(({ pixels }) => pixels >= OVERVIEW_PIXELS);
  return Math.max(0, fine);
}

/** The level for a view: the coarsest that has a pixel for every column, but no coarser than the overview. */
export function levelOf(header: PeaksHeader, part: Part, columns: number): number {
  const framesPerColumn = ((part.to - part.from) * header.sampleRate) / columns;
  const sharp = header.levels.findLastIndex(({ framesPerPixel }) => framesPerPixel <= framesPerColumn);
  return Math.min(Math.max(0, sharp), overviewLevel(header));
}

/** Peaks of a single level with no more pixels than the overview needs: each is the extremes of several. */
export function narrowed(peaks: Peaks): Peaks {
  const [level] = peaks.levels;
  const factor = Math.floor((level?.pairs.length ?? 0) / 2 / OVERVIEW_PIXELS);
  if (level === undefined || factor < 2) return peaks;
  const pixels = Math.ceil(level.pairs.length / 2 / factor);
  const pairs = new Int8Array(pixels * 2);
  for (let at = 0; at < level.pairs.length; at += 2) {
    const into = 2 * Math.floor(at / 2 / factor);
    pairs[into] = Math.min(pairs[into] ?? 0, level.pairs[at] ?? 0);
    pairs[into + 1] = Math.max(pairs[into + 1] ?? 0, level.pairs[at + 1] ?? 0);
  }
  return { ...peaks, levels: [{ framesPerPixel: level.framesPerPixel * factor, pairs }] };
}

export function blocksOf(header: PeaksHeader, level: number, part: Part): readonly PeakBlock[] {
  const [first, last] = pixelsOf(header, level, part);
  const blocks: PeakBlock[] = [];
  for (let block = Math.floor(first / BLOCK_PIXELS); block * BLOCK_PIXELS < last; block++) {
    blocks.push({ level, block });
  }
  return blocks;
}

/** First pixel of a part, and the one after its last. */
function pixelsOf({ sampleRate, levels }: PeaksHeader, level: number, { from, to }: Part): readonly [number, number] {
  const { framesPerPixel = 1, pixels = 0 } = levels[level] ?? {};
  const pixelAt = (second: number) => (second * sampleRate) / framesPerPixel;
  const first = Math.max(0, Math.min(pixels, Math.floor(pixelAt(from)) - 1));
  return [first, Math.max(first, Math.min(pixels, Math.ceil(pixelAt(to)) + 1))];
}

/**
 * The part as peaks of a single level that begin with the part.
 * @returns null while a block is missing; otherwise the peaks, and the second at which they begin
 */
export function peaksOf(
  header: PeaksHeader,
  level: number,
  part: Part,
  blockAt: (place: PeakBlock) => Int8Array | undefined,
): { readonly peaks: Peaks; readonly begin: number } | null {
  const { framesPerPixel = 1 } = header.levels[level] ?? {};
  const [first, end] = pixelsOf(header, level, part);
  const pairs = new Int8Array((end - first) * 2);
  for (const place of blocksOf(header, level, part)) {
    const block = blockAt(place);
    if (block === undefined) return null;
    const at = place.block * BLOCK_PIXELS;
    const from = Math.max(first, at);
    const to = Math.min(end, at + block.length / 2);
    if (to > from) pairs.set(block.subarray((from - at) * 2, (to - at) * 2), (from - first) * 2);
  }
  const { sampleRate } = header;
  const peaks = { sampleRate, frames: (end - first) * framesPerPixel, levels: [{ framesPerPixel, pairs }] };
  return { peaks, begin: (first * framesPerPixel) / sampleRate };
}
