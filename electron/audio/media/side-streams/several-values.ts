/** Tags that have several values, as two artists: FFmpeg joins them, or reads only the first, so they are read from the file itself. */

import { closeSync, openSync, readSync } from 'node:fs';
import { readComments } from './vorbis-comments.ts';

/** By FFmpeg's name of the tag, in lower case. Only tags with at least two values. */
export type SeveralValues = Readonly<Record<string, readonly string[]>>;

/** FFmpeg's names where they differ from those of the comments. */
export const COMMENT_NAMES: Readonly<Record<string, string>> = {
  albumartist: 'album_artist',
  tracknumber: 'track',
  discnumber: 'disc',
  description: 'comment',
};

/** FFmpeg's names of ID3v2 frames. */
const FRAME_NAMES: Readonly<Record<string, string>> = {
  TALB: 'album',
  TCOM: 'composer',
  TCON: 'genre',
  TIT2: 'title',
  TPE1: 'artist',
  TPE2: 'album_artist',
  TPE3: 'performer',
  TPUB: 'publisher',
};

/** FFmpeg's names of iTunes' items. */
const ITEM_NAMES: Readonly<Record<string, string>> = {
  '\xa9alb': 'album',
  '\xa9ART': 'artist',
  aART: 'album_artist',
  '\xa9wrt': 'composer',
  '\xa9gen': 'genre',
  '\xa9nam': 'title',
};

const ID3_HEAD_BYTES = 10;
const UTF_16 = 1;
const UTF_16_BE = 2;
const MOST_BYTES = 64 * 1024 * 1024;

/** Never throws: in a file that can't be read no tag has several. */
export function readSeveralValues(path: string): SeveralValues {
  const values = new Map<string, string[]>();
  const add = (name: string, value: string) => {
    const key = name.toLowerCase();
    if (value !== '') values.set(key, [...(values.get(key) ?? []), value]);
  };
  for (const entry of readComments(path)?.entries ?? []) {
    const text = entry.toString('utf8');
    const equals = text.indexOf('=');
    const name = text.slice(0, Math.max(0, equals)).toLowerCase();
    if (name !== 'metadata_block_picture') add(COMMENT_NAMES[name] ?? name, text.slice(equals + 1));
  }
  try {
    const file = openSync(path, 'r');
    try {
      readId3(file, add);
      readItems(file, add);
    } finally {
      closeSync(file);
    }
  } catch {
    // The file was opened by FFmpeg, so this is none of its kinds.
  }
  return Object.fromEntries([...values].filter(([, all]) => all.length > 1));
}

type Add = (name: string, value: string) => void;

/** Text frames of ID3v2.4, in which a zero divides values (4.2). */
function readId3(file: number, add: Add): void {
  const head = readAt(file, 0, ID3_HEAD_BYTES);
  if (head.toString('latin1', 0, 3) !== 'ID3' || head[3] !== 4) return;
  const tag = readAt(file, ID3_HEAD_BYTES, Math.min(MOST_BYTES, syncSafe(head, 6)));
  for (let at = 0; at + ID3_HEAD_BYTES < tag.length && tag[at] !== 0; ) {
    const id = tag.toString('latin1', at, at + 4);
    const bytes = syncSafe(tag, at + 4);
    const content = tag.subarray(at + ID3_HEAD_BYTES, at + ID3_HEAD_BYTES + bytes);
    const name = FRAME_NAMES[id];
    if (name !== undefined) for (const value of textOf(content).split('\0')) add(name, value);
    at += ID3_HEAD_BYTES + bytes;
  }
}

function textOf(content: Buffer): string {
  const [encoding] = content;
  const text = content.subarray(1);
  if (encoding === 3) return text.toString('utf8');
  if (encoding === UTF_16) return text.toString('utf16le').replaceAll('\ufeff', '');
  return encoding === UTF_16_BE ? Buffer.from(text).swap16().toString('utf16le') : text.toString('latin1');
}

function syncSafe(bytes: Buffer, at: number): number {
  return [0, 1, 2, 3].reduce((sum, index) => (sum << 7) | (bytes[at + index] ?? 0), 0);
}

/** Items of `moov/udta/meta/ilst` with several `data` boxes. */
function readItems(file: number, add: Add): void {
  let place: Range | null = { from: 0, to: Number.POSITIVE_INFINITY };
  for (const name of ['moov', 'udta', 'meta', 'ilst']) {
    place = boxIn(file, place, name);
    if (place === null) return;
    if (name === 'meta') place = { ...place, from: place.from + 4 };
  }
  const items = readAt(file, place.from, Math.min(MOST_BYTES, place.to - place.from));
  for (const [id, item] of boxesOf(items)) {
    const name = ITEM_NAMES[id];
    if (name === undefined) continue;
    for (const [kind, data] of boxesOf(item)) if (kind === 'data') add(name, data.toString('utf8', 8));
  }
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function boxIn(file: number, { from, to }: Range, name: string): Range | null {
  for (let at = from; at + 8 <= to; ) {
    const head = readAt(file, at, 16);
    if (head.length < 8) return null;
    const short = head.readUInt32BE(0);
    const bytes = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
    if (bytes < 8) return null;
    if (head.toString('latin1', 4, 8) === name) return { from: at + (short === 1 ? 16 : 8), to: at + bytes };
    at += bytes;
  }
  return null;
}

function boxesOf(content: Buffer): readonly (readonly [name: string, content: Buffer])[] {
  const boxes: (readonly [string, Buffer])[] = [];
  for (let at = 0; at + 8 <= content.length; ) {
    const bytes = content.readUInt32BE(at);
    if (bytes < 8) break;
    boxes.push([content.toString('latin1', at + 4, at + 8), content.subarray(at + 8, at + bytes)]);
    at += bytes;
  }
  return boxes;
}

function readAt(file: number, at: number, bytes: number): Buffer {
  const data = Buffer.alloc(bytes);
  return data.subarray(0, readSync(file, data, 0, bytes, at));
}
