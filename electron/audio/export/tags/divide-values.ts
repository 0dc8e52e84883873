/** Divides several values of one tag, which the muxer wrote as one with marks between them. */

import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { COMMENT_MUXERS, ITEM_MUXERS, MARK } from '../../media/side-streams/joined-values.ts';
import { changeComments } from '../../media/side-streams/vorbis-comments.ts';
import { box, boxesIn, changeIndex, HEAD_BYTES } from '../chapters/mp4-boxes.ts';

const ID3_HEAD_BYTES = 10;

/** @throws RangeError when the file isn't laid out as FFmpeg writes it */
export function divideValues(path: string, muxer: string): void {
  if (COMMENT_MUXERS.includes(muxer)) changeComments(path, (entries) => entries.flatMap(dividedComment));
  if (ITEM_MUXERS.includes(muxer)) changeIndex(path, (index) => ({ index: withDividedItems(index) }));
  if (muxer === 'mp3') divideFrames(path);
}

function dividedComment(entry: Buffer): readonly Buffer[] {
  const text = entry.toString('utf8');
  if (!text.includes(MARK)) return [entry];
  const equals = text.indexOf('=');
  const values = valuesIn(text.slice(equals + 1));
  return values.map((value) => Buffer.from(`${text.slice(0, equals)}=${value}`, 'utf8'));
}

function valuesIn(text: string): readonly string[] {
  return text.split(MARK).filter((value) => value !== '');
}

function withDividedItems(index: Buffer): Buffer {
  const inside = (content: Buffer, name: string, change: (content: Buffer) => Buffer) =>
    Buffer.concat(boxesIn(content).map((one) => box(one.name, one.name === name ? change(one.content) : one.content)));
  const changed = inside(index.subarray(HEAD_BYTES), 'udta', (user) =>
    inside(user, 'meta', (meta) =>
      Buffer.concat([meta.subarray(0, 4), inside(meta.subarray(4), 'ilst', dividedItems)]),
    ),
  );
  return box('moov', changed);
}

function dividedItems(list: Buffer): Buffer {
  return Buffer.concat(boxesIn(list).map(({ name, content }) => box(name, dividedItem(content))));
}

function dividedItem(item: Buffer): Buffer {
  return Buffer.concat(
    boxesIn(item).flatMap(({ name, content }) => {
      const head = content.subarray(0, 8);
      const text = content.subarray(8).toString('utf8');
      if (name !== 'data' || head[3] !== 1 || !text.includes(MARK)) return [box(name, content)];
      return valuesIn(text).map((value) => box(name, head, Buffer.from(value, 'utf8')));
    }),
  );
}

/** Text frames of ID3v2.4: a zero divides values. */
function divideFrames(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const head = Buffer.alloc(ID3_HEAD_BYTES);
    readSync(file, head, 0, head.length, 0);
    if (head.toString('latin1', 0, 3) !== 'ID3' || head[3] !== 4) throw new RangeError('No ID3v2.4 tag');
    const tag = Buffer.alloc(syncSafe(head, 6));
    readSync(file, tag, 0, tag.length, ID3_HEAD_BYTES);
    for (let at = 0; at + ID3_HEAD_BYTES < tag.length && tag[at] !== 0; ) {
      const bytes = syncSafe(tag, at + 4);
      const text = tag.subarray(at + ID3_HEAD_BYTES + 1, at + ID3_HEAD_BYTES + bytes);
      if (tag[at] === 'T'.charCodeAt(0)) for (const [index, byte] of text.entries()) if (byte === 1) text[index] = 0;
      at += ID3_HEAD_BYTES + bytes;
    }
    writeSync(file, tag, 0, tag.length, ID3_HEAD_BYTES);
  } finally {
    closeSync(file);
  }
}

function syncSafe(bytes: Buffer, at: number): number {
  return [0, 1, 2, 3].reduce((sum, index) => (sum << 7) | (bytes[at + index] as number), 0);
}
