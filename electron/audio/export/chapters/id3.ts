/** Chapters in mp3: frames in the reserved space at the end of its ID3v2.4 tag (ID3v2 Chapter Frame Addendum 1.0). */

import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { Chapter } from '../../media/side-streams/chapters.ts';

const HEADER_BYTES = 10;
/** An unused byte offset. */
const NO_OFFSET = 0xff_ff_ff_ff;
const UTF_8 = 3;
const TOP_LEVEL_AND_ORDERED = 3;
/** A table of contents counts chapters in one byte. */
const MOST_LISTED = 255;

/** Bytes needed at the end of the tag. */
export function id3ChapterFrames(chapters: readonly Chapter[]): Buffer {
  const listed = chapters.slice(0, MOST_LISTED).map((_, index) => nameOf(index));
  const contents = Buffer.concat([
    Buffer.from('toc\0', 'latin1'),
    Buffer.from([TOP_LEVEL_AND_ORDERED, listed.length]),
    ...listed,
  ]);
  return Buffer.concat([
    frame('CTOC', contents),
    ...chapters.map((chapter, index) => frame('CHAP', body(chapter, index))),
  ]);
}

/** @throws RangeError when the file has no such tag, or too little space in it */
export function writeId3Chapters(path: string, chapters: readonly Chapter[]): void {
  const frames = id3ChapterFrames(chapters);
  const file = openSync(path, 'r+');
  try {
    const at = endOfFrames(file);
    const room = Buffer.alloc(frames.length);
    if (readSync(file, room, 0, room.length, at) < room.length || room.some((byte) => byte !== 0)) {
      throw new RangeError('No room for chapters in the tag');
    }
    writeSync(file, frames, 0, frames.length, at);
  } finally {
    closeSync(file);
  }
}

/** @param file descriptor */
function endOfFrames(file: number): number {
  const head = Buffer.alloc(HEADER_BYTES);
  readSync(file, head, 0, HEADER_BYTES, 0);
  if (head.toString('latin1', 0, 3) !== 'ID3' || head[3] !== 4) throw new RangeError('No ID3v2.4 tag');
  const end = HEADER_BYTES + syncSafe(head, 6);
  let at = HEADER_BYTES;
  while (at + HEADER_BYTES <= end) {
    readSync(file, head, 0, HEADER_BYTES, at);
    if (head[0] === 0) return at;
    at += HEADER_BYTES + syncSafe(head, 4);
  }
  throw new RangeError('No room in the tag');
}

function frame(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  head.write(name, 0, 'latin1');
  for (let index = 0; index < 4; index++) head[4 + index] = (content.length >> (21 - 7 * index)) & 0x7f;
  return Buffer.concat([head, content]);
}

function syncSafe(bytes: Buffer, at: number): number {
  return [0, 1, 2, 3].reduce((sum, index) => (sum << 7) | (bytes[at + index] as number), 0);
}

function body({ start, end, title }: Chapter, index: number): Buffer {
  const times = Buffer.alloc(16);
  times.writeUInt32BE(Math.round(start * 1000), 0);
  times.writeUInt32BE(Math.round(end * 1000), 4);
  times.writeUInt32BE(NO_OFFSET, 8);
  times.writeUInt32BE(NO_OFFSET, 12);
  const text = Buffer.concat([Buffer.from([UTF_8]), Buffer.from(title, 'utf8')]);
  return Buffer.concat([nameOf(index), times, ...(title === '' ? [] : [frame('TIT2', text)])]);
}

function nameOf(index: number): Buffer {
  return Buffer.from(`chp${index}\0`, 'latin1');
}
