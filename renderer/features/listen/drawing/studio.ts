/** What the picture worker does: it knows the canvases and the view, fetches what is missing and draws again when it arrives. */

import { pcmAddress, tileAddress } from '../../../../shared/contract/page/media-addresses.ts';
import { drawSamples } from './draw-samples.ts';
import { drawSpectrogram, forgetImages, type TilePicture } from './draw-spectrogram.ts';
import { createLoader } from './loader.ts';
import type { DrawnState, FromPictures, Look, PicturedTake, ToPictures } from './messages.ts';
import { BLOCK_FRAMES, blocksIn, needsSamples } from './sample-blocks.ts';
import { baseZoom, byteAt, TILE_ROWS, type Tile, tilesIn, ZOOMS, zoomsFor } from './tile-grid.ts';

type Setup = Extract<ToPictures, { kind: 'setup' }>;

export interface Studio {
  obey(message: Exclude<ToPictures, { kind: 'setup' | 'compare' }>): void;
}

interface Easel {
  readonly context: OffscreenCanvasRenderingContext2D;
  told: DrawnState | null;
}

const TILE_BYTES = 12 * 2 ** 20;
const BLOCK_BYTES = 16 * 2 ** 20;
const DECIBELS = 120;
const LOOK: Look = {
  ...{ kind: 'wave', from: 0, to: 1, scale: 'linear', contrast: 0, gain: 1 },
  ...{ colors: [], ghost: '', pixelRatio: 1 },
};

