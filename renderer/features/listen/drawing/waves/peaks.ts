/** The waveforms of peaks: reads the parts that are in view, and draws the coarse ones until the fine ones come. */

import { peaksAddress } from '../../../../../shared/contract/page/media-addresses.ts';
import {
  decodePeaksHeader,
  PEAKS_HEADER_BYTES,
  type PeaksHeader,
} from '../../../../../shared/engine-api/peaks-format.ts';
import { freeMemory } from '../../../../components/waves/free-memory.ts';
import { type PeakBars, peakOf, windowBars } from '../../../../components/waves/window-peaks.ts';
import { createLoader, fetchRange } from '../loader.ts';
import type { DrawnState, PictureLook, PictureSetup, WholeTake } from '../messages.ts';
import { BLOCK_PIXELS, blocksOf, levelOf, narrowed, overviewLevel, type PeakBlock, peaksOf } from './peak-blocks.ts';

/** CSS pixels. */
const BAR_WIDTH = 2;

const BAR_GAP = 1;

const LEAST_BAR_HEIGHT = 1;

const MOST_BYTES = 4 * 2 ** 20;
const BYTES_A_PIXEL = 2;
/** In keys: no lane. */
const BOTH = -1;
const NOTHING = { offset: 0, pixels: 0 };

export interface PeakWaves {
  /** Reads the beginning of a take, unless it is known. */
  open(take: number): void;
  /** Channels that are drawn one above the other; null for both in one. */
  lanesOf(take: number): readonly WaveLane[];
  /** @param takes those in view */
  want(takes: readonly number[], look: PictureLook, width: number): void;
  draw(take: number, context: OffscreenCanvasRenderingContext2D, look: PictureLook): DrawnState;
}

/** Left or right. */
export type WaveLane = 0 | 1 | null;

const TOGETHER: readonly WaveLane[] = [null];
const APART: readonly WaveLane[] = [0, 1];

/** Where a lane is on its canvas, in device pixels. */
export function regionOf(lane: WaveLane, height: number): { readonly top: number; readonly height: number } {
  return lane === null ? { top: 0, height } : { top: lane * (height / 2), height: height / 2 };
}

interface PeakEvents {
  /** Something arrived. */
  changed(): void;
  /** @param whole null when the desk has no peaks of the take */
  whole(take: number, whole: WholeTake | null): void;
}

