/**
 * Recordings whose header says less than the file holds: the recorder stopped early, or a size wrapped at 4 GB. What a finished header
 * would say instead.
 */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

export interface UnderstatedHeader {
  /** What the header says, in seconds. */
  readonly declaredSeconds: number;
  /** Bytes to read in place of the file's. */
  readonly patches: readonly Patch[];
}

export interface Patch {
  readonly at: number;
  readonly bytes: Buffer;
}

/** A header's say about the sound. */
interface Declared {
  /** Where the samples begin, in bytes. */
  readonly from: number;
  readonly bytes: number;
  readonly bytesASecond: number;
  /** What to write into the header when there are so many bytes of samples. */
  patches(bytes: number, fileBytes: number): Patch[];
}

/** Most chunks before the sound that are looked at. */
const MOST_CHUNKS = 1000;
/** Less behind the sound is not heard, or no sound. */
const LEAST_SECONDS = 0.1;
/** Places at which a long rest is compared with padding. */
const LOOKED_AT_PLACES = 64;
const PLACE_BYTES = 4096;
const FOUR_GIB = 2 ** 32;
/** Above this, sizes are what recorders write before they know them; FFmpeg then reads to the end of the file. */
const UNKNOWN_SIZE = 0x7f_ff_f0_00;
/** What may follow the sound: tags, and chunks of RIFF, AIFF and CAF. */
const BEHIND_SOUND =
  /^(ID3|TAG|APE|LIST|bext|iXML|axml|cue |smpl|id3 |JUNK|junk|FLLR|PAD |fact|PEAK|_PMX|MARK|INST|COMT|pakt|info|chan|free|strg|mark|peak|uuid)/;

/** @returns null for other containers, and for headers that say it all or more */
export function understatedHeader(path: string): UnderstatedHeader | null {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const declared = declaredBy(file);
    if (declared === null) return null;
    const { bytes, bytesASecond, from } = declared;
    const rest = size - from - bytes;
    if (!(bytesASecond > 0) || rest < LEAST_SECONDS * bytesASecond || !isSound(file, from + bytes, rest)) return null;
    return { declaredSeconds: bytes / bytesASecond, patches: declared.patches(size - from, size) };
  } finally {
    closeSync(file);
  }
}

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, position));
}

function declaredBy(file: number): Declared | null {
  const head = readAt(file, 0, 16);
  const tag = head.toString('latin1', 0, 4);
  const kind = head.toString('latin1', 8, 12);
  if (['RIFF', 'RF64', 'BW64'].includes(tag) && kind === 'WAVE') return declaredByWav(file);
  if (tag === 'FORM' && ['AIFF', 'AIFC'].includes(kind)) return declaredByAiff(file);
  if (tag === 'riff') return declaredByW64(file);
  if (tag === 'caff') return declaredByCaf(file);
  if (tag === '.snd') return declaredByAu(file);
  return null;
}

/** @see EBU Tech 3306 for RF64 and its ds64 chunk */
function declaredByWav(file: number): Declared | null {
  let bytesASecond = 0;
  let longSizeAt: number | null = null;
  for (let position = 12, chunk = 0; chunk < MOST_CHUNKS; chunk++) {
    const head = readAt(file, position, 36);
    if (head.length < 8) return null;
    const id = head.toString('latin1', 0, 4);
    const size = head.readUInt32LE(4);
    if (id === 'fmt ' && head.length >= 20) bytesASecond = head.readUInt32LE(16);
    if (id === 'ds64' && head.length >= 24) longSizeAt = position + 16;
    if (id === 'data') {
      const from = position + 8;
      if (longSizeAt !== null && size === 0xff_ff_ff_ff) {
        const at = longSizeAt;
        const bytes = Number(readAt(file, at, 8).readBigUInt64LE(0));
        return { from, bytes, bytesASecond, patches: (there) => [{ at, bytes: unsigned64(there) }] };
      }
      if (size === 0 || size >= UNKNOWN_SIZE) return null;
      const at = position + 4;
      return { from, bytes: size, bytesASecond, patches: (there) => [{ at, bytes: unsigned32(there) }] };
    }
    position += 8 + size + (size % 2);
  }
  return null;
}

