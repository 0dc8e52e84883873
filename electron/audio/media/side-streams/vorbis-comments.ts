/** Where a FLAC or Ogg file has its comments (Vorbis I, 5), and how they are replaced by others of the same length. */

import { closeSync, openSync, readSync, writeSync } from 'node:fs';

export interface Comments {
  readonly vendor: Buffer;
  /** `NAME=value` each. */
  readonly entries: readonly Buffer[];
  /** Whatever follows them. */
  readonly rest: Buffer;
}

interface Extent {
  readonly at: number;
  readonly bytes: number;
}

interface Place {
  /** In front of the comments. */
  readonly prefix: Buffer;
  readonly body: Buffer;
  /** Where prefix and body lie, in their order. */
  readonly extents: readonly Extent[];
  /** Ogg pages, whose checksums cover them. */
  readonly pages: readonly Extent[];
}

const COMMENT_BLOCK = 4;
const LAST_BLOCK = 0x80;
const PAGE_HEAD_BYTES = 27;
const CHECKSUM_AT = 22;
const MOST_PAGES = 20_000;

/** Null for any other file. Never throws: a file that can't be read has none. */
export function readComments(path: string): Comments | null {
  try {
    const file = openSync(path, 'r');
    try {
      const place = placeOf(file);
      return place === null ? null : commentsIn(place.body);
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

/** @param change gets the entries; what it makes of them takes as many bytes @throws RangeError when it doesn't */
export function changeComments(path: string, change: (entries: readonly Buffer[]) => readonly Buffer[]): void {
  const file = openSync(path, 'r+');
  try {
    const place = placeOf(file);
    const comments = place === null ? null : commentsIn(place.body);
    if (place === null || comments === null) return;
    const { rest, vendor } = comments;
    const body = bytesOf({ vendor, rest, entries: change(comments.entries) });
    if (body.length !== place.body.length) throw new RangeError('The comments have another length');
    scatter(file, place.extents, Buffer.concat([place.prefix, body]));
    for (const page of place.pages) renewChecksum(file, page);
  } finally {
    closeSync(file);
  }
}

function commentsIn(body: Buffer): Comments | null {
  try {
    let at = 0;
    const take = () => {
      const bytes = body.readUInt32LE(at);
      if (at + 4 + bytes > body.length) throw new RangeError('Cut short');
      at += 4 + bytes;
      return body.subarray(at - bytes, at);
    };
    const vendor = take();
    const count = body.readUInt32LE(at);
    at += 4;
    const entries = Array.from({ length: Math.min(count, body.length) }, take);
    return { vendor, entries, rest: body.subarray(at) };
  } catch (failure) {
    if (failure instanceof RangeError) return null;
    throw failure;
  }
}

function bytesOf({ entries, rest, vendor }: Comments): Buffer {
  const counted = (part: Buffer) => Buffer.concat([number(part.length), part]);
  return Buffer.concat([counted(vendor), number(entries.length), ...entries.map(counted), rest]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** @param file descriptor */
function placeOf(file: number): Place | null {
  const start = readAt(file, 0, 4).toString('latin1');
  if (start === 'fLaC') return inFlac(file);
  return start === 'OggS' ? inOgg(file) : null;
}

function inFlac(file: number): Place | null {
  for (let at = 4, kind = 0; (kind & LAST_BLOCK) === 0; ) {
    const head = readAt(file, at, 4);
    if (head.length < 4) return null;
    kind = head[0] as number;
    const bytes = head.readUIntBE(1, 3);
    const extent = { at: at + 4, bytes };
    if ((kind & ~LAST_BLOCK) === COMMENT_BLOCK)
      return { prefix: Buffer.alloc(0), body: readAt(file, extent.at, bytes), extents: [extent], pages: [] };
    at += 4 + bytes;
  }
  return null;
}

/** A packet of which nothing is known yet but where it lies. */
interface Packet {
  /** Packets of its stream that have ended. */
  whole: number;
  readonly extents: Extent[];
  readonly pages: Extent[];
}

/** The second packet of the first stream that has comments there. */
function inOgg(file: number): Place | null {
  const packets = new Map<number, Packet>();
  for (let at = 0, pages = 0; pages < MOST_PAGES; pages++) {
    const head = readAt(file, at, PAGE_HEAD_BYTES);
    if (head.length < PAGE_HEAD_BYTES || head.toString('latin1', 0, 4) !== 'OggS') return null;
    const serial = head.readUInt32LE(14);
    const lengths = readAt(file, at + PAGE_HEAD_BYTES, head[26] as number);
    const page = { at, bytes: PAGE_HEAD_BYTES + lengths.length + lengths.reduce((sum, one) => sum + one, 0) };
    const packet = packets.get(serial) ?? { whole: 0, extents: [], pages: [] };
    packets.set(serial, packet);
    if (packet.whole < 2) {
      addPage(packet, page, lengths);
      const place = packet.whole < 2 ? null : placeIn(file, packet);
      if (place !== null) return place;
    }
    at += page.bytes;
  }
  return null;
}

/** @param lengths of the page's segments: a packet ends with one that is shorter than 255 bytes */
function addPage(packet: Packet, page: Extent, lengths: Buffer): void {
  let position = page.at + PAGE_HEAD_BYTES + lengths.length;
  for (const bytes of lengths) {
    if (packet.whole === 1) {
      packet.extents.push({ at: position, bytes });
      if (packet.pages.at(-1) !== page) packet.pages.push(page);
    }
    position += bytes;
    if (bytes < 255) packet.whole += 1;
    if (packet.whole === 2) return;
  }
}

function placeIn(file: number, { extents, pages }: Packet): Place | null {
  const packet = Buffer.concat(extents.map(({ at, bytes }) => readAt(file, at, bytes)));
  const bytes = prefixBytes(packet);
  return bytes === null ? null : { prefix: packet.subarray(0, bytes), body: packet.subarray(bytes), extents, pages };
}

/** Null for a packet without comments. */
function prefixBytes(packet: Buffer): number | null {
  const start = packet.toString('latin1', 0, 8);
  if (start === 'OpusTags') return 8;
  if (start.startsWith('\x03vorbis')) return 7;
  return ((packet[0] ?? 0) & ~LAST_BLOCK) === COMMENT_BLOCK ? 4 : null;
}

function scatter(file: number, extents: readonly Extent[], bytes: Buffer): void {
  let from = 0;
  for (const extent of extents) {
    writeSync(file, bytes, from, extent.bytes, extent.at);
    from += extent.bytes;
  }
}

function readAt(file: number, at: number, bytes: number): Buffer {
  const data = Buffer.alloc(bytes);
  return data.subarray(0, readSync(file, data, 0, bytes, at));
}

/** RFC 3533, 6: a checksum of the whole page with a checksum of 0. */
function renewChecksum(file: number, { at, bytes }: Extent): void {
  const page = readAt(file, at, bytes);
  page.writeUInt32LE(0, CHECKSUM_AT);
  page.writeUInt32LE(checksumOf(page), CHECKSUM_AT);
  writeSync(file, page, CHECKSUM_AT, 4, at + CHECKSUM_AT);
}

const POLYNOMIAL = 0x04_c1_1d_b7;

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? POLYNOMIAL : 0);
  return value >>> 0;
});

function checksumOf(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) ^ (TABLE[((sum >>> 24) ^ byte) & 0xff] as number)) >>> 0;
  return sum;
}
