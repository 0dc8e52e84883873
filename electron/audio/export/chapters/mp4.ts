/** Chapters in MP4 and QuickTime: a Nero chapter list (`chpl`), which players and FFmpeg read, in the finished file's index. */

import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import type { Chapter } from '../../media/side-streams/chapters.ts';

const HEAD_BYTES = 8;
const LONG_HEAD_BYTES = 16;
const TICKS_A_SECOND = 10_000_000;
/** Chapters, and the bytes of a title, are counted in one byte. */
const MOST_CHAPTERS = 255;
const MOST_TITLE_BYTES = 255;
const MOST_INDEX_BYTES = 512 * 1024 * 1024;

/**
 * The index must be at the end of the file, so that nothing it points to moves.
 * @throws RangeError when it is not
 */
export function writeMp4Chapters(path: string, chapters: readonly Chapter[]): void {
  const file = openSync(path, 'r+');
  try {
    const { at, bytes } = lastBox(file, fstatSync(file).size);
    if (bytes > MOST_INDEX_BYTES) throw new RangeError('The index is too large');
    const index = Buffer.alloc(bytes);
    readSync(file, index, 0, bytes, at);
    if (nameOf(index, 0) !== 'moov') throw new RangeError('The index is not at the end');
    const extended = withChapters(index, chapterList(chapters));
    writeSync(file, extended, 0, extended.length, at);
    ftruncateSync(file, at + extended.length);
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

function withChapters(index: Buffer, list: Buffer): Buffer {
  for (let at = HEAD_BYTES; at + HEAD_BYTES <= index.length; at += index.readUInt32BE(at)) {
    if (nameOf(index, at) !== 'udta') continue;
    const end = at + index.readUInt32BE(at);
    const userData = box('udta', Buffer.concat([index.subarray(at + HEAD_BYTES, end), list]));
    return box('moov', Buffer.concat([index.subarray(HEAD_BYTES, at), userData, index.subarray(end)]));
  }
  return box('moov', Buffer.concat([index.subarray(HEAD_BYTES), box('udta', list)]));
}

function chapterList(chapters: readonly Chapter[]): Buffer {
  const listed = chapters.slice(0, MOST_CHAPTERS);
  const head = Buffer.alloc(9);
  head.writeUInt32BE(0x01_00_00_00, 0);
  head.writeUInt8(listed.length, 8);
  const entries = listed.map(({ start, title }) => {
    const text = shortened(title);
    const entry = Buffer.alloc(9);
    entry.writeBigUInt64BE(BigInt(Math.round(start * TICKS_A_SECOND)), 0);
    entry.writeUInt8(text.length, 8);
    return Buffer.concat([entry, text]);
  });
  return box('chpl', Buffer.concat([head, ...entries]));
}

/** Truncates between two characters. */
function shortened(title: string): Buffer {
  let text = title;
  while (Buffer.byteLength(text, 'utf8') > MOST_TITLE_BYTES) text = [...text].slice(0, -1).join('');
  return Buffer.from(text, 'utf8');
}

function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(HEAD_BYTES + content.length, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

function nameOf(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at + 4, at + HEAD_BYTES);
}
