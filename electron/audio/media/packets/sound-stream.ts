/** Which of a file's audio streams is the recording: the default one, unless nothing is on it, or the one that was chosen. */

import { statSync } from 'node:fs';
import { AVDISCARD_ALL, AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import { avGetCodecName, type FormatContext, Packet, type Stream } from 'node-av/lib';
import { createDecoder } from '../decoder.ts';
import { readPacket } from '../disk-failures.ts';
import { openInput } from '../open-input.ts';

/** Lower peaks are silence: one step of 16-bit audio, linear. */
const SILENCE_PEAK = 1 / 32_767;

/** Answers that are kept: each file is opened several times. */
const MOST_KEPT = 100;
const kept = new Map<string, number>();

/**
 * The index of the stream that is restored, heard and measured: FFmpeg's choice (by the default mark, channels and packets), or where that
 * is silent from start to end, the first other one with sound. Recorders for streamers leave the default track empty.
 * @param format the opened file at `path`
 * @param track among the audio streams, from 1; by default the file's own choice
 * @returns negative when there is no such audio
 */
export function soundStreamIndex(format: FormatContext, path: string, track?: number): number {
  if (track !== undefined) return audioStreams(format)[track - 1]?.index ?? -1;
  const best = format.findBestStream(AVMEDIA_TYPE_AUDIO);
  const others = audioStreams(format).filter(({ index }) => index !== best);
  if (best < 0 || others.length === 0) return best;
  const { ctimeMs, size } = statSync(path);
  const key = `${path} ${size} ${ctimeMs}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const sounding = [best, ...others.map(({ index }) => index)].find((index) => hear(path, index) === 'sound') ?? best;
  kept.set(key, sounding);
  const oldest = kept.keys().next().value;
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return sounding;
}

export function audioStreams(format: FormatContext): Stream[] {
  return format.streams.filter(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO);
}

/** `unreadable`: nothing here decodes it. */
export type Heard = 'sound' | 'silence' | 'unreadable';

/** Decodes until the first sound, which mostly comes at once. @param index of the stream */
export function hear(path: string, index: number): Heard {
  const format = openInput(path);
  try {
    const streams = format.streams;
    for (const stream of streams) if (stream.index !== index) stream.discard = AVDISCARD_ALL;
    return isSounding(format, streams[index] as Stream, path) ? 'sound' : 'silence';
  } catch {
    return 'unreadable';
  } finally {
    format.closeInputSync();
  }
}

function isSounding(format: FormatContext, stream: Stream, path: string): boolean {
  const { channels, codecId, sampleRate } = stream.codecpar;
  const decoder = createDecoder(stream, { codec: avGetCodecName(codecId) ?? 'unknown', sampleRate, channels });
  const packet = new Packet();
  packet.alloc();
  try {
    while (readPacket(format, packet, path) >= 0) {
      if (packet.streamIndex === stream.index) {
        const sound = decoder.decode(packet);
        if (sound.channels.some((samples) => samples.some((sample) => Math.abs(sample) > SILENCE_PEAK))) return true;
      }
      packet.unref();
    }
    return false;
  } finally {
    packet.free();
    decoder.close();
  }
}
