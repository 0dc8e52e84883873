/** PCM for playback: keeps a few recordings open, so that sequential reads need no seek. */

import { lagAt } from '../../../shared/domain/listening/difference.ts';
import type { PassageLoudness } from '../../../shared/engine-api/pcm-messages.ts';
import { MOST_PCM_FRAMES, type PcmSelection } from '../../../shared/engine-api/pcm-messages.ts';
import { createLoudnessMeter } from '../dsp/loudness/loudness-meter.ts';
import { createPcmReader, type PcmReader } from '../input/pcm-reader.ts';
import { openRecording } from '../input/source-file.ts';
import { openReader } from '../media/reader.ts';
import { createKnownFiles } from './known-files.ts';
import type { ScannedOverview } from './overview-tile.ts';

/** Frames that the loudness of a passage is measured from at once. */
const METERED_FRAMES = 65_536;

const PCM_CHANNELS = 2;

type PcmParams = PcmSelection & { readonly frames: number };

export interface PcmSource {
  /** @throws RangeError for a request out of bounds; CleartakeError as openRecording does */
  read(params: PcmParams): Promise<{ readonly samples: Uint8Array }>;
  /** The same as numbers, of any length. @throws as `read` */
  samplesOf(params: PcmParams): Promise<Float32Array>;
  /** The recording's own rate in Hz. @throws as `read` */
  rateOf(selection: PcmSelection): Promise<number>;
  /** Changes when a recording of the selection does. @throws CleartakeError sourceMissing, sourceUnreadable */
  versionOf(selection: PcmSelection): Promise<string>;
  /** The coarse spectrogram of a scan; null without one. */
  overviewOf(indexPath: string | null): Promise<ScannedOverview | null>;
}

/**
 * Playback and pictures read the same recordings at different places: with readers of their own, neither makes the other seek.
 */
type Use = 'playback' | 'other';

/** Four takes, each played and looked at. */
const MOST_OPEN = 8;
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
  const files = createKnownFiles();

  function close(key: string): void {
    const recording = open.get(key);
    if (recording === undefined) return;
    open.delete(key);
    if (recording.idle !== null) clearTimeout(recording.idle);
    recording.reader.close();
  }

  async function take(params: PcmParams, use: Use): Promise<readonly [string, OpenRecording]> {
    const key = JSON.stringify([use, params.path, params.indexPath, params.sampleRate]);
    const version = await files.versionOf(params.path);
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
    const index = await files.indexOf(params.indexPath);
    const reader = createPcmReader(() => openReader(params.path), index, params.sampleRate);
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

  async function readOne(params: PcmParams, use: Use): Promise<Float32Array> {
    const [key, recording] = await take(params, use);
    try {
      const samples = await recording.reader.read(params.fromFrame, params.frames);
      giveBack(key, recording);
      return samples;
    } catch (failure) {
      recording.reader.close();
      throw failure;
    }
  }

  async function samplesOf(params: PcmParams, use: Use): Promise<Float32Array> {
    assertInBounds(params);
    const samples = await readOne(params, use);
    if (params.minus === undefined) return samples;
    const { path, indexPath, lag } = params.minus;
    const late = lag === 0 ? 0 : lagAt(lag, await files.rateOf(params.path), params.sampleRate);
    const taken = await readOne({ ...params, path, indexPath, fromFrame: params.fromFrame + late }, use);
    for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] as number) - (taken[i] as number);
    return samples;
  }

  return {
    samplesOf: (params) => samplesOf(params, 'other'),
    read: async (params) => {
      if (params.frames > MOST_PCM_FRAMES) throw new RangeError(`${params.frames} frames cannot be given at once`);
      const samples = await samplesOf(params, 'playback');
      return { samples: new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength) };
    },
    rateOf: ({ path }) => files.rateOf(path),
    versionOf: async ({ path, minus }) => {
      const version = await files.versionOf(path);
      return minus === undefined ? version : `${version} ${await files.versionOf(minus.path)}`;
    },
    overviewOf: async (indexPath) => {
      const index = await files.indexOf(indexPath);
      return index?.overview == null ? null : { ...index.overview, sampleRate: index.sampleRate };
    },
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

/** How loud a passage is as it is played: the same definition as for the whole, over the passage alone. @throws as `PcmSource.read` */
export async function measurePassage(
  params: PcmSelection & { readonly frames: number },
  pcm: PcmSource,
): Promise<PassageLoudness> {
  const meter = createLoudnessMeter(params.sampleRate, PCM_CHANNELS);
  for (let done = 0; done < params.frames; done += METERED_FRAMES) {
    const frames = Math.min(METERED_FRAMES, params.frames - done);
    const samples = await pcm.samplesOf({ ...params, fromFrame: params.fromFrame + done, frames });
    meter.push([0, 1].map((channel) => channelOf(samples, channel)));
  }
  return { loudness: meter.finish() };
}

/** @param samples interleaved */
function channelOf(samples: Float32Array, channel: number): Float32Array {
  return Float32Array.from(
    { length: samples.length / PCM_CHANNELS },
    (_, frame) => samples[frame * PCM_CHANNELS + channel] ?? 0,
  );
}
