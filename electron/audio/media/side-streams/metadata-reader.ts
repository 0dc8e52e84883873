/** Reads a recording's metadata (tags, pictures, chapters) for the files made from it. */

import {
  AV_DISPOSITION_ATTACHED_PIC,
  type AVCodecID,
  AVDISCARD_ALL,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { avGetCodecName, type FormatContext, Packet, type Stream } from 'node-av/lib';
import { openInput } from '../open-input.ts';
import { type Chapter, chaptersOf } from './chapters.ts';
import { type PictureSize, pictureSize } from './picture-size.ts';
import { type RecorderChunk, readRecorderChunks } from './recorder-chunks.ts';
import { readSeveralValues, type SeveralValues } from './several-values.ts';

export interface Picture extends PictureSize {
  /** FFmpeg's name, as `mjpeg` or `png`. */
  readonly codec: string;
  readonly codecId: AVCodecID;
  readonly data: Buffer;
  /** Picture tags, for example a `comment` of `Cover (front)`. */
  readonly tags: Readonly<Record<string, string>>;
}

export interface SourceMetadata {
  /** By FFmpeg's names. */
  readonly tags: Readonly<Record<string, string>>;
  /** Those of the tags that have several values. */
  readonly several: SeveralValues;
  readonly pictures: readonly Picture[];
  readonly chapters: readonly Chapter[];
  /** Of a WAV file. */
  readonly chunks: readonly RecorderChunk[];
}

/** Tags that describe the file rather than its content. */
const TECHNICAL = [
  ...[
    'major_brand',
    'minor_version',
    'compatible_brands',
    'encoder',
    'encoded_by_software',
    'handler_name',
    'vendor_id',
  ],
  ...['duration', 'language', 'number_of_frames', 'number_of_bytes', 'bps', 'itunsmpb', 'tsse', 'tlen'],
];
/** Tags that no longer apply: loudness and the position of the first sample have changed. */
const OF_OLD_SOUND = /^(replaygain_|r128_|itunnorm|itunsmpb|_statistics_|lavf|bext_loudness|(max_)?loudness)/i;

/** Programs that name themselves under many names. */
const OF_WRITERS = /^Lav[cf]\d/;

/** Larger pictures are not covers; they are dropped rather than kept in memory. */
const MOST_PICTURE_BYTES = 32 * 1024 * 1024;
const MOST_PICTURES = 20;
/** Packets searched for pictures, which come first. */
const SEARCHED_PACKETS = 64;

/** @throws CleartakeError mediaNotRecognized */
export async function readSourceMetadata(path: string): Promise<SourceMetadata> {
  const format = openInput(path);
  try {
    return {
      tags: tagsOf(format, format.streams),
      several: readSeveralValues(path),
      chapters: await chaptersOf(format),
      pictures: picturesOf(format),
      chunks: readRecorderChunks(path),
    };
  } finally {
    format.closeInputSync();
  }
}

/** Whether the headers mention tags or a cover; chapters hardly ever come alone. */
export function hasSideStreams(format: FormatContext, streams: readonly Stream[]): boolean {
  return Object.keys(tagsOf(format, streams)).length > 0 || streams.some(isAttached);
}

/** Those of the file, and of its sound where that is all there is. Ogg has no others. One of several tracks keeps its own. */
function tagsOf(format: FormatContext, streams: readonly Stream[]): Record<string, string> {
  const present = streams.filter((stream) => !isAttached(stream));
  const isWhole = present.length === 1 || format.iformat?.name === 'ogg';
  const sound = present.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO);
  return { ...(isWhole ? keptTags(sound?.metadata?.getAll()) : {}), ...keptTags(format.metadata?.getAll()) };
}

/** What a track says of itself, apart from the sound that is replaced. */
export function trackTags({ metadata }: Stream): Record<string, string> {
  const names = ['language', 'handler_name'];
  const all = metadata?.getAll() ?? {};
  const named = Object.entries(all).filter(([name]) => names.includes(name.toLowerCase()));
  return { ...Object.fromEntries(named), ...keptTags(all) };
}

export function isEmpty({ tags, pictures, chapters, chunks }: SourceMetadata): boolean {
  return [Object.keys(tags), pictures, chapters, chunks].every(({ length }) => length === 0);
}

function keptTags(tags: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = Object.entries(tags).filter(
    ([name, value]) =>
      value !== '' &&
      !OF_WRITERS.test(value) &&
      !TECHNICAL.includes(name.toLowerCase()) &&
      !OF_OLD_SOUND.test(name) &&
      !/^CHAPTER\d/i.test(name),
  );
  // QuickTime has it in the header and by name: FFmpeg gives both.
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === 'creation_time' ? (value.split(';')[0] as string) : value]),
  );
}

export function isAttached(stream: Stream): boolean {
  return stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO && stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC);
}

function picturesOf(format: FormatContext): Picture[] {
  const wanted = new Map(format.streams.filter(isAttached).map((stream) => [stream.index, stream]));
  for (const stream of format.streams) if (!wanted.has(stream.index)) stream.discard = AVDISCARD_ALL;
  const pictures: Picture[] = [];
  const packet = new Packet();
  packet.alloc();
  for (let read = 0; read < SEARCHED_PACKETS && pictures.length < Math.min(wanted.size, MOST_PICTURES); read++) {
    if (format.readFrameSync(packet) < 0) break;
    const stream = wanted.get(packet.streamIndex);
    const data = packet.data;
    const size = data === null ? null : pictureSize(data);
    if (stream !== undefined && data !== null && size !== null && data.length <= MOST_PICTURE_BYTES) {
      const { codecId } = stream.codecpar;
      pictures.push({
        codec: avGetCodecName(codecId) ?? 'unknown',
        codecId,
        ...size,
        data: Buffer.from(data),
        tags: stream.metadata?.getAll() ?? {},
      });
    }
    packet.unref();
  }
  packet.free();
  return pictures;
}
