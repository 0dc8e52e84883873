/** Damaged places of an MP3: bytes in which no frame begins, and how many frames stood there. */

import type { Packet, Stream } from 'node-av/lib';
import { readPacket } from '../disk-failures.ts';
import { ticks } from '../node-av.ts';
import { openInput } from '../open-input.ts';

/** Tags between joined files are no lost sound. */
const TAGS: readonly string[] = ['ID3', 'TAG', 'APE'];
/** A header that counts more frames than this many times what the damaged bytes can hold is not believed. */
const MOST_TIMES_EXPECTED = 2;

/** Whether a packet is what FFmpeg's parser found between two frames (ISO/IEC 11172-3, 2.4.1.3: a frame begins with twelve ones). */
export function isBetweenFrames({ data }: Pick<Packet, 'data'>): boolean {
  return data !== null && !(data[0] === 0xff && ((data[1] ?? 0) & 0xe0) === 0xe0);
}

/** Whether a packet is a tag that FFmpeg took for sound. */
export function isTag(data: Buffer): boolean {
  return TAGS.includes(data.toString('latin1', 0, 3));
}

/**
 * The frames that each damaged place stands for, by its first byte: as many in all as the file's own count of frames says, or as fit
 * into the damaged bytes.
 * @param frames of one packet
 */
export function mp3DamageOf(path: string, packet: Packet, stream: Stream, frames: number): ReadonlyMap<number, number> {
  const { sampleRate } = stream.codecpar;
  const places: { readonly byte: number; readonly bytes: number }[] = [];
  let sounding = 0;
  let soundingBytes = 0;
  const format = openInput(path);
  try {
    while (readPacket(format, packet, path) >= 0) {
      if (packet.streamIndex === stream.index) {
        if (!isBetweenFrames(packet)) {
          sounding += 1;
          soundingBytes += packet.size;
        } else if (packet.data === null || !isTag(packet.data)) {
          places.push({ byte: Number(packet.pos), bytes: packet.size });
        }
      }
      packet.unref();
    }
  } finally {
    format.closeInputSync();
  }
  const bytes = places.reduce((sum, place) => sum + place.bytes, 0);
  const expected = (bytes * sounding) / Math.max(1, soundingBytes);
  const seconds = (ticks(stream.duration) ?? 0) * stream.timeBase.toDouble();
  // The duration lacks the encoder's delay and padding, which are shorter than three frames.
  const counted = Math.ceil((seconds * sampleRate) / frames) + 1 - sounding;
  const isBelieved = counted > 0 && counted <= MOST_TIMES_EXPECTED * expected;
  const lost = isBelieved ? counted : expected;
  let passed = 0;
  return new Map(
    places.map((place) => {
      const before = Math.round((lost * passed) / bytes);
      passed += place.bytes;
      return [place.byte, (Math.round((lost * passed) / bytes) - before) * frames];
    }),
  );
}
