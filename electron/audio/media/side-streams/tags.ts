/** Copies a recording's tags and pictures into a file made from it, as far as the format supports them. */

import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_PKT_FLAG_KEY,
  AVMEDIA_TYPE_ATTACHMENT,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { Dictionary, type FormatContext, Packet, Rational, type Stream } from 'node-av/lib';
import { type SideStreams, written } from '../writer.ts';
import type { Chapter } from './chapters.ts';
import { joinedFor } from './joined-values.ts';
import type { Picture, SourceMetadata } from './metadata-reader.ts';

const MIME_TYPES: Readonly<Record<string, string>> = {
  mjpeg: 'image/jpeg',
  png: 'image/png',
  bmp: 'image/bmp',
  gif: 'image/gif',
};

/** Picture codecs that each format supports as streams (FFmpeg's names). */
const PICTURES: Readonly<Record<string, readonly string[]>> = {
  mp3: Object.keys(MIME_TYPES),
  flac: Object.keys(MIME_TYPES),
  aiff: Object.keys(MIME_TYPES),
  ipod: ['mjpeg', 'png', 'bmp'],
  mp4: ['mjpeg', 'png', 'bmp'],
};
const PICTURE = 'METADATA_BLOCK_PICTURE';
const OTHER_PICTURE = 0;
const FRONT_COVER = 3;
/** By FFmpeg's names. */
const KINDS: Readonly<Record<string, number>> = {
  Other: OTHER_PICTURE,
  'Cover (front)': FRONT_COVER,
  'Cover (back)': 4,
};
const NO_DEPTH = 0;

/** Tags that broadcast WAV keeps in a chunk of its own. */
const BROADCAST_TAGS = [
  ...['originator', 'originator_reference', 'origination_date', 'time_reference', 'umid', 'coding_history'],
];

/**
 * @param muxerName FFmpeg's
 * @param muxerOptions additional options
 */
export function metadataSideStreams(
  metadata: SourceMetadata,
  muxerName: string,
  muxerOptions: Readonly<Record<string, string>> = {},
): SideStreams {
  const pictures = metadata.pictures.filter(({ codec }) => PICTURES[muxerName]?.includes(codec));
  const attached = metadata.pictures.filter(({ codec }) => muxerName === 'matroska' && MIME_TYPES[codec] !== undefined);
  const isBroadcast = muxerName === 'wav' && BROADCAST_TAGS.some((name) => metadata.tags[name] !== undefined);
  let muxer: FormatContext | null = null;
  let waiting: { readonly stream: Stream; readonly picture: Picture }[] = [];
  return {
    // Reproducible output: no random serial numbers, no program names.
    muxerOptions: { fflags: '+bitexact', ...muxerOptions, ...(isBroadcast ? { write_bext: '1' } : {}) },
    soundBegins: 0,
    addBefore: (format) => {
      muxer = format;
      setTags(format, tagsFor(metadata, muxerName));
    },
    describeSound: () => undefined,
    addBehind: (format) => {
      for (const [index, picture] of attached.entries()) attachPicture(format, picture, index);
      waiting = pictures.map((picture) => ({ stream: addPicture(format, picture), picture }));
    },
    // Before anything else: formats have their pictures in the header.
    writeUntil: () => {
      for (const { stream, picture } of waiting) writePicture(muxer as FormatContext, stream, picture);
      waiting = [];
    },
    close: () => undefined,
  };
}

/** Formats whose tags are Vorbis comments have chapters and pictures as such, by common agreement. */
function tagsFor({ tags, chapters, pictures }: SourceMetadata, muxerName: string): Record<string, string> {
  const isOgg = muxerName === 'ogg' || muxerName === 'opus';
  const blocks = pictures.filter(({ codec }) => isOgg && MIME_TYPES[codec] !== undefined).map(pictureBlock);
  return {
    ...tags,
    ...(isOgg || muxerName === 'flac' ? chapterComments(chapters) : {}),
    ...(blocks.length === 0 ? {} : { [PICTURE]: joinedFor(muxerName, PICTURE, blocks) }),
  };
}

export function setTags(target: FormatContext | Stream, tags: Readonly<Record<string, string>>): void {
  const dictionary = Dictionary.fromObject({ ...tags });
  target.metadata = dictionary;
}

function chapterComments(chapters: readonly Chapter[]): Record<string, string> {
  return Object.fromEntries(
    chapters.flatMap(({ start, title }, index) => {
      const name = `CHAPTER${String(index).padStart(3, '0')}`;
      return [[name, clockTime(start)], ...(title === '' ? [] : [[`${name}NAME`, title]])];
    }),
  );
}

/** `01:02:03.456` */
function clockTime(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (unit: number, most: number, digits: number) =>
    String(Math.floor(milliseconds / unit) % most).padStart(digits, '0');
  return `${part(3_600_000, 100, 2)}:${part(60_000, 60, 2)}:${part(1000, 60, 2)}.${part(1, 1000, 3)}`;
}

/** As a FLAC file has it (RFC 9639, 8.8). */
function pictureBlock({ codec, width, height, data, tags }: Picture, index: number): string {
  const mime = Buffer.from(MIME_TYPES[codec] ?? '', 'latin1');
  const numbers = (...values: readonly number[]) => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
    return bytes;
  };
  const kind = KINDS[tags.comment ?? ''] ?? (index === 0 ? FRONT_COVER : OTHER_PICTURE);
  return Buffer.concat([
    numbers(kind, mime.length),
    mime,
    numbers(0, width, height, NO_DEPTH, 0, data.length),
    data,
  ]).toString('base64');
}

function addPicture(muxer: FormatContext, { codecId, width, height, tags }: Picture): Stream {
  const stream = muxer.newStream(null);
  stream.codecpar.codecType = AVMEDIA_TYPE_VIDEO;
  stream.codecpar.codecId = codecId;
  stream.codecpar.width = width;
  stream.codecpar.height = height;
  stream.timeBase = new Rational(1, 90_000);
  stream.disposition = AV_DISPOSITION_ATTACHED_PIC;
  setTags(stream, tags);
  return stream;
}

/** As Matroska has covers: a file of this name, the first of them the cover. */
function attachPicture(muxer: FormatContext, { codec, codecId, data, tags }: Picture, index: number): void {
  const stream = muxer.newStream(null);
  const mimetype = MIME_TYPES[codec] ?? '';
  const extension = mimetype === 'image/jpeg' ? 'jpg' : codec;
  stream.codecpar.codecType = AVMEDIA_TYPE_ATTACHMENT;
  stream.codecpar.codecId = codecId;
  stream.codecpar.extradata = data;
  setTags(stream, { filename: `cover${index === 0 ? '' : index + 1}.${extension}`, ...tags, mimetype });
}

function writePicture(muxer: FormatContext, stream: Stream, { data }: Picture): void {
  const packet = new Packet();
  packet.alloc();
  packet.data = data;
  packet.streamIndex = stream.index;
  packet.pts = 0n;
  packet.dts = 0n;
  packet.setFlags(AV_PKT_FLAG_KEY);
  const answer = muxer.interleavedWriteFrameSync(packet);
  packet.free();
  written(answer, 'write a picture');
}
