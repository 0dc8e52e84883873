/** Where a file's audio ends: gigabytes of padding may follow, which FFmpeg would search for more. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const MIB = 1024 * 1024;
/** Less padding than this is skipped quickly anyway. */
const TOLERATED_BYTES = MIB;

/** Streams without a container are probed at this many places, this far apart, this many bytes each. */
const STEP_BYTES = MIB;
const WINDOW_BYTES = 4096;
/** FFmpeg buffers everything in which it finds no frame, twice; no gap between frames is this long. */
const LONGEST_GAP_STEPS = 16;

/** Most RIFF chunks before the audio; files with more, endless empty ones for example, are left to FFmpeg. */
const MOST_CHUNKS = 1000;

/**
 * Bytes from the start; null for the whole file.
 * @param path of an existing file
 */
export function soundExtent(path: string): number | null {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const head = readAt(file, 0, 12);
    const tag = head.toString('latin1', 0, 4);
    const isWav = tag === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE';
    const end = isWav ? wavEnd(file) : isContained(head) ? size : streamEnd(file, size);
    return size - end > TOLERATED_BYTES ? end : null;
  } finally {
    closeSync(file);
  }
}

/** Whether a file's first bytes belong to a container that says where its audio is. */
function isContained(head: Buffer): boolean {
  if (['RIFF', 'RF64', 'riff', 'FORM', 'caff', 'OggS', '.snd', '#!AM'].includes(head.toString('latin1', 0, 4)))
    return true;
  if (['FLV', 'G@'].some((tag) => head.toString('latin1').startsWith(tag))) return true;
  if (/^(ftyp|moov|mdat|wide|free|skip|pnot|uuid)$/.test(head.toString('latin1', 4, 8))) return true;
  // Matroska, ASF, MPEG's program stream.
  return head.length >= 4 && [0x1a_45_df_a3, 0x30_26_b2_75, 0x00_00_01_ba].includes(head.readUInt32BE(0));
}

/** The end of the data chunk, or of all chunks by the header when that is later; null when the sizes are impossible. */
function wavEnd(file: number): number {
  const whole = 8 + readAt(file, 4, 4).readUInt32LE(0);
  let position = 12;
  for (let chunk = 0; chunk < MOST_CHUNKS; chunk++) {
    const head = readAt(file, position, 8);
    if (head.length < 8) break;
    const size = head.readUInt32LE(4);
    const end = position + 8 + size + (size % 2);
    if (head.toString('latin1', 0, 4) === 'data') return size === 0 ? Number.POSITIVE_INFINITY : Math.max(end, whole);
    position = end;
  }
  return Number.POSITIVE_INFINITY;
}

/** Where the last probed place with a frame is, unless the gap after it is short. */
function streamEnd(file: number, size: number): number {
  const start = tagBytes(file);
  let last = start;
  for (let position = start; position < size; position += STEP_BYTES) {
    if (position - last > LONGEST_GAP_STEPS * STEP_BYTES) return last + STEP_BYTES;
    if (mayContainFrame(readAt(file, position, WINDOW_BYTES))) last = position;
  }
  return size - last > LONGEST_GAP_STEPS * STEP_BYTES ? last + STEP_BYTES : size;
}

/** Whether the sync word of an MPEG audio, FLAC or AC-3 frame occurs; compressed audio is full of false matches, which do no harm. */
function mayContainFrame(window: Buffer): boolean {
  if (window.includes(Buffer.from([0x0b, 0x77]))) return true;
  for (let at = window.indexOf(0xff); at >= 0; at = window.indexOf(0xff, at + 1)) {
    if ((window[at + 1] ?? 0) >= 0xe0) return true;
  }
  return false;
}

/** Bytes of an ID3v2 tag at the start; its picture may be large. */
function tagBytes(file: number): number {
  const head = readAt(file, 0, 10);
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  return 10 + [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | ((head[at] ?? 0) & 0x7f), 0);
}

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, position));
}
