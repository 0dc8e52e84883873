/** Draws a spectrogram from the tiles that are there: the coarse ones first, the finer ones over them. */

import type { DrawnState } from '../messages.ts';
import { TILE_ROWS, type Tile, ZOOMS } from './tile-grid.ts';

export interface TilePicture {
  readonly levels: Uint8Array<ArrayBuffer>;
  /** Painted with one contrast. */
  painted: { readonly contrast: number; readonly image: OffscreenCanvas } | null;
}

type Context = OffscreenCanvasRenderingContext2D;

interface Part {
  readonly from: number;
  readonly to: number;
}

/**
 * @param zooms coarsest first, the last one sharp; each with the tiles of the part and what is there of them
 * @returns whether the part is covered, and by what
 */
export function drawSpectrogram(
  context: Context,
  part: Part,
  contrast: number,
  zooms: readonly (readonly (readonly [Tile, TilePicture | undefined])[])[],
): DrawnState {
  const { width, height } = context.canvas;
  const toPixel = (second: number) => Math.round(((second - part.from) / (part.to - part.from)) * width);
  context.imageSmoothingEnabled = true;
  let drawn: DrawnState = 'hidden';
  for (const tiles of zooms) {
    for (const [tile, picture] of tiles) {
      if (picture === undefined) continue;
      const { span } = ZOOMS[tile.zoom] as (typeof ZOOMS)[number];
      const left = toPixel(tile.index * span);
      const right = toPixel((tile.index + 1) * span);
      context.drawImage(imageOf(picture, contrast), left, 0, Math.max(1, right - left), height);
    }
    if (tiles.every(([, picture]) => picture !== undefined)) drawn = tiles === zooms.at(-1) ? 'sharp' : 'coarse';
  }
  if (drawn === 'hidden') context.clearRect(0, 0, width, height);
  return drawn;
}

/** Painted once for each contrast. */
function imageOf(picture: TilePicture, contrast: number): OffscreenCanvas {
  if (picture.painted?.contrast === contrast) return picture.painted.image;
  const { levels } = picture;
  const columns = levels.length / TILE_ROWS;
  const colors = colorsFor(contrast);
  const { image: data, pixels } = pixelsFor(columns);
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < TILE_ROWS; row++) {
      // The lowest frequency is at the bottom.
      pixels[(TILE_ROWS - 1 - row) * columns + column] = colors[levels[column * TILE_ROWS + row] as number] as number;
    }
  }
  const image = picture.painted?.image ?? new OffscreenCanvas(columns, TILE_ROWS);
  image.getContext('2d')?.putImageData(data, 0, 0);
  picture.painted = { contrast, image };
  withImage.add(picture);
  return image;
}

/** Forgets the images of pictures that weren't drawn: painting again is quick, and an image takes four times as much as its levels. */
export function forgetImages(drawn: ReadonlySet<TilePicture>): void {
  for (const picture of withImage) {
    if (!drawn.has(picture)) forgetImage(picture);
  }
}

export function forgetImage(picture: TilePicture): void {
  // An empty canvas frees its pixels at once.
  if (picture.painted !== null) Object.assign(picture.painted.image, { width: 0, height: 0 });
  picture.painted = null;
  withImage.delete(picture);
}

/** One for each number of columns, painted again and again. */
const paints = new Map<number, { readonly image: ImageData; readonly pixels: Uint32Array }>();

function pixelsFor(columns: number) {
  const known = paints.get(columns);
  if (known !== undefined) return known;
  const image = new ImageData(columns, TILE_ROWS);
  const made = { image, pixels: new Uint32Array(image.data.buffer) };
  paints.set(columns, made);
  return made;
}

const withImage = new Set<TilePicture>();

let latest: { readonly contrast: number; readonly colors: Uint32Array } | null = null;

function colorsFor(contrast: number): Uint32Array {
  if (latest?.contrast !== contrast) latest = { contrast, colors: palette(contrast) };
  return latest.colors;
}

/** Cividis (Nuñez, Anderton and Renslow 2018) at equal distances, darkened at its lower end so that silence is nearly black. */
const STOPS: readonly (readonly [red: number, green: number, blue: number])[] = [
  [2, 6, 18],
  [0, 20, 52],
  [0, 41, 99],
  [46, 66, 108],
  [84, 92, 109],
  [119, 119, 119],
  [156, 147, 120],
  [195, 177, 109],
  [231, 209, 84],
  [254, 234, 92],
];

/** Bytes of levels: 0 is -120 dBFS, 255 is 0 dBFS. */
const LEVELS = 256;
const DECIBELS = 120;
/** dBFS that is brightest: speech has no more in one band. */
const BRIGHTEST = -18;
/** dBFS that is darkest, without and with all contrast. */
const DARKEST = { least: -118, most: -62 } as const;

/** RGBA of each level, as one number for little-endian pixels. @param contrast 0 to 1 */
export function palette(contrast: number): Uint32Array {
  const darkest = DARKEST.least + contrast * (DARKEST.most - DARKEST.least);
  return Uint32Array.from({ length: LEVELS }, (_, level) => {
    const decibels = (level / (LEVELS - 1)) * DECIBELS - DECIBELS;
    const part = Math.max(0, Math.min(1, (decibels - darkest) / (BRIGHTEST - darkest)));
    const [red, green, blue] = colorAt(part);
    return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  });
}

function colorAt(part: number): readonly [number, number, number] {
  const place = part * (STOPS.length - 1);
  const low = Math.min(STOPS.length - 2, Math.floor(place));
  const [below, above] = [STOPS[low], STOPS[low + 1]] as [(typeof STOPS)[number], (typeof STOPS)[number]];
  const mix = (channel: 0 | 1 | 2) => Math.round(below[channel] + (above[channel] - below[channel]) * (place - low));
  return [mix(0), mix(1), mix(2)];
}
