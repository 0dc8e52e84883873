/** Tells a disk that couldn't be read from a recording that is damaged: FFmpeg's demuxers make the same of both. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { constants } from 'node:os';
import type { FormatContext, Packet } from 'node-av/lib';
import { toSourceError } from '../../platform/files/file-errors.ts';

/** At each end of a file: there are the headers. */
const END_BYTES = 64 * 1024;

/** The next packet, as `readFrameSync` gives it. @throws CleartakeError diskFailed, shareLost and the like */
export function readPacket(format: FormatContext, packet: Packet, path: string): number {
  const answer = format.readFrameSync(packet);
  if (answer < 0) requireDisk(format, path);
  return answer;
}

/** @throws CleartakeError when the system couldn't read the file of an open format */
export function requireDisk(format: FormatContext, path: string): void {
  // What the system said last. The end of a file isn't an error there.
  const error = -(format.pb?.error ?? 0);
  const code = Object.entries(constants.errno).find(([, number]) => number === error)?.[0];
  if (code !== undefined) throw toSourceError(Object.assign(new Error(`${code}: read`), { code, path }), path);
}

/** For a file that couldn't be opened as a recording. @throws CleartakeError when the system can't read its ends */
export function requireEnds(path: string): void {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const piece = Buffer.alloc(END_BYTES);
      for (const from of [0, Math.max(0, size - END_BYTES)]) readSync(file, piece, 0, END_BYTES, from);
    } finally {
      closeSync(file);
    }
  } catch (failure) {
    throw toSourceError(failure, path);
  }
}
