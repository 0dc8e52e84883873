/** What field recorders and editors write in a WAV file beside its sound: broadcast facts, iXML, cue points with their labels, and the like. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

export interface RecorderChunk {
  /** Four characters. */
  readonly id: string;
  readonly data: Buffer;
}

/** A chunk in its file. */
export interface ChunkPlace {
  readonly id: string;
  /** First byte of its data. */
  readonly at: number;
  readonly bytes: number;
}

const HEAD_BYTES = 8;
const KINDS = ['RIFF', 'RF64', 'BW64'];
/** Of chunks whose size stands in `ds64` (EBU Tech 3306). */
const IN_DS64 = 0xff_ff_ff_ff;
const MOST_CHUNKS = 1000;
const MOST_BYTES = 16 * 1024 * 1024;

/** Besides `LIST` of the kind `adtl`: labels of cue points. They stay true, because every sample stays in its place. */
const KEPT = ['bext', 'iXML', 'cue ', 'plst', 'smpl', 'inst', 'axml', 'chna', '_PMX', 'id3 ', 'ID3 '];
/** Measured of the old sound. */
const OLD_SOUND = /replaygain_/i;

/** Empty for anything but a WAV file, and without such chunks. Never throws: a file that can't be read has none. */
export function readRecorderChunks(path: string): readonly RecorderChunk[] {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return [];
  }
  try {
    return chunksIn(file).flatMap((place) => {
      if (place.bytes > MOST_BYTES || !(KEPT.includes(place.id) || place.id === 'LIST')) return [];
      const data = readAt(file, place.at, place.bytes);
      if (place.id === 'LIST' && data.toString('latin1', 0, 4) !== 'adtl') return [];
      const isOld = place.id.toLowerCase() === 'id3 ' && OLD_SOUND.test(data.toString('latin1'));
      return isOld || data.length < place.bytes ? [] : [{ id: place.id, data }];
    });
  } finally {
    closeSync(file);
  }
}

/** In their order; up to one whose size can't be right. @param file descriptor */
export function chunksIn(file: number): readonly ChunkPlace[] {
  const head = readAt(file, 0, 12);
  if (!KINDS.includes(head.toString('latin1', 0, 4)) || head.toString('latin1', 8, 12) !== 'WAVE') return [];
  const chunks: ChunkPlace[] = [];
  const { size } = fstatSync(file);
  let dataBytes = 0;
  for (let at = 12; at < size && chunks.length < MOST_CHUNKS; ) {
    const next = readAt(file, at, HEAD_BYTES);
    if (next.length < HEAD_BYTES) break;
    const id = next.toString('latin1', 0, 4);
    const stated = next.readUInt32LE(4);
    if (id === 'ds64') dataBytes = Number(readAt(file, at + HEAD_BYTES, 16).readBigUInt64LE(8));
    const bytes = id === 'data' && stated === IN_DS64 ? dataBytes : stated;
    if (!/^[ -~]{4}$/.test(id) || (id === 'data' && bytes === 0)) break;
    chunks.push({ id, at: at + HEAD_BYTES, bytes });
    at += HEAD_BYTES + bytes + (bytes % 2);
  }
  return chunks;
}

/** Fewer bytes at the end of the file. */
function readAt(file: number, at: number, bytes: number): Buffer {
  const data = Buffer.alloc(bytes);
  return data.subarray(0, readSync(file, data, 0, bytes, at));
}
