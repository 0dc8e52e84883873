/** PCM for playback: keeps a few recordings open, so that sequential reads need no seek. */

import { readFile, stat } from 'node:fs/promises';
import { MOST_PCM_FRAMES, type PcmSelection } from '../../../shared/engine-api/pcm-messages.ts';
import { isErrno, toSourceError } from '../../platform/files/file-errors.ts';
import { createPcmReader, type PcmReader } from '../input/pcm-reader.ts';
import { decodeSeekIndex, type SeekIndex } from '../input/seek-index.ts';
import { openRecording } from '../input/source-file.ts';
import { openReader } from '../media/reader.ts';

type PcmParams = PcmSelection & { readonly frames: number };

export interface PcmSource {
  /** @throws RangeError for a request out of bounds; CleartakeError as openRecording does */
  read(params: PcmParams): Promise<{ readonly samples: Uint8Array }>;
  /** The same as numbers, of any length. @throws as `read` */
  samplesOf(params: PcmParams): Promise<Float32Array>;
  /** The recording's own rate in Hz. @throws as `read` */
  rateOf(selection: PcmSelection): Promise<number>;
  /** The spectrogram from the recording's scan; null without one. */
  overviewOf(selection: PcmSelection): Promise<SeekIndex | null>;
}

const MOST_OPEN = 4;
const IDLE_MS = 30_000;
/** Hz. */
const LOWEST_RATE = 8000;
const HIGHEST_RATE = 192_000;

interface OpenRecording {
  readonly reader: PcmReader;
  /** Changes when the file does. */
  readonly version: string;
  idle: NodeJS.Timeout | null;
}

export function createPcmSource(): PcmSource {
  /** Least recently used first. */
  const open = new Map<string, OpenRecording>();

  function close(key: string): void {
    const recording = open.get(key);
    if (recording === undefined) return;
    open.delete(key);
    if (recording.idle !== null) clearTimeout(recording.idle);
    recording.reader.close();
  }

  async function take(params: PcmParams): Promise<readonly [string, OpenRecording]> {
    const key = JSON.stringify([params.path, params.indexPath, params.sampleRate]);
    const version = await versionOf(params.path);
    const known = open.get(key);
    if (known !== undefined && known.version === version) {
      if (known.idle !== null) clearTimeout(known.idle);
      // Removed while in use, so that nobody closes it.
      open.delete(key);
      return [key, known];
    }
    close(key);
    // Opened once for the right error code; the reader reopens it by itself.
    openRecording(params.path).close();
    const reader = createPcmReader(() => openReader(params.path), await readIndex(params.indexPath), params.sampleRate);
    return [key, { reader, version, idle: null }];
  }

  function giveBack(key: string, recording: OpenRecording): void {
    close(key);
    recording.idle = setTimeout(() => close(key), IDLE_MS).unref();
    open.set(key, recording);
    for (const oldest of open.keys()) {
      if (open.size <= MOST_OPEN) break;
      close(oldest);
    }
  }

  async function readOne(params: PcmParams): Promise<Float32Array> {
    const [key, recording] = await take(params);
    try {
      const samples = await recording.reader.read(params.fromFrame, params.frames);
      giveBack(key, recording);
      return samples;
    } catch (failure) {
      recording.reader.close();
      throw failure;
    }
  }

  async function samplesOf(params: PcmParams): Promise<Float32Array> {
    assertInBounds(params);
    const samples = await readOne(params);
    if (params.minus === undefined) return samples;
    const taken = await readOne({ ...params, ...params.minus });
    for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] as number) - (taken[i] as number);
    return samples;
  }

  return {
    samplesOf,
    read: async (params) => {
      if (params.frames > MOST_PCM_FRAMES) throw new RangeError(`${params.frames} frames cannot be given at once`);
      const samples = await samplesOf(params);
      return { samples: new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength) };
    },
    rateOf: async ({ path }) => {
      const reader = openRecording(path);
      reader.close();
      return reader.info.sampleRate;
    },
    overviewOf: ({ indexPath, minus }) => (minus === undefined ? readIndex(indexPath) : Promise.resolve(null)),
  };
}

function assertInBounds({ fromFrame, frames, sampleRate }: PcmParams): void {
  if (!Number.isSafeInteger(fromFrame) || !Number.isInteger(frames) || frames < 0) {
    throw new RangeError(`${frames} frames from ${fromFrame} cannot be given at once`);
  }
  if (!Number.isInteger(sampleRate) || sampleRate < LOWEST_RATE || sampleRate > HIGHEST_RATE) {
    throw new RangeError(`${sampleRate} Hz cannot be given`);
  }
}

async function versionOf(path: string): Promise<string> {
  try {
    const { size, mtimeMs, ino } = await stat(path);
    return `${ino}/${size}/${mtimeMs}`;
  } catch (failure) {
    throw toSourceError(failure);
  }
}

/** An unusable index counts as none: playback works without it, only slower. */
async function readIndex(path: string | null): Promise<SeekIndex | null> {
  if (path === null) return null;
  try {
    return decodeSeekIndex(await readFile(path));
  } catch (failure) {
    if (failure instanceof RangeError || isErrno(failure, 'ENOENT')) return null;
    throw failure;
  }
}