export function createPeakWaves({ takes, headers }: PictureSetup, events: PeakEvents): PeakWaves {
  const known = new Map<number, PeaksHeader>();
  const opening = new Set<number>();
  /** Kept for as long as the room is open: they stand in for whatever is missing. */
  const wholes = new Map<string, Int8Array>();
  const blocks = createLoader<Int8Array<ArrayBuffer>>(
    {
      fetch: async (key) => {
        const [take = 0, level = 0, block = 0, lane = BOTH] = key.split(' ').map(Number);
        return await fetchBlock(take, { level, block }, lane);
      },
      bytesOf: (pairs) => pairs.length,
      forget: freeMemory,
      changed: events.changed,
    },
    MOST_BYTES,
  );

  async function bringWhole(take: number): Promise<void> {
    const bytes = await fetchRange(peaksAddress(takes[take]?.id ?? ''), 0, PEAKS_HEADER_BYTES, headers);
    const header = decodePeaksHeader(new Uint8Array(bytes));
    const level = overviewLevel(header);
    const { framesPerPixel = 1 } = header.levels[level] ?? {};
    const read = ({ offset, pixels }: { readonly offset: number; readonly pixels: number } = NOTHING) =>
      pixels === 0 ? new Int8Array() : fetchPairs(take, offset, pixels);
    const pairs = await read(header.levels[level]);
    for (const [lane, levels] of (header.lanes ?? []).entries())
      wholes.set(`${take} ${lane}`, await read(levels[level]));
    known.set(take, header);
    wholes.set(`${take} ${BOTH}`, pairs);
    const { sampleRate, frames } = header;
    const peaks = { sampleRate, frames, levels: [{ framesPerPixel, pairs }] };
    // The page has no time to look at all of it.
    events.whole(take, { peaks: narrowed(peaks), peak: peakOf(peaks), hasLanes: header.lanes !== undefined });
    events.changed();
  }

  async function fetchPairs(take: number, offset: number, pixels: number): Promise<Int8Array<ArrayBuffer>> {
    const address = peaksAddress(takes[take]?.id ?? '');
    const pairs = new Int8Array(await fetchRange(address, offset, pixels * BYTES_A_PIXEL, headers));
    if (pairs.length !== pixels * BYTES_A_PIXEL) throw new RangeError('The peaks file is cut short');
    return pairs;
  }

  async function fetchBlock(take: number, { level, block }: PeakBlock, lane: number): Promise<Int8Array<ArrayBuffer>> {
    const header = known.get(take);
    const { pixels = 0, offset = 0 } = (header?.lanes?.[lane] ?? header?.levels)?.[level] ?? {};
    const first = block * BLOCK_PIXELS;
    return await fetchPairs(take, offset + first * BYTES_A_PIXEL, Math.min(BLOCK_PIXELS, pixels - first));
  }

  function blockAt(
    take: number,
    header: PeaksHeader,
    lane: WaveLane,
    { level, block }: PeakBlock,
  ): Int8Array | undefined {
    const number = lane ?? BOTH;
    if (level !== overviewLevel(header)) return blocks.get(`${take} ${level} ${block} ${number}`);
    const from = block * BLOCK_PIXELS * BYTES_A_PIXEL;
    return wholes.get(`${take} ${number}`)?.subarray(from, from + BLOCK_PIXELS * BYTES_A_PIXEL);
  }

  /** From the sharpest level of which everything is there. */
  function drawOne(
    take: number,
    lane: WaveLane,
    context: OffscreenCanvasRenderingContext2D,
    look: PictureLook,
    color: string,
  ): DrawnState {
    const header = known.get(take);
    if (header === undefined) return 'hidden';
    const columns = columnsIn(context.canvas.width / look.pixelRatio);
    const sharp = levelOf(header, look, columns);
    for (let level = sharp; level <= overviewLevel(header); level++) {
      const found = peaksOf(header, level, look, (place) => blockAt(take, header, lane, place));
      if (found === null) continue;
      const bars = windowBars(found.peaks, look.from - found.begin, look.to - found.begin, columns);
      const region = regionOf(lane, context.canvas.height);
      drawBars(context, bars, { ...region, color, gain: look.gain, pixelRatio: look.pixelRatio });
      return level === sharp ? 'sharp' : 'coarse';
    }
    return 'hidden';
  }

  /** Where the original has them too: the one lies over the other. */
  function lanesOf(take: number): readonly WaveLane[] {
    return known.get(0)?.lanes !== undefined && known.get(take)?.lanes !== undefined ? APART : TOGETHER;
  }

  return {
    lanesOf,
    open(take) {
      if (known.has(take) || opening.has(take)) return;
      opening.add(take);
      bringWhole(take)
        .catch(() => events.whole(take, null))
        .finally(() => opening.delete(take));
    },
    want(shown, look, width) {
      const columns = columnsIn(width / look.pixelRatio);
      const wanted = shown.flatMap((take) => {
        const header = known.get(take);
        const level = header === undefined ? 0 : levelOf(header, look, columns);
        if (header === undefined || level === overviewLevel(header)) return [];
        // Results are drawn over the original, in as many lanes.
        const lanes = take === 0 && header.lanes !== undefined ? [...TOGETHER, ...APART] : lanesOf(take);
        return blocksOf(header, level, look).flatMap(({ block }) =>
          lanes.map((lane) => `${take} ${level} ${block} ${lane ?? BOTH}`),
        );
      });
      blocks.want(wanted);
    },
    draw(take, context, look) {
      const { width, height } = context.canvas;
      context.clearRect(0, 0, width, height);
      const states = lanesOf(take).map((lane) => {
        const ghost = take === 0 ? 'sharp' : drawOne(0, lane, context, look, look.ghost);
        const own = drawOne(take, lane, context, look, look.colors[take] ?? '');
        return own === 'sharp' && ghost === 'coarse' ? 'coarse' : own;
      });
      return states.find((state) => state !== 'sharp') ?? 'sharp';
    },
  };
}

/** @param width CSS pixels */
function columnsIn(width: number): number {
  return Math.max(1, Math.ceil(width / (BAR_WIDTH + BAR_GAP)));
}

interface BarStyle {
  /** Of the lane, in device pixels. */
  readonly top: number;
  readonly height: number;
  readonly color: string;
  /** Vertical scale. */
  readonly gain: number;
  /** Device pixels in a CSS pixel. */
  readonly pixelRatio: number;
}

function drawBars(
  context: OffscreenCanvasRenderingContext2D,
  { tops, bottoms }: PeakBars,
  { color, gain, height, pixelRatio, top }: BarStyle,
): void {
  const half = height / 2;
  const least = (LEAST_BAR_HEIGHT * pixelRatio) / 2;
  const width = BAR_WIDTH * pixelRatio;
  context.fillStyle = color;
  context.beginPath();
  for (let column = 0; column < tops.length; column++) {
    const up = Math.min(half, Math.max(least, (tops[column] as number) * gain * half));
    const down = Math.min(half, Math.max(least, -(bottoms[column] as number) * gain * half));
    context.roundRect(column * (BAR_WIDTH + BAR_GAP) * pixelRatio, top + half - up, width, up + down, width / 2);
  }
  context.fill();
}
