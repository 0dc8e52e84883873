/** How far FFmpeg must search a WAV of 16 bits for sound that is coded otherwise, as DTS is in the files of some discs. */

import { closeSync, openSync, readSync } from 'node:fs';
import type { MediaInfo } from '../../../../shared/engine-api/messages.ts';

/**
 * FFmpeg's own search, 32 packets held against every format that it knows, costs more than decoding half a minute. What is coded
 * from the first byte on shows in one packet.
 */
export const SHORT_SEARCH = { max_probe_packets: '1' } as const;
const SEARCHED_PACKETS = 32;

/** Samples; of each step, one window is looked at: less than that is coded nowhere. */
const STEP = 2048;
const WINDOW = 512;

/** Of full scale, 1/16: the mean of coded sound is an eighth where it is packed in 14 of the 16 bits, and one half elsewhere. */
const LOUD = 2048;

export interface FirstPacket {
  /** Its place in the file. */
  readonly byte: number;
  readonly bytes: number;
}

/** Whether FFmpeg searches at all: nothing else claims to be what it may not be. */
export function isDtsCandidate({ container, codec }: Pick<MediaInfo, 'container' | 'codec'>): boolean {
  return codec === 'pcm_s16le' && (container === 'wav' || container === 'w64');
}

/**
 * Whether the whole search may find what the short one did not. Code read as samples is loud white noise, in which neighbours
 * differ by more than they are; sound is hardly ever both.
 */
export function mayContainDts(path: string, first: FirstPacket, channels: number): boolean {
  const start = new Int16Array((first.bytes * SEARCHED_PACKETS) / Int16Array.BYTES_PER_ELEMENT);
  const file = openSync(path, 'r');
  try {
    const bytes = readSync(file, start, 0, start.byteLength, first.byte);
    for (let to = WINDOW; to <= bytes / start.BYTES_PER_ELEMENT; to += STEP) {
      if (isLikeCode(start, to - WINDOW, to, channels)) return true;
    }
    return false;
  } finally {
    closeSync(file);
  }
}

/** @param samples interleaved */
function isLikeCode(samples: Int16Array, from: number, to: number, channels: number): boolean {
  let size = 0;
  let change = 0;
  for (let at = from + channels; at < to; at++) {
    const sample = samples[at] as number;
    size += Math.abs(sample);
    change += Math.abs(sample - (samples[at - channels] as number));
  }
  return change >= size && size >= LOUD * (to - from - channels);
}