/** @see Audio Interchange File Format 1.3 (Apple, 1989): Common Chunk, Sound Data Chunk */
function declaredByAiff(file: number): Declared | null {
  let frameBytes = 0;
  let sampleRate = 0;
  let framesAt = 0;
  for (let position = 12, chunk = 0; chunk < MOST_CHUNKS; chunk++) {
    const head = readAt(file, position, 26);
    if (head.length < 16) return null;
    const id = head.toString('latin1', 0, 4);
    const size = head.readUInt32BE(4);
    if (id === 'COMM' && head.length >= 26) {
      frameBytes = head.readUInt16BE(8) * Math.ceil(head.readUInt16BE(14) / 8);
      framesAt = position + 10;
      // 80-bit float: the exponent and the upper 32 bits of the mantissa are enough for a rate.
      sampleRate = head.readUInt32BE(18) * 2 ** (head.readUInt16BE(16) - 16_383 - 31);
    }
    if (id === 'SSND') {
      if (frameBytes === 0) return null;
      const declared = Math.min(Math.max(0, size - 8), readAt(file, framesAt, 4).readUInt32BE(0) * frameBytes);
      const patches = (there: number, fileBytes: number) => [
        { at: 4, bytes: unsigned32(fileBytes - 8, 'big') },
        { at: framesAt, bytes: unsigned32(Math.floor(there / frameBytes), 'big') },
        { at: position + 4, bytes: unsigned32(there + 8, 'big') },
      ];
      return { from: position + 16, bytes: declared, bytesASecond: frameBytes * sampleRate, patches };
    }
    position += 8 + size + (size % 2);
  }
  return null;
}

/** Wave64: like WAV, but with 16-byte chunk names that start with WAV's, and 8-byte sizes that include the chunk header. */
function declaredByW64(file: number): Declared | null {
  let bytesASecond = 0;
  for (let position = 40, chunk = 0; chunk < MOST_CHUNKS; chunk++) {
    const head = readAt(file, position, 36);
    if (head.length < 24) return null;
    const id = head.toString('latin1', 0, 4);
    const size = Number(head.readBigUInt64LE(16));
    if (id === 'fmt ' && head.length >= 36) bytesASecond = head.readUInt32LE(32);
    if (id === 'data') {
      const patches = (there: number, fileBytes: number) => [
        { at: 16, bytes: unsigned64(fileBytes) },
        { at: position + 16, bytes: unsigned64(there + 24) },
      ];
      return { from: position + 24, bytes: Math.max(0, size - 24), bytesASecond, patches };
    }
    position += Math.max(24, Math.ceil(size / 8) * 8);
  }
  return null;
}

/** @see Apple Core Audio Format Specification 1.0: Audio Description Chunk, Audio Data Chunk; packets of several sizes are not counted */
function declaredByCaf(file: number): Declared | null {
  let bytesASecond = 0;
  for (let position = 8, chunk = 0; chunk < MOST_CHUNKS; chunk++) {
    const head = readAt(file, position, 44);
    if (head.length < 12) return null;
    const id = head.toString('latin1', 0, 4);
    const size = Number(head.readBigInt64BE(4));
    if (id === 'desc' && head.length === 44)
      bytesASecond = (head.readDoubleBE(12) * head.readUInt32BE(28)) / Math.max(1, head.readUInt32BE(32));
    if (id === 'data') {
      // Before the sound is a count of edits.
      if (size <= 4) return null;
      const patches = () => [{ at: position + 4, bytes: Buffer.alloc(8, 0xff) }];
      return { from: position + 16, bytes: size - 4, bytesASecond, patches };
    }
    position += 12 + size;
  }
  return null;
}

/** FFmpeg reads an AU file to its end, unless its header says that nothing is in it. */
function declaredByAu(file: number): Declared | null {
  const head = readAt(file, 0, 24);
  if (head.length < 24 || head.readUInt32BE(8) !== 0) return null;
  const bytesASecond = head.readUInt32BE(16) * head.readUInt32BE(20);
  const patches = () => [{ at: 8, bytes: unsigned32(FOUR_GIB - 1, 'big') }];
  return { from: head.readUInt32BE(4), bytes: 0, bytesASecond, patches };
}

/** Whether what follows the declared sound is more of it, and not a chunk, a tag, text or padding. */
function isSound(file: number, from: number, bytes: number): boolean {
  // Padding is all zeros, and so is silence: only what wrapped at 4 GB is silence for certain.
  if (bytes % FOUR_GIB < PLACE_BYTES && bytes >= FOUR_GIB) return true;
  const start = readAt(file, from, 64);
  const id = start.toString('latin1', 0, 4);
  if (BEHIND_SOUND.test(id) || start.every((byte) => byte >= 9 && byte < 127) || isLastChunk(start, bytes))
    return false;
  const step = Math.max(PLACE_BYTES, Math.floor(bytes / LOOKED_AT_PLACES));
  for (let at = 0; at < bytes; at += step) {
    if (readAt(file, from + at, PLACE_BYTES).some((byte) => byte !== 0)) return true;
  }
  return false;
}

/** Whether a chunk begins here that fills the rest of the file. */
function isLastChunk(start: Buffer, bytes: number): boolean {
  const sizes = [start.readUInt32LE(4), start.readUInt32BE(4)];
  return sizes.some((size) => Math.abs(size + 8 - bytes) <= 1);
}

function unsigned32(value: number, order: 'little' | 'big' = 'little'): Buffer {
  const bytes = Buffer.alloc(4);
  const most = Math.min(value, FOUR_GIB - 1);
  if (order === 'big') bytes.writeUInt32BE(most);
  else bytes.writeUInt32LE(most);
  return bytes;
}

function unsigned64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
