/** Chapters in Matroska and WebM: appended to the finished file and entered in its seek head (RFC 9559, 5.1.7). */

import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import type { Chapter } from '../../media/side-streams/chapters.ts';

const EBML = 0x1a_45_df_a3;
const SEGMENT = 0x18_53_80_67;
const SEEK_HEAD = 0x11_4d_9b_74;
const VOID = 0xec;
const CHAPTERS = 0x10_43_a7_70;
/** Of a whole element; the first thing in those that FFmpeg writes. */
const CHECKSUM = 0xbf;
const CHECKSUM_BYTES = 6;
const NANOSECONDS = 1_000_000_000;
const MOST_HEADER_BYTES = 12;
const WIDE_SIZE = 8;

interface Element {
  readonly id: number;
  readonly at: number;
  /** Start of its content. */
  readonly from: number;
  /** End of its content. */
  readonly to: number;
}

/** @throws RangeError when the file is not laid out as FFmpeg writes it, with space after the seek head */
export function writeMatroskaChapters(path: string, chapters: readonly Chapter[]): void {
  const file = openSync(path, 'r+');
  try {
    const { size } = fstatSync(file);
    const header = elementAt(file, 0, EBML);
    const segment = elementAt(file, header.to, SEGMENT);
    if (segment.to !== size) throw new RangeError('The segment does not end with the file');
    const list = elementAt(file, segment.from, SEEK_HEAD);
    const room = elementAt(file, list.to, VOID);
    const content = readAll(file, list.from, list.to);
    const entries = content[0] === CHECKSUM ? content.subarray(CHECKSUM_BYTES) : content;
    const extended = element(SEEK_HEAD, Buffer.concat([entries, entryOf(size - segment.from)]));
    const added = element(CHAPTERS, edition(chapters));
    const filled = Buffer.concat([extended, filler(room.to - list.at - extended.length)]);
    writeSync(file, added, 0, added.length, size);
    writeSync(file, filled, 0, filled.length, list.at);
    const wide = sizeOf(size + added.length - segment.from);
    writeSync(file, wide, 0, WIDE_SIZE, segment.from - WIDE_SIZE);
  } finally {
    closeSync(file);
  }
}

/** @param file descriptor */
function elementAt(file: number, at: number, wanted: number): Element {
  const head = readAll(file, at, at + MOST_HEADER_BYTES);
  const idBytes = Math.clz32(head[0] ?? 0) - 23;
  const id = idBytes > 4 ? 0 : head.readUIntBE(0, idBytes);
  if (id !== wanted) throw new RangeError(`No element ${wanted.toString(16)} at ${at}`);
  const sizeBytes = Math.clz32(head[idBytes] ?? 0) - 23;
  const first = (head[idBytes] as number) & (0xff >> sizeBytes);
  const rest = head.subarray(idBytes + 1, idBytes + sizeBytes);
  const bytes = rest.reduce((sum, byte) => sum * 256 + byte, first);
  const from = at + idBytes + sizeBytes;
  return { id, at, from, to: from + bytes };
}

function readAll(file: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from);
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from));
}

/** @param position of the chapters, relative to the segment's content */
function entryOf(position: number): Buffer {
  return element(0x4d_bb, Buffer.concat([element(0x53_ab, idOf(CHAPTERS)), number(0x53_ac, position)]));
}

function edition(chapters: readonly Chapter[]): Buffer {
  const atoms = chapters.map(({ start, end, title }, index) =>
    element(
      0xb6,
      Buffer.concat([
        number(0x73_c4, index + 1),
        number(0x91, Math.round(start * NANOSECONDS)),
        number(0x92, Math.round(end * NANOSECONDS)),
        ...(title === '' ? [] : [element(0x80, Buffer.concat([text(0x85, title), text(0x43_7c, 'und')]))]),
      ]),
    ),
  );
  return element(0x45_b9, Buffer.concat(atoms));
}

function element(id: number, content: Buffer): Buffer {
  return Buffer.concat([idOf(id), sizeOf(content.length), content]);
}

function number(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return element(id, bytes);
}

function text(id: number, value: string): Buffer {
  return element(id, Buffer.from(value, 'utf8'));
}

function idOf(id: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(id);
  return bytes.subarray(bytes.findIndex((byte) => byte !== 0));
}

/** A size in eight bytes. */
function sizeOf(bytes: number): Buffer {
  const size = Buffer.alloc(WIDE_SIZE);
  size.writeBigUInt64BE(BigInt(bytes));
  size[0] = 1;
  return size;
}

/** A Void element of this many bytes. @throws RangeError for fewer than its header needs */
function filler(bytes: number): Buffer {
  if (bytes < 1 + WIDE_SIZE) throw new RangeError('No room in the list of contents');
  return element(VOID, Buffer.alloc(bytes - 1 - WIDE_SIZE));
}
