/** Spectrogram tiles on demand: short windows from the samples, long ones from the scan's overview. */

import {
  MOST_TILE_BYTES,
  MOST_TILE_COLUMNS,
  MOST_TILE_ROWS,
  type TileParams,
  type TileResult,
} from '../../../shared/engine-api/tile-messages.ts';
import { weightsIn } from '../dsp/fold-stretch.ts';
import { levelByte, rowEdges } from '../dsp/spectra/overview.ts';
import { createSpectrumSource, type SpectrumSource } from '../dsp/spectra/spectrum-source.ts';
import { overviewTile } from './overview-tile.ts';
import type { PcmSource } from './pcm.ts';

const MOST_CACHED_BYTES = 16 * 2 ** 20;

/** Longer windows come from the overview: reading more than this of a slow format takes longer than a person waits for. */
const READ_SECONDS = 2;
/** Without an overview, longer windows are sampled instead of read completely. */
const WHOLE_SECONDS = 30;
/** Positions sampled in a long window without an overview. */
const MOST_PLACES = 32;
/** Frames read at once, so that a window is never in memory completely. */
const READ_FRAMES = 32_768;
/** Transforms overlap by at least a quarter: a click between two of them appears at most 8 dB weaker. */
const HOP = 0.75;
/** Mean square of the largest bin of a full-scale sine with the window of the spectra. */
const FULL_SCALE = 1 / 3;

export interface TileSource {
  /** @throws RangeError for a request out of bounds; CleartakeError as `pcm` does */
  draw(params: TileParams): Promise<TileResult>;
}

/** Keeps the last tiles and what their transforms need. */
export function createTileSource(source: PcmSource): TileSource {
  const cache = createTileCache();
  const spectra = new Map<number, Promise<SpectrumSource>>();

  function spectraAt(rate: number): Promise<SpectrumSource> {
    const known = spectra.get(rate) ?? createSpectrumSource(rate);
    spectra.set(rate, known);
    return known;
  }

  async function drawn(params: TileParams): Promise<Uint8Array> {
    if (params.frames > READ_SECONDS * params.sampleRate) {
      const levels = await fromOverview(source, params);
      if (levels !== null) return levels;
    }
    // Use the recording's own rate: resampling takes longer than everything else, and a lag is a whole number of frames there.
    const rate = await source.rateOf(params);
    return await fromSamples(source, params, await spectraAt(rate), rate);
  }

  return {
    draw: async (params) => {
      assertInBounds(params);
      const key = JSON.stringify([params, await source.versionOf(params)]);
      const levels = cache.get(key) ?? (await drawn(params));
      cache.keep(key, levels);
      return { levels };
    },
  };
}

/** Null when there is no overview. That of a difference is its own: what two recordings have in the same place needn't be the same sound. */
async function fromOverview(source: PcmSource, params: TileParams): Promise<Uint8Array | null> {
  const { differenceIndexPath = null, indexPath, minus } = params;
  const overview = await source.overviewOf(minus === undefined ? indexPath : differenceIndexPath);
  return overview === null ? null : overviewTile(params, overview);
}

function assertInBounds({ frames, columns, rows, fromFrame, scale }: TileParams): void {
  const isCount = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
  if (!isCount(columns, MOST_TILE_COLUMNS) || !isCount(rows, MOST_TILE_ROWS) || columns * rows > MOST_TILE_BYTES) {
    throw new RangeError(`A tile of ${columns} by ${rows} cannot be given`);
  }
  if (!Number.isSafeInteger(fromFrame) || !isCount(frames, Number.MAX_SAFE_INTEGER)) {
    throw new RangeError(`No tile of ${frames} frames from ${fromFrame}`);
  }
  if (scale !== 'linear' && scale !== 'mel') throw new RangeError(`Unknown scale: ${String(scale)}`);
}

