/**
 * The windows that media addresses ask for: spectrogram tiles, and samples by frame, which are streamed as several requests to the
 * listening engine.
 */

import { MOST_PASSAGE_SECONDS, MOST_PCM_ADDRESS_FRAMES } from '../../../../shared/contract/page/media-addresses.ts';
import { MOST_PCM_FRAMES } from '../../../../shared/engine-api/pcm-messages.ts';
import {
  MOST_TILE_BYTES,
  MOST_TILE_COLUMNS,
  MOST_TILE_ROWS,
  type TileParams,
} from '../../../../shared/engine-api/tile-messages.ts';

/** Interleaved stereo float32. */
const BYTES_A_FRAME = 8;
const LEAST_RATE = 8_000;
const MOST_RATE = 192_000;

export interface PcmWindow {
  readonly fromFrame: number;
  readonly frames: number;
  /** Hz. */
  readonly sampleRate: number;
}

/** @returns null when a number of the address is missing, not whole, or out of range */
export function readPcmWindow(query: URLSearchParams): PcmWindow | null {
  const window = readWindow(query);
  return window === null || window.frames > MOST_PCM_ADDRESS_FRAMES ? null : window;
}

function readWindow(query: URLSearchParams): PcmWindow | null {
  const fromFrame = wholeNumber(query.get('from'));
  const frames = wholeNumber(query.get('frames'));
  const sampleRate = wholeNumber(query.get('rate'));
  if (fromFrame === null || frames === null || sampleRate === null) return null;
  if (frames < 1 || sampleRate < LEAST_RATE || sampleRate > MOST_RATE) return null;
  return { fromFrame, frames, sampleRate };
}

/** @returns null as `readPcmWindow` */
export function readPassage(query: URLSearchParams): PcmWindow | null {
  const passage = readWindow(query);
  return passage === null || passage.frames > MOST_PASSAGE_SECONDS * passage.sampleRate ? null : passage;
}

export type TileWindow = Pick<TileParams, 'fromFrame' | 'frames' | 'sampleRate' | 'columns' | 'rows' | 'scale'>;

/** @returns null when a part of the address is missing or out of range */
export function readTileWindow(query: URLSearchParams): TileWindow | null {
  const [fromFrame, frames, sampleRate, columns, rows] = ['from', 'frames', 'rate', 'columns', 'rows'].map((name) =>
    wholeNumber(query.get(name)),
  ) as [number | null, number | null, number | null, number | null, number | null];
  const scale = query.get('scale');
  if (fromFrame === null || frames === null || sampleRate === null || columns === null || rows === null) return null;
  if (frames < 1 || sampleRate < LEAST_RATE || sampleRate > MOST_RATE || columns < 1 || rows < 1) return null;
  if (columns > MOST_TILE_COLUMNS || rows > MOST_TILE_ROWS || columns * rows > MOST_TILE_BYTES) return null;
  if (scale !== 'linear' && scale !== 'mel') return null;
  return { fromFrame, frames, sampleRate, columns, rows, scale };
}

/**
 * Streams a window. The first part is ready before the response starts, so an early failure is still an error response; a later
 * failure aborts the response.
 * @param ask reads the samples of a part of the window
 * @param signal aborts when the client is gone
 */
export async function streamPcm(
  window: PcmWindow,
  ask: (fromFrame: number, frames: number) => Promise<Uint8Array>,
  signal: AbortSignal,
): Promise<{ readonly body: ReadableStream<Uint8Array>; readonly bytes: number }> {
  let done = 0;
  async function next(): Promise<Uint8Array> {
    signal.throwIfAborted();
    const frames = Math.min(MOST_PCM_FRAMES, window.frames - done);
    const samples = await ask(window.fromFrame + done, frames);
    if (samples.byteLength !== frames * BYTES_A_FRAME) throw new RangeError('The engine gave another number of frames');
    done += frames;
    return samples;
  }
  let first: Uint8Array | null = await next();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const samples = first ?? (await next());
        first = null;
        controller.enqueue(samples);
        if (done === window.frames) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, bytes: window.frames * BYTES_A_FRAME };
}

function wholeNumber(text: string | null): number | null {
  if (text === null || !/^-?\d{1,15}$/.test(text)) return null;
  return Number(text);
}
