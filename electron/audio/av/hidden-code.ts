/** How far FFmpeg must search a WAV of 16 bits for sound that is coded otherwise, as DTS is in the files of some discs. */

import { closeSync, openSync, readSync } from 'node:fs';
import type { MediaInfo } from '../../../shared/engine-api/messages.ts';

/**
 * FFmpeg's own search, 32 packets held against every format that it knows, costs more than decoding half a minute. What is coded
 * from the first byte on shows in one packet.
 */
export const SHORT_SEARCH = { max_probe_packets: '1' } as const;
const SEARCHED_PACKETS = 32;

/** Of every 4 KiB, one is looked at: less than that is coded nowhere. */
const STEP_BYTES = 4096;
const WINDOW_BYTES = 1024;
const SAMPLE_BYTES = 2;

/** Of full scale, 1/16: the mean of coded sound is an eighth where it is packed in 14 of the 16 bits, and one half elsewhere. */
const LOUD = 2048;

export interface FirstPacket {
  /** Its place in the file. */
  readonly byte: number;
  readonly bytes: number;
}

/** Whether FFmpeg searches at all: nothing else claims to be what it may not be. */
export function isSearched({ container, codec }: Pick<MediaInfo, 'container' | 'codec'>): boolean {
  return codec === 'pcm_s16le' && (container === 'wav' || container === 'w64');
}

/**
 * Whether the whole search may find what the short one did not. Code read as samples is loud white noise, in which neighbours
 * differ by more than they are; sound is hardly ever both.
 */
export function mayHideCode(path: string, first: FirstPacket, channels: number): boolean {
  const start = Buffer.alloc(first.bytes * SEARCHED_PACKETS);
  const file = openSync(path, 'r');
  try {
    const bytes = readSync(file, start, 0, start.length, first.byte);
    for (let from = 0; from + WINDOW_BYTES <= bytes; from += STEP_BYTES) {
      if (isLikeCode(start.subarray(from, from + WINDOW_BYTES), channels)) return true;
    }
    return false;
  } finally {
    closeSync(file);
  }
}

/** @param window interleaved 16-bit samples, little-endian */
function isLikeCode(window: Buffer, channels: number): boolean {
  const frameBytes = channels * SAMPLE_BYTES;
  let size = 0;
  let change = 0;
  for (let at = frameBytes; at < window.length; at += SAMPLE_BYTES) {
    const sample = window.readInt16LE(at);
    size += Math.abs(sample);
    change += Math.abs(sample - window.readInt16LE(at - frameBytes));
  }
  return change >= size && size >= (LOUD * (window.length - frameBytes)) / SAMPLE_BYTES;
}
