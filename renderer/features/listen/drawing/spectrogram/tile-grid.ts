/** How spectrograms are cut into tiles: a few zooms, each with tiles at fixed places, so that a tile serves every view. Pure. */

export interface TileZoom {
  /** Seconds of a tile. */
  readonly span: number;
  readonly columns: number;
}

export interface Tile {
  readonly take: number;
  readonly zoom: number;
  /** Its place: it begins at `index` times the span. */
  readonly index: number;
}

export const TILE_ROWS = 256;
/** Finest first. Up to the third, tiles are read from the samples; the engine draws longer ones from its scan, in columns of 200 ms. */
export const ZOOMS: readonly TileZoom[] = [
  { span: 1.28, columns: 256 },
  { span: 1.28, columns: 128 },
  { span: 1.28, columns: 32 },
  { span: 81.92, columns: 512 },
  { span: 655.36, columns: 512 },
  { span: 5242.88, columns: 512 },
];
const FROM_SCAN = 3;
/** A column may be this many pixels wide before a finer zoom is fetched. */
const MOST_COLUMN_PIXELS = 3;
/** The whole recording fits in this many tiles of the coarsest zoom. */
const FEW_TILES = 2;

/** The coarsest zoom that looks sharp. @param secondsPerPixel of the screen */
function zoomFor(secondsPerPixel: number): number {
  const sharp = ZOOMS.findLastIndex(({ span, columns }) => span / columns <= secondsPerPixel * MOST_COLUMN_PIXELS);
  return Math.max(0, sharp);
}

/** The zoom of the picture that is always there, behind all finer ones. */
export function baseZoom(duration: number): number {
  const fits = ZOOMS.findIndex(({ span }, zoom) => zoom >= FROM_SCAN && span * FEW_TILES >= duration);
  return fits < 0 ? ZOOMS.length - 1 : fits;
}

/** Zooms to draw, coarsest first: those from the scan, then the one that is sharp. */
export function zoomsFor(duration: number, secondsPerPixel: number): readonly number[] {
  const base = baseZoom(duration);
  const sharp = Math.min(base, zoomFor(secondsPerPixel));
  const zooms: number[] = [];
  for (let zoom = base; zoom > sharp && zoom >= FROM_SCAN; zoom--) zooms.push(zoom);
  return [...zooms, sharp];
}

interface Part {
  /** Seconds, like all of it. */
  readonly from: number;
  readonly to: number;
  /** Of the whole recording. */
  readonly duration: number;
}

/** The tiles of a zoom that show a part of the recording. @param margin tiles beside the part, on either side */
export function tilesIn(take: number, zoom: number, { from, to, duration }: Part, margin = 0): readonly Tile[] {
  const { span } = ZOOMS[zoom] as TileZoom;
  const first = Math.max(0, Math.floor(from / span) - margin);
  const last = Math.min(Math.ceil(duration / span), Math.ceil(to / span) + margin) - 1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => ({ take, zoom, index: first + offset }));
}

/** The byte of a tile's column at a height from 0 to 1, counted from its lowest frequency. */
export function byteAt(levels: Uint8Array, tile: Tile, second: number, height: number): number | null {
  const { span, columns } = ZOOMS[tile.zoom] as TileZoom;
  const column = Math.floor(((second - tile.index * span) / span) * columns);
  if (column < 0 || column >= columns) return null;
  const row = Math.max(0, Math.min(TILE_ROWS - 1, Math.floor(height * TILE_ROWS)));
  return levels[column * TILE_ROWS + row] ?? null;
}
