/** The length that a recording's headers declare, where they state one rather than imply it by the bit rate. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { understatedHeader } from '../media/codecs/understated.ts';
import type { MediaReader } from '../media/reader.ts';

/** Most chunks that are read: a file may consist of endless empty ones. */
const MOST_CHUNKS = 1000;

/**
 * Seconds; 0 where a crashed recorder never wrote a size, null for formats that declare none.
 * FFmpeg does not say: it estimates the length of a truncated mp3 and counts the existing bytes of a truncated WAV.
 */
export function declaredSeconds(path: string, reader: MediaReader): number | null {
  const { codec, container, sampleRate } = reader.info;
  const understated = understatedHeader(path);
  if (understated !== null) return understated.declaredSeconds;
  if (container.includes('mp4') || container === 'aiff') return reader.streamSeconds;
  // Matroska and FLV have one length for all streams, and the video may be longer than the audio.
  if (container.includes('matroska') || container === 'flv')
    return reader.info.hasVideo ? null : reader.info.durationSeconds;
  const file = openSync(path, 'r');
  try {
    if (container === 'mp3') return mp3Seconds(file, sampleRate);
    if (container === 'wav') return wavSeconds(file, codec.startsWith('pcm_'));
    if (container === 'w64') return w64Seconds(file);
    if (container === 'flac') return flacSeconds(file);
    return null;
  } finally {
    closeSync(file);
  }
}

/** @param file descriptor */
function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, position));
}

/** Bytes of an ID3v2 tag at the start, its header included. */
function id3Bytes(file: number): number {
  const head = readAt(file, 0, 10);
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | ((head[at] ?? 0) & 0x7f), 0);
  return 10 + size;
}

/** From the frame count of a Xing, Info or VBRI header in the first frame. */
function mp3Seconds(file: number, sampleRate: number): number | null {
  const first = readAt(file, id3Bytes(file), 4096);
  // There may be padding between the tag and the first frame.
  const sync = first.findIndex((byte, at) => byte === 0xff && ((first[at + 1] ?? 0) & 0xe0) === 0xe0);
  if (sync < 0) return null;
  const samplesPerFrame = ((first[sync + 1] ?? 0) & 0x18) === 0x18 ? 1152 : 576;
  const frame = first.subarray(sync, sync + 256);
  for (const name of ['Xing', 'Info']) {
    const at = frame.indexOf(name, 0, 'latin1');
    if (at < 0 || at + 12 > frame.length) continue;
    const hasFrames = (frame.readUInt32BE(at + 4) & 1) === 1;
    return hasFrames ? positive((frame.readUInt32BE(at + 8) * samplesPerFrame) / sampleRate) : null;
  }
  const vbri = frame.indexOf('VBRI', 0, 'latin1');
  if (vbri < 0 || vbri + 18 > frame.length) return null;
  return positive((frame.readUInt32BE(vbri + 14) * samplesPerFrame) / sampleRate);
}

const UNKNOWN_LONG = 0xff_ff_ff_ff;

/** Recorders that never finish the header leave zero, or sizes near the 32-bit limit: 0. @param long of the ds64 chunk */
function dataBytes(size: number, long: number | null): number {
  if (size === UNKNOWN_LONG) return long ?? 0;
  return size >= 0x7f_ff_f0_00 ? 0 : size;
}

/** From the size of the data chunk and the byte rate. @param isExact whether that rate is: programs guess it for compressed sound */
function wavSeconds(file: number, isExact: boolean): number | null {
  let position = 12;
  let bytesASecond = 0;
  let longDataBytes: number | null = null;
  for (let chunk = 0; chunk < MOST_CHUNKS; chunk++) {
    const head = readAt(file, position, 36);
    if (head.length < 8) break;
    const id = head.toString('latin1', 0, 4);
    const size = head.readUInt32LE(4);
    if (id === 'fmt ' && head.length >= 20) bytesASecond = head.readUInt32LE(16);
    if (id === 'ds64' && head.length >= 24) longDataBytes = Number(head.readBigUInt64LE(16));
    if (id === 'data') {
      const bytes = dataBytes(size, longDataBytes);
      const isAllThere = bytes > 0 && position + 8 + bytes <= fstatSync(file).size;
      return bytesASecond === 0 || (!isExact && isAllThere) ? null : bytes / bytesASecond;
    }
    position += 8 + size + (size % 2);
  }
  return null;
}

/** Wave64: like WAV, but with 16-byte chunk names that start with WAV's, and 8-byte sizes that include the chunk header. */
function w64Seconds(file: number): number | null {
  let position = 40;
  let bytesASecond = 0;
  for (let chunk = 0; chunk < MOST_CHUNKS; chunk++) {
    const head = readAt(file, position, 36);
    if (head.length < 24) break;
    const id = head.toString('latin1', 0, 4);
    const size = Number(head.readBigUInt64LE(16));
    if (id === 'fmt ' && head.length >= 36) bytesASecond = head.readUInt32LE(32);
    if (id === 'data') return bytesASecond === 0 ? null : positive((size - 24) / bytesASecond);
    position += Math.max(24, Math.ceil(size / 8) * 8);
  }
  return null;
}

/** From the total samples in the STREAMINFO block; zero means unknown. */
function flacSeconds(file: number): number | null {
  const block = readAt(file, id3Bytes(file), 26);
  if (block.length < 26 || block.toString('latin1', 0, 4) !== 'fLaC') return null;
  const packed = block.readBigUInt64BE(18);
  const sampleRate = Number(packed >> 44n);
  return sampleRate === 0 ? null : positive(Number(packed & 0xf_ff_ff_ff_ffn) / sampleRate);
}

function positive(seconds: number): number | null {
  return seconds > 0 && Number.isFinite(seconds) ? seconds : null;
}
