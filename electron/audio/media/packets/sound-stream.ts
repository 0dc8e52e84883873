/** Which of a file's audio streams is the recording: the default one, unless nothing is on it. */

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
 * @returns negative when there is no audio
 */
export function soundStreamIndex(format: FormatContext, path: string): number {
  const best = format.findBestStream(AVMEDIA_TYPE_AUDIO);
  const others = format.streams.filter(
    ({ codecpar, index }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO && index !== best,
  );
  if (best < 0 || others.length === 0) return best;
  const { ctimeMs, size } = statSync(path);
  const key = `${path} ${size} ${ctimeMs}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const sounding = [best, ...others.map(({ index }) => index)].find((index) => hasSound(path, index)) ?? best;
  kept.set(key, sounding);
  const oldest = kept.keys().next().value;
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return sounding;
}

/** Decodes until the first sound, which mostly comes at once. */
function hasSound(path: string, index: number): boolean {
  const format = openInput(path);
  try {
    const streams = format.streams;
    for (const stream of streams) if (stream.index !== index) stream.discard = AVDISCARD_ALL;
    return isSounding(format, streams[index] as Stream, path);
  } catch {
    // A stream that can't be decoded is none that could be restored instead.
    return false;
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
