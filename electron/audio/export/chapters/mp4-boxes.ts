/** The boxes of an MP4 or QuickTime file's index, and how a finished file gets another index (ISO/IEC 14496-12, 4.2). */

import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';

export const HEAD_BYTES = 8;
const LONG_HEAD_BYTES = 16;
const MOST_INDEX_BYTES = 512 * 1024 * 1024;

export interface ChangedIndex {
  readonly index: Buffer;
  /** Goes between the media and the index, where the index began. */
  readonly before?: Buffer;
}

/**
 * The index must be at the end of the file, so that nothing it points to moves.
 * @param change gets the index (`moov`) and the byte at which it begins
 * @throws RangeError when it is elsewhere
 */
export function changeIndex(path: string, change: (index: Buffer, at: number) => ChangedIndex): void {
  const file = openSync(path, 'r+');
  try {
    const { at, bytes } = lastBox(file, fstatSync(file).size);
    if (bytes > MOST_INDEX_BYTES) throw new RangeError('The index is too large');
    const index = Buffer.alloc(bytes);
    readSync(file, index, 0, bytes, at);
    if (nameOf(index, 0) !== 'moov') throw new RangeError('The index is not at the end');
    const changed = change(index, at);
    const written = Buffer.concat([changed.before ?? Buffer.alloc(0), changed.index]);
    writeSync(file, written, 0, written.length, at);
    ftruncateSync(file, at + written.length);
  } finally {
    closeSync(file);
  }
}

/** @param file descriptor @param size of it, in bytes */
function lastBox(file: number, size: number): { readonly at: number; readonly bytes: number } {
  const head = Buffer.alloc(LONG_HEAD_BYTES);
  let at = 0;
  let bytes = 0;
  while (at + bytes < size) {
    at += bytes;
    readSync(file, head, 0, LONG_HEAD_BYTES, at);
    const short = head.readUInt32BE(0);
    bytes = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short;
    if (bytes < HEAD_BYTES) throw new RangeError('A box without a size');
  }
  return { at, bytes };
}

export interface Box {
  readonly name: string;
  /** Without its head. */
  readonly content: Buffer;
}

/** The boxes in the content of another one. */
export function boxesIn(content: Buffer): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + HEAD_BYTES <= content.length; ) {
    const bytes = content.readUInt32BE(at);
    if (bytes < HEAD_BYTES || at + bytes > content.length) break;
    boxes.push({ name: nameOf(content, at), content: content.subarray(at + HEAD_BYTES, at + bytes) });
    at += bytes;
  }
  return boxes;
}

/** The content with one of its boxes changed, or with a new one at its end. @param change gets null where there is none */
export function withBox(content: Buffer, name: string, change: (box: Buffer | null) => Buffer): Buffer {
  const boxes = boxesIn(content);
  const parts = boxes.map((one) => box(one.name, one.name === name ? change(one.content) : one.content));
  if (boxes.every((one) => one.name !== name)) parts.push(box(name, change(null)));
  return Buffer.concat(parts);
}

export function box(name: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(HEAD_BYTES + content.length, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** Numbers of 32 bits. */
export function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * index);
  return bytes;
}

function nameOf(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at + 4, at + HEAD_BYTES);
}