/** Writes each row's largest power as a byte unless the existing one is larger. */
function paint(levels: Uint8Array, at: number, edges: readonly number[], power: Float32Array): void {
  for (let row = 0; row < edges.length - 1; row++) {
    const from = edges[row] as number;
    const to = Math.min(power.length, Math.max(from + 1, edges[row + 1] as number));
    let largest = 0;
    for (let bin = from; bin < to; bin++) if ((power[bin] as number) > largest) largest = power[bin] as number;
    const level = levelByte(largest / FULL_SCALE);
    if (level > (levels[at + row] as number)) levels[at + row] = level;
  }
}

/** @param rate of the samples, Hz */
async function fromSamples(
  source: PcmSource,
  params: TileParams,
  spectra: SpectrumSource,
  rate: number,
): Promise<Uint8Array> {
  const { columns, rows, sampleRate } = params;
  const fromFrame = Math.round((params.fromFrame * rate) / sampleRate);
  const frames = (params.frames * rate) / sampleRate;
  const edges = rowEdges(rows, params.scale, sampleRate / 2, spectra.binWidth);
  const levels = new Uint8Array(columns * rows);
  const framesAColumn = frames / columns;
  const isWhole = frames <= WHOLE_SECONDS * rate;
  const drawn = isWhole ? columns : Math.min(columns, MOST_PLACES);
  /** Sampled positions; a column shorter than a transform has one. */
  const places = isWhole ? columns * Math.ceil(framesAColumn / (spectra.size * HOP)) : drawn;
  const reach = spectra.size >> 1;
  let loaded = new Float32Array(0);
  let loadedFrom = 0;
  for (let place = 0; place < places; place++) {
    const center = fromFrame + Math.round(((place + 0.5) * frames) / places);
    if (center - reach < loadedFrom || center + reach > loadedFrom + loaded.length) {
      loadedFrom = center - reach;
      const last = Math.ceil(fromFrame + frames) + reach;
      const wanted = isWhole ? Math.min(READ_FRAMES, Math.max(spectra.size, last - loadedFrom)) : spectra.size;
      loaded = monoOf(await source.samplesOf({ ...params, sampleRate: rate, fromFrame: loadedFrom, frames: wanted }));
    }
    const power = spectra.powerOf(loaded.subarray(center - reach - loadedFrom, center + reach - loadedFrom));
    const column = Math.min(columns - 1, Math.floor((center - fromFrame) / framesAColumn));
    paint(levels, column * rows, edges, power);
  }
  if (!isWhole) spread(levels, columns, rows, drawn);
  return levels;
}

function monoOf(interleaved: Float32Array): Float32Array<ArrayBuffer> {
  const mono = new Float32Array(interleaved.length / 2);
  const [left, right] = weightsIn(interleaved);
  for (let i = 0; i < mono.length; i++) {
    mono[i] = left * (interleaved[2 * i] as number) + right * (interleaved[2 * i + 1] as number);
  }
  return mono;
}

/** Fills the columns between drawn ones with the nearest. */
function spread(levels: Uint8Array, columns: number, rows: number, drawn: number): void {
  for (let column = 0; column < columns; column++) {
    const nearest = Math.floor((Math.floor((column * drawn) / columns) + 0.5) * (columns / drawn));
    levels.copyWithin(column * rows, nearest * rows, (nearest + 1) * rows);
  }
}

interface TileCache {
  get(key: string): Uint8Array | undefined;
  /** Keeps it as the newest. */
  keep(key: string, levels: Uint8Array): void;
}

/** The tiles that were drawn last. @param mostBytes of all tiles; the one used longest ago goes first */
export function createTileCache(mostBytes = MOST_CACHED_BYTES): TileCache {
  /** Oldest first. */
  const tiles = new Map<string, Uint8Array>();
  let bytes = 0;

  function drop(key: string): void {
    bytes -= tiles.get(key)?.length ?? 0;
    tiles.delete(key);
  }

  return {
    get: (key) => tiles.get(key),
    keep: (key, levels) => {
      drop(key);
      tiles.set(key, levels);
      bytes += levels.length;
      for (const oldest of tiles.keys()) {
        if (bytes <= mostBytes) break;
        drop(oldest);
      }
    },
  };
}
