/** Spectrograms from tiles: reads what is in view, rough before fine, and draws what is there. */

import { tileAddress } from '../../../../../shared/contract/page/media-addresses.ts';
import { freeMemory } from '../../../../components/waves/free-memory.ts';
import { createLoader, fetchBytes } from '../loader.ts';
import type { DrawnState, PictureLook, PictureSetup, ToPictures } from '../messages.ts';
import { drawSpectrogram, forgetImage, forgetImages, type TilePicture } from './draw-spectrogram.ts';
import { baseZoom, byteAt, TILE_ROWS, type Tile, tilesIn, ZOOMS, zoomsFor } from './tile-grid.ts';

const MOST_BYTES = 12 * 2 ** 20;
const DECIBELS = 120;
/** Makes another address of it: what is kept under the first one is out of date. */
const AGAIN = '&scanned';

type Probe = Extract<ToPictures, { kind: 'probe' }>;

export interface Spectrograms {
  /** @param widths of the takes in view, in device pixels */
  want(widths: ReadonlyMap<number, number>, look: PictureLook): void;
  draw(take: number, context: OffscreenCanvasRenderingContext2D, look: PictureLook): DrawnState;
  /** A take has been scanned since: its tiles are drawn from more. */
  renew(take: number): void;
  /** After all takes were drawn: forgets the images of tiles that weren't. */
  finish(): void;
  /** From the finest tile that is there; null where none is. @param width device pixels */
  levelAt(at: Probe, width: number, look: PictureLook): number | null;
}

export function createSpectrograms({ takes, headers, topRate }: PictureSetup, changed: () => void): Spectrograms {
  const tiles = createLoader<TilePicture>(
    {
      fetch: async (address) => {
        const levels = new Uint8Array(await fetchBytes(address, headers));
        if (levels.length === 0 || levels.length % TILE_ROWS !== 0) throw new RangeError('Not a tile');
        return { levels, painted: null };
      },
      bytesOf: ({ levels }) => levels.length,
      forget: (picture) => {
        forgetImage(picture);
        freeMemory(picture.levels);
      },
      changed,
    },
    MOST_BYTES,
  );
  const shown = new Set<TilePicture>();
  const renewed = new Set<number>();

  function durationOf(take: number): number {
    return takes[take]?.durationSeconds ?? 0;
  }

  function tileKey({ take, zoom, index }: Tile, look: PictureLook): string {
    const { span, columns } = ZOOMS[zoom] as (typeof ZOOMS)[number];
    const frames = Math.round(span * topRate);
    const window = { fromFrame: index * frames, frames, sampleRate: topRate };
    const address = tileAddress(takes[take]?.id ?? '', window, { columns, rows: TILE_ROWS, scale: look.scale });
    return renewed.has(take) ? `${address}${AGAIN}` : address;
  }

  function zoomsOf(take: number, look: PictureLook, width: number): readonly number[] {
    return zoomsFor(durationOf(take), (look.to - look.from) / Math.max(1, width));
  }

  return {
    want(widths, look) {
      const rounds = [...widths].map(([take, width]) => {
        const duration = durationOf(take);
        const part = { from: look.from, to: look.to, duration };
        const zooms = zoomsOf(take, look, width);
        const base = tilesIn(take, baseZoom(duration), { from: 0, to: duration, duration });
        const views = zooms.map((zoom) => tilesIn(take, zoom, part));
        const beside = tilesIn(take, zooms.at(-1) ?? 0, part, 1);
        return [base, ...views, beside];
      });
      const most = Math.max(0, ...rounds.map((round) => round.length));
      const wanted: Tile[] = [];
      for (let step = 0; step < most; step++) for (const round of rounds) wanted.push(...(round[step] ?? []));
      tiles.want(wanted.map((tile) => tileKey(tile, look)));
    },
    draw(take, context, look) {
      const zooms = zoomsOf(take, look, context.canvas.width);
      const part = { from: look.from, to: look.to, duration: durationOf(take) };
      const there = zooms.map((zoom) =>
        tilesIn(take, zoom, part).map((tile) => [tile, tiles.get(tileKey(tile, look))] as const),
      );
      const drawn = drawSpectrogram(context, look, look.contrast, there);
      for (const [, picture] of there.flat()) if (picture !== undefined) shown.add(picture);
      const [coarsest = []] = there;
      return drawn === 'hidden' && coarsest.some(([tile]) => tiles.isLost(tileKey(tile, look))) ? 'failed' : drawn;
    },
    renew: (take) => void renewed.add(take),
    finish() {
      forgetImages(shown);
      shown.clear();
    },
    levelAt({ take, second, height }, width, look) {
      for (const zoom of zoomsOf(take, look, width).toReversed()) {
        const [tile] = tilesIn(take, zoom, { from: second, to: second + 1e-6, duration: durationOf(take) });
        const levels = tile === undefined ? undefined : tiles.get(tileKey(tile, look))?.levels;
        const byte = tile === undefined || levels === undefined ? null : byteAt(levels, tile, second, height);
        if (byte !== null) return (byte / 255) * DECIBELS - DECIBELS;
      }
      return null;
    },
  };
}
