/** Copies a recording's side streams (video, subtitles, further audio) unchanged into a file with new main audio. */

import {
  AV_CODEC_ID_NONE,
  AVDISCARD_ALL,
  AVMEDIA_TYPE_ATTACHMENT,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_SUBTITLE,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { avGetCodecName, FormatContext, Packet, type Stream } from 'node-av/lib';
import type { LeftOutTrack } from '../../../../shared/domain/export/left-out.ts';
import { readPacket } from '../disk-failures.ts';
import { fileUrl, ticks } from '../node-av.ts';
import { openInput } from '../open-input.ts';
import { soundStreamIndex } from '../packets/sound-stream.ts';
import { type SideStreams, written } from '../writer.ts';
import { flashSize } from './flash-size.ts';
import { isAttached, type SourceMetadata, trackTags } from './metadata-reader.ts';
import type { PictureSize } from './picture-size.ts';
import { metadataSideStreams, setTags } from './tags.ts';

const EXTENDED_ASPECT = 15;

const VBV_BITS = 79;

const RECTANGULAR = 0;

/** A stream besides the main audio. */
export interface SideTrack extends LeftOutTrack {
  /** In the recording, from 0. */
  readonly index: number;
}

/** Where streams come from. */
interface Source {
  readonly path: string;
  /** Another container than that of the output. */
  readonly isForeign: boolean;
}

interface Pair {
  readonly from: Stream;
  readonly to: Stream;
}

/** Packets read ahead where a container has presentation times only, no decoding times. */
const LOOKED_AHEAD = 100;

/** The file that streams are taken from. */
export interface SideSource {
  readonly path: string;
  /** Of the main audio among the audio tracks, from 1: it is replaced. The file's own choice if absent. */
  readonly track?: number | undefined;
}

/**
 * @param soundBegins start of the main audio, in seconds on the recording's clock
 * @param isKept gets the index of a stream
 * @throws CleartakeError mediaNotRecognized
 */
export function remuxedSideStreams(
  { path, track }: SideSource,
  metadata: SourceMetadata,
  muxerName: string,
  soundBegins: number,
  isKept: (index: number) => boolean,
): SideStreams {
  const metadataStreams = metadataSideStreams(metadata, muxerName);
  const format = openInput(path);
  const replaced = soundStreamIndex(format, path, track);
  const ahead: Packet[] = [];
  const pairs = new Map<number, Pair>();
  let muxer: FormatContext | null = null;
  let ended = false;
  let closed = false;

  function add(froms: readonly Stream[]): void {
    for (const from of froms) {
      const to = copyOf(source, from, muxer as FormatContext);
      to.timeBase = from.timeBase;
      to.avgFrameRate = from.avgFrameRate;
      to.sampleAspectRatio = from.sampleAspectRatio;
      to.disposition = from.disposition;
      setTags(to, from.metadata?.getAll() ?? {});
      pairs.set(from.index, { from, to });
    }
  }

  // node-av returns new objects for the same streams each time.
  const streams = format.streams;
  const source = { path, isForeign: isOtherContainer(format, muxerName) };
  const wanted = streams.filter((stream) => stream.index !== replaced && isTaken(stream) && isKept(stream.index));
  for (const stream of streams) if (!wanted.includes(stream)) stream.discard = AVDISCARD_ALL;

  return {
    muxerOptions: metadataStreams.muxerOptions,
    soundBegins,
    addBefore: (given) => {
      muxer = given;
      metadataStreams.addBefore(given);
      add(wanted.filter(({ index }) => index < replaced));
    },
    describeSound: (sound) => {
      const original = streams[replaced];
      if (original === undefined) return;
      sound.disposition = original.disposition;
      setTags(sound, trackTags(original));
    },
    addBehind: (given) => {
      add(wanted.filter(({ index }) => index > replaced));
      metadataStreams.addBehind(given);
    },
    writeUntil: (seconds) => {
      metadataStreams.writeUntil(seconds);
      for (;;) {
        lookAhead();
        const packet = ahead[0];
        if (packet === undefined) return;
        const { from, to } = pairs.get(packet.streamIndex) as Pair;
        const time = ticks(packet.dts);
        if (seconds !== null && time !== null && time * from.timeBase.toDouble() > seconds) return;
        ahead.shift();
        packet.streamIndex = to.index;
        packet.rescaleTs(from.timeBase, to.timeBase);
        packet.pos = -1n;
        const answer = (muxer as FormatContext).interleavedWriteFrameSync(packet);
        packet.free();
        written(answer, 'write');
      }
    },
    close: () => {
      if (closed) return;
      closed = true;
      for (const packet of ahead) packet.free();
      format.closeInputSync();
    },
  };

  /** Reads on and makes sure that the next packet has a decoding time. */
  function lookAhead(): void {
    while (!ended && ahead.length < LOOKED_AHEAD) {
      const packet = new Packet();
      packet.alloc();
      ended = readPacket(format, packet, path) < 0;
      if (!ended && pairs.has(packet.streamIndex)) ahead.push(packet);
      else packet.free();
    }
    const next = ahead[0];
    if (next === undefined || !isGuessed(next) || ticks(next.pts) === null) return;
    // In time for the earliest frame still to come, and never before the previous packet.
    next.dts = ahead
      .filter(({ streamIndex, pts }) => streamIndex === next.streamIndex && ticks(pts) !== null)
      .reduce((earliest, { pts }) => (pts < earliest ? pts : earliest), next.pts);
  }

  /** Matroska has presentation times only; FFmpeg's guess at decoding times needs the decoder. */
  function isGuessed({ streamIndex, dts }: Packet): boolean {
    const isPicture = pairs.get(streamIndex)?.from.codecpar.codecType === AVMEDIA_TYPE_VIDEO;
    return ticks(dts) === null || (isPicture && (format.iformat?.name ?? '').includes('matroska'));
  }
}

/**
 * The streams that a container refuses by itself.
 * @param scratch a file that is overwritten
 * @throws CleartakeError mediaNotRecognized, outputUnwritable, diskFull
 */
export function refusedTracks({ path, track }: SideSource, muxerName: string, scratch: string): readonly SideTrack[] {
  const format = openInput(path);
  try {
    const replaced = soundStreamIndex(format, path, track);
    const streams = format.streams;
    const source = { path, isForeign: isOtherContainer(format, muxerName) };
    return streams
      .filter(
        (stream) => stream.index !== replaced && isTaken(stream) && !isAccepted(source, stream, muxerName, scratch),
      )
      .map((stream) => trackOf(stream, streams));
  } finally {
    format.closeInputSync();
  }
}

/** Streams of data that FFmpeg has no name for. A timecode isn't among them: it is written anew. */
export function unreadableTracks(path: string): readonly SideTrack[] {
  const format = openInput(path);
  try {
    const streams = format.streams;
    return streams
      .filter((stream) => stream.discard < AVDISCARD_ALL && !isTaken(stream) && !isAttached(stream))
      .map((stream) => trackOf(stream, streams))
      .filter(({ codec }) => codec !== 'tmcd');
  } finally {
    format.closeInputSync();
  }
}

/** Whether a file with this stream alone gets a header. */
function isAccepted(source: Source, stream: Stream, muxerName: string, scratch: string): boolean {
  const muxer = new FormatContext();
  let opened = false;
  try {
    written(muxer.allocOutputContext2(null, muxerName, fileUrl(scratch)), 'describe the file');
    copyOf(source, stream, muxer).timeBase = stream.timeBase;
    written(muxer.openOutputSync(), 'create the file');
    opened = true;
    return muxer.writeHeaderSync(null) >= 0;
  } finally {
    if (opened) muxer.closeOutputSync();
    muxer.freeContext();
  }
}

function trackOf(stream: Stream, streams: readonly Stream[]): SideTrack {
  const { codecId, codecTag, codecType } = stream.codecpar;
  const kind = KINDS.get(codecType) ?? 'data';
  const alike = streams.filter(({ codecpar }) => codecpar.codecType === codecType);
  const tag = tagName(codecTag);
  const named = codecId === AV_CODEC_ID_NONE ? null : avGetCodecName(codecId);
  // FFmpeg puts the maker's name in front of some.
  const name = tag !== null && named?.endsWith(tag) === true ? tag : named;
  return {
    index: stream.index,
    kind,
    number: alike.findIndex(({ index }) => index === stream.index) + 1,
    codec: name ?? tag,
  };
}

/** `apac`; null for a tag that is no text. */
function tagName(tag: number): string | null {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(tag >>> 0);
  const name = bytes.toString('latin1').trim();
  return /^[\w. -]+$/.test(name) ? name : null;
}

const KINDS: ReadonlyMap<number, SideTrack['kind']> = new Map([
  [AVMEDIA_TYPE_VIDEO, 'video'],
  [AVMEDIA_TYPE_AUDIO, 'audio'],
  [AVMEDIA_TYPE_SUBTITLE, 'subtitles'],
]);

/** Codec tags of another container mean nothing in this one. */
function isOtherContainer(format: FormatContext, muxerName: string): boolean {
  return muxerName === 'matroska' && !(format.iformat?.name ?? '').includes('matroska');
}

function copyOf({ isForeign, path }: Source, from: Stream, muxer: FormatContext): Stream {
  const to = muxer.newStream(null);
  written(from.codecpar.copy(to.codecpar), 'describe a stream');
  if (isForeign) to.codecpar.codecTag = 0;
  if (to.codecpar.codecType === AVMEDIA_TYPE_VIDEO && to.codecpar.width === 0) {
    const size = mpeg4Size(from.codecpar.extradata) ?? flashSize(path, from);
    to.codecpar.width = size?.width ?? 0;
    to.codecpar.height = size?.height ?? 0;
  }
  return to;
}

function isTaken(stream: Stream): boolean {
  const { codecType, codecId } = stream.codecpar;
  // FFmpeg handles the text track of chapters itself; chapters are written separately.
  if (stream.discard >= AVDISCARD_ALL || isAttached(stream)) return false;
  const isMedia = [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_SUBTITLE].some((one) => one === codecType);
  return isMedia || codecId !== AV_CODEC_ID_NONE || codecType === AVMEDIA_TYPE_ATTACHMENT;
}

/** In pixels; null without such a header. @param header of the stream, from its container (ISO/IEC 14496-2, 6.2.3) */
function mpeg4Size(header: Buffer | null): PictureSize | null {
  const start = header?.findIndex((_, at) => isLayer(header, at)) ?? -1;
  if (header === null || start < 0) return null;
  const bits = bitsOf(header.subarray(start + 4));
  try {
    bits.skip(9);
    if (bits.take(1) === 1) bits.skip(7);
    if (bits.take(4) === EXTENDED_ASPECT) bits.skip(16);
    if (bits.take(1) === 1) {
      bits.skip(3);
      if (bits.take(1) === 1) bits.skip(VBV_BITS);
    }
    if (bits.take(2) !== RECTANGULAR) return null;
    bits.skip(1);
    const resolution = bits.take(16);
    bits.skip(1);
    if (bits.take(1) === 1) bits.skip(Math.max(1, Math.ceil(Math.log2(resolution))));
    bits.skip(1);
    const width = bits.take(13);
    bits.skip(1);
    const height = bits.take(13);
    return width > 0 && height > 0 ? { width, height } : null;
  } catch (failure) {
    if (failure instanceof RangeError) return null;
    throw failure;
  }
}

function isLayer(header: Buffer, at: number): boolean {
  const code = header[at + 3] ?? 0;
  return header[at] === 0 && header[at + 1] === 0 && header[at + 2] === 1 && code >= 0x20 && code <= 0x2f;
}

function bitsOf(bytes: Buffer) {
  let at = 0;
  return {
    skip: (count: number) => {
      at += count;
    },
    /** @throws RangeError behind the end */
    take: (count: number) => {
      if (at + count > bytes.length * 8) throw new RangeError('The header is cut short');
      let value = 0;
      for (let taken = 0; taken < count; taken++, at++) {
        value = value * 2 + (((bytes[at >> 3] as number) >> (7 - (at & 7))) & 1);
      }
      return value;
    },
  };
}
