/** DTS detection: how far FFmpeg must probe a 16-bit WAV for coded audio, such as the DTS in rips of some discs. */

import { closeSync, openSync, readSync } from 'node:fs';
import type { MediaInfo } from '../../../../shared/engine-api/messages.ts';

/**
 * FFmpeg's own probe compares 32 packets with every known format, which costs more than decoding half a minute. Audio that is coded from
 * the first byte shows in one packet.
 */
export const SHORT_SEARCH = { max_probe_packets: '1' } as const;
const SEARCHED_PACKETS = 32;

/** In samples. One window of each step is checked: coded audio is never shorter than that. */
const STEP = 2048;
const WINDOW = 512;

/** 1/16 of full scale: the mean magnitude of coded audio is 1/8 when it uses 14 of the 16 bits, and 1/2 otherwise. */
const LOUD = 2048;

export interface FirstPacket {
  /** Position in the file. */
  readonly byte: number;
  readonly bytes: number;
}

/** Whether FFmpeg probes at all: only this format can contain another one. */
export function isDtsCandidate({ container, codec }: Pick<MediaInfo, 'container' | 'codec'>): boolean {
  return codec === 'pcm_s16le' && (container === 'wav' || container === 'w64');
}

/**
 * Whether the full probe may find what the short one missed. Coded audio read as samples is loud white noise, whose neighboring samples
 * differ by more than their own magnitude; real audio is hardly ever both.
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