export function createStudio({ takes, headers, topRate }: Setup, tell: (message: FromPictures) => void): Studio {
  const easels = new Map<number, Easel>();
  let look = LOOK;
  let due = false;

  async function fetchBytes(address: string): Promise<ArrayBuffer> {
    const response = await fetch(address, { headers });
    if (!response.ok) throw new Error(`${address} was answered with ${response.status}`);
    return await response.arrayBuffer();
  }

  const tiles = createLoader<TilePicture>(
    {
      fetch: async (address) => {
        const levels = new Uint8Array(await fetchBytes(address));
        if (levels.length === 0 || levels.length % TILE_ROWS !== 0) throw new RangeError('Not a tile');
        return { levels, painted: null };
      },
      bytesOf: ({ levels }) => levels.length,
      changed: drawSoon,
    },
    TILE_BYTES,
  );
  const blocks = createLoader<Float32Array>(
    {
      fetch: async (address) => new Float32Array(await fetchBytes(address)),
      bytesOf: (samples) => samples.byteLength,
      changed: drawSoon,
    },
    BLOCK_BYTES,
  );

  function takeAt(index: number): PicturedTake {
    return takes[index] ?? { id: '', sampleRate: topRate, durationSeconds: 0 };
  }

  function tileKey({ take, zoom, index }: Tile): string {
    const { span, columns } = ZOOMS[zoom] as (typeof ZOOMS)[number];
    const frames = Math.round(span * topRate);
    const window = { fromFrame: index * frames, frames, sampleRate: topRate };
    return tileAddress(takeAt(take).id, window, { columns, rows: TILE_ROWS, scale: look.scale });
  }

  function blockKey(take: number, block: number): string {
    const { id, sampleRate } = takeAt(take);
    return pcmAddress(id, block * BLOCK_FRAMES, BLOCK_FRAMES, sampleRate);
  }

  function zoomsOf(take: number, width: number): readonly number[] {
    return zoomsFor(takeAt(take).durationSeconds, (look.to - look.from) / Math.max(1, width));
  }

  function showsSamples(take: number, { canvas }: OffscreenCanvasRenderingContext2D): boolean {
    const frames = (look.to - look.from) * takeAt(take).sampleRate;
    return look.kind === 'wave' && needsSamples(frames, canvas.width / look.pixelRatio);
  }

  /** Everything that the view needs, the most urgent first: rough before fine, of all takes. */
  function plan(): void {
    const shown = [...easels].sort(([one], [other]) => one - other);
    if (look.kind === 'spectrogram') {
      const rounds = shown.map(([take, { context }]) => {
        const { durationSeconds } = takeAt(take);
        const zooms = zoomsOf(take, context.canvas.width);
        const base = tilesIn(take, baseZoom(durationSeconds), 0, durationSeconds, durationSeconds);
        const views = zooms.map((zoom) => tilesIn(take, zoom, look.from, look.to, durationSeconds));
        const beside = tilesIn(take, zooms.at(-1) ?? 0, look.from, look.to, durationSeconds, 1);
        return [base, ...views, beside];
      });
      const most = Math.max(0, ...rounds.map((round) => round.length));
      const wanted: Tile[] = [];
      for (let step = 0; step < most; step++) for (const round of rounds) wanted.push(...(round[step] ?? []));
      tiles.want(wanted.map(tileKey));
    } else tiles.want([]);
    const wanted = [0, 1].flatMap((margin) =>
      shown.flatMap(([take, { context }]) => {
        const { durationSeconds, sampleRate } = takeAt(take);
        if (!showsSamples(take, context)) return [];
        return blocksIn(look.from, look.to, sampleRate, durationSeconds, margin).map((block) => blockKey(take, block));
      }),
    );
    blocks.want(wanted);
  }

  function spectrogramOf(
    take: number,
    context: OffscreenCanvasRenderingContext2D,
    shown: Set<TilePicture>,
  ): DrawnState {
    const { durationSeconds } = takeAt(take);
    const zooms = zoomsOf(take, context.canvas.width);
    const there = zooms.map((zoom) =>
      tilesIn(take, zoom, look.from, look.to, durationSeconds).map((tile) => [tile, tiles.get(tileKey(tile))] as const),
    );
    const drawn = drawSpectrogram(context, look, look.contrast, there);
    for (const [, picture] of there.flat()) if (picture !== undefined) shown.add(picture);
    const [coarsest = []] = there;
    return drawn === 'hidden' && coarsest.some(([tile]) => tiles.isLost(tileKey(tile))) ? 'failed' : drawn;
  }

  function samplesOf(take: number, context: OffscreenCanvasRenderingContext2D): DrawnState {
    const { width, height } = context.canvas;
    context.clearRect(0, 0, width, height);
    const { durationSeconds, sampleRate } = takeAt(take);
    const shown = blocksIn(look.from, look.to, sampleRate, durationSeconds);
    if (!shown.every((block) => blocks.get(blockKey(take, block)) !== undefined)) return 'hidden';
    if (take > 0) {
      const { sampleRate: ghostRate } = takeAt(0);
      drawSamples(context, (block) => blocks.get(blockKey(0, block)), { ...look, sampleRate: ghostRate }, look.ghost);
    }
    drawSamples(
      context,
      (block) => blocks.get(blockKey(take, block)),
      { ...look, sampleRate },
      look.colors[take] ?? '',
    );
    return 'sharp';
  }

  function draw(): void {
    due = false;
    plan();
    const shown = new Set<TilePicture>();
    for (const [take, easel] of easels) {
      const { context } = easel;
      if (context.canvas.width < 2 || context.canvas.height < 2) continue;
      let state: DrawnState = 'hidden';
      if (look.kind === 'spectrogram') state = spectrogramOf(take, context, shown);
      else if (showsSamples(take, context)) state = samplesOf(take, context);
      else context.clearRect(0, 0, context.canvas.width, context.canvas.height);
      if (state !== easel.told) tell({ kind: 'drawn', take, state });
      easel.told = state;
    }
    forgetImages(shown);
  }

  function drawSoon(): void {
    if (due) return;
    due = true;
    requestAnimationFrame(draw);
  }

  /** From the finest tile that is there. */
  function probe(take: number, second: number, height: number): void {
    const { durationSeconds } = takeAt(take);
    const zooms = zoomsOf(take, easels.get(take)?.context.canvas.width ?? 1).toReversed();
    let decibels: number | null = null;
    for (const zoom of zooms) {
      const [tile] = tilesIn(take, zoom, second, second + 1e-6, durationSeconds);
      const levels = tile === undefined ? undefined : tiles.get(tileKey(tile))?.levels;
      const byte = tile === undefined || levels === undefined ? null : byteAt(levels, tile, second, height);
      if (byte === null) continue;
      decibels = (byte / 255) * DECIBELS - DECIBELS;
      break;
    }
    tell({ kind: 'level', decibels });
  }

  return {
    obey: (message) => {
      switch (message.kind) {
        case 'canvas': {
          const context = message.canvas.getContext('2d');
          if (context !== null) easels.set(message.take, { context, told: null });
          break;
        }
        case 'gone':
          easels.delete(message.take);
          break;
        case 'size': {
          const canvas = easels.get(message.take)?.context.canvas;
          if (canvas === undefined) break;
          // Setting a size clears a canvas.
          if (canvas.width !== message.width) canvas.width = message.width;
          if (canvas.height !== message.height) canvas.height = message.height;
          break;
        }
        case 'look':
          look = message.look;
          break;
        case 'probe':
          probe(message.take, message.second, message.height);
          return;
      }
      drawSoon();
    },
  };
}
