/** Opens a recording and decodes it packet by packet to planar float32. */

import {
  AV_CODEC_ID_AAC,
  AV_PKT_DATA_ENCRYPTION_INFO,
  AV_PKT_FLAG_CORRUPT,
  AV_PKT_FLAG_DISCARD,
  AV_PROFILE_AAC_LOW,
  AVDISCARD_ALL,
  AVMEDIA_TYPE_AUDIO,
  AVSEEK_FLAG_BACKWARD,
  AVSEEK_FLAG_BYTE,
} from 'node-av/constants';
import { avGetCodecName, type FormatContext, type Packet, type Stream } from 'node-av/lib';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { TrackMeasure } from '../../../shared/domain/quality/measures.ts';
import type { MediaInfo } from '../../../shared/engine-api/messages.ts';
import { type FirstPacket, isDtsCandidate, mayContainDts, SHORT_SEARCH } from './codecs/dts-detection.ts';
import { protectedSound, requireSupportedShape } from './codecs/unsupported.ts';
import { createDecoder, type DecodedSound } from './decoder.ts';
import { layoutName } from './layouts.ts';
import { ticks } from './node-av.ts';
import { openInput } from './open-input.ts';
import { isPicture, namesOf } from './packets/audio-tracks.ts';
import { createPacketSource, type StreamPacket } from './packets/packet-source.ts';
import { soundStreamIndex } from './packets/sound-stream.ts';
import { hasSideStreams } from './side-streams/metadata-reader.ts';
import { readRecorderChunks } from './side-streams/recorder-chunks.ts';

const AAC_FRAMES = 1024;

const MICROSECONDS = 1_000_000;

/** Codecs that keep every bit, besides PCM. */
const LOSSLESS = ['flac', 'alac', 'wavpack', 'truehd', 'mlp', 'wmalossless'];

/** Codecs whose packets say how many frames they decode to, besides PCM and plain AAC. */
const COUNTABLE = ['mp3', 'opus', 'flac'];

/** Most frames of silence at once. */
const SILENT_FRAMES = 16_384;

/**
 * A decoded packet, without the frames that the container marks as encoder delay or padding; or silence in place of packets that are
 * missing, which has neither byte nor timestamp.
 */
export interface PacketSound extends DecodedSound {
  /** The packet's position in the file, in bytes; null when the demuxer does not say. */
  readonly byte: number | null;
  /** Its presentation time in ticks of `timeBase`; null when it has none. */
  readonly timestamp: number | null;
  /** Its frames that are silence in place of something lost or damaged. */
  readonly missing: number;
}

export interface MediaReader {
  readonly info: MediaInfo;
  /** Whether it has tags, a cover, other audio tracks or recorders' chunks for the files made from it. */
  readonly carries: boolean;
  /** Which of several audio tracks it is; null where it is the only one. */
  readonly track: TrackMeasure | null;
  /** Length of the audio stream in seconds, as the container states it. */
  readonly streamSeconds: number | null;
  /** Seconds per tick. */
  readonly timeBase: number;
  /** Packets so far that could not be decoded or were marked as damaged. */
  readonly damagedPackets: number;
  /** Decodes the next packet, possibly to no frames; null at the end. @throws CleartakeError mediaUnsupported; diskFailed and the like */
  read(): PacketSound | null;
  /** Passes over the next packet and tells what `read` would give, without decoding where the codec allows; null at the end. */
  passOver(): number | null;
  /** Seeks to the packet at this byte. @returns false when the container cannot */
  seekToByte(byte: number): boolean;
  /** Seeks to or before this time, in ticks. @returns false when the container cannot */
  seekToTimestamp(timestamp: number): boolean;
  /** Continues with a new decoder; its first packets decode differently than they would have. */
  renewDecoder(): void;
  close(): void;
}

/**
 * @param track among the audio tracks, from 1; by default the file's own choice
 * @throws CleartakeError mediaNotRecognized, whatever the reason; mediaNoSound, mediaUnsupported
 */
export function openReader(path: string, track?: number): MediaReader {
  const reader = openWith(path, SHORT_SEARCH, track);
  if (!isDtsCandidate(reader.info)) return reader;
  const first = reader.firstPacket();
  if (first === null || !mayContainDts(path, first, reader.info.channels)) return reader;
  reader.close();
  return openWith(path, {}, track);
}

interface OpenedReader extends MediaReader {
  /** The start of the audio; null when there is none. Call it before reading. */
  firstPacket(): FirstPacket | null;
}

function openWith(path: string, search: Readonly<Record<string, string>>, track: number | undefined): OpenedReader {
  const format = openInput(path, search);
  try {
    return readerOf(format, path, track);
  } catch (failure) {
    format.closeInputSync();
    throw failure;
  }
}

function notRecognized(detail: string): CleartakeError {
  return new CleartakeError('mediaNotRecognized', { detail });
}

function readerOf(format: FormatContext, path: string, number: number | undefined): OpenedReader {
  const streams = format.streams;
  const chosen = soundStreamIndex(format, path, number);
  const stream = chosen < 0 ? undefined : streams[chosen];
  if (stream === undefined) {
    // A text file with a recording's name can pass for one without a single usable stream.
    if (!streams.some(isPicture)) throw notRecognized('no stream in it');
    throw new CleartakeError('mediaNoSound', { detail: `${streams.length} streams, none audio` });
  }
  const { index } = stream;
  const framesATick = stream.timeBase.toDouble() * stream.codecpar.sampleRate;
  const described = describe(format, streams, stream);
  const track = trackOf(described, stream);
  const info = track === null ? described : { ...described, track };
  for (const other of streams) if (other.index !== index) other.discard = AVDISCARD_ALL;

  const decoder = createDecoder(stream, info);
  const packets = createPacketSource(format, stream, info, path);
  let marked = 0;
  let ended = false;
  let closed = false;
  /** Read, but behind silence that is given first. */
  let waiting: StreamPacket | null = null;
  let silence = 0;

  function close(): void {
    if (closed) return;
    closed = true;
    packets.close();
    decoder.close();
    format.closeInputSync();
  }

  /** Encrypted audio decodes without an error, to noise. */
  function isProtected(): boolean {
    if (!info.container.includes('mp4')) return false;
    return packets.peek()?.getSideData(AV_PKT_DATA_ENCRYPTION_INFO) != null;
  }

  /** The next packet, once the silence before it has been taken; null when there is silence to take or the end is reached. */
  function nextPacket(): StreamPacket | null {
    if (waiting === null) {
      waiting = packets.next();
      silence = waiting?.missing ?? 0;
    }
    if (silence > 0) return null;
    const next = waiting;
    waiting = null;
    return next;
  }

  function read(): PacketSound | null {
    if (ended) return null;
    const next = nextPacket();
    if (silence > 0) {
      const frames = Math.min(silence, SILENT_FRAMES);
      silence -= frames;
      return { byte: null, timestamp: null, missing: frames, frames, channels: silent(frames) };
    }
    if (next === null) {
      ended = true;
      return { byte: null, timestamp: null, missing: 0, ...decoder.decode(null) };
    }
    const { byte, isLast, packet, timestamp } = next;
    if (packet.hasFlags(AV_PKT_FLAG_CORRUPT)) marked += 1;
    const damagedBefore = decoder.damaged;
    const { channels, frames } = decoder.decode(packet);
    const isLost = decoder.damaged > damagedBefore && frames === 0 && !isLast && !packet.hasFlags(AV_PKT_FLAG_DISCARD);
    if (isLast && frames > lastFrames(packet)) {
      const kept = lastFrames(packet);
      return { byte, timestamp, missing: 0, frames: kept, channels: channels.map((one) => one.subarray(0, kept)) };
    }
    if (!isLost) return { byte, timestamp, missing: 0, frames, channels };
    return { byte, timestamp, missing: next.frames, frames: next.frames, channels: silent(next.frames) };
  }

  /** Opus in MP4 says by the length of its last packet where the sound ends (Encapsulation of Opus in ISOBMFF, 4.4). */
  function lastFrames({ duration }: Packet): number {
    const isTold = info.codec === 'opus' && info.container.includes('mp4') && duration > 0n;
    return isTold ? Math.round(Number(duration) * framesATick) : Number.POSITIVE_INFINITY;
  }

  function silent(frames: number): Float32Array[] {
    return Array.from({ length: info.channels }, () => new Float32Array(frames));
  }

  if (isProtected()) {
    packets.close();
    decoder.close();
    throw protectedSound();
  }

  const isCountable = COUNTABLE.includes(info.codec) || info.codec.startsWith('pcm_') || isPlainAac(stream);
  const hasTagsOrCover = hasSideStreams(format, streams);

  function passOver(): number | null {
    if (!isCountable) return read()?.frames ?? null;
    const next = nextPacket();
    if (silence === 0 && next !== null && !next.isLast) return next.kept;
    // The last packet may be cut short: only decoding shows it.
    if (next !== null) waiting = next;
    return read()?.frames ?? null;
  }

  function firstPacket(): FirstPacket | null {
    const packet = packets.peek();
    return packet !== null && packet.pos >= 0n ? { byte: Number(packet.pos), bytes: packet.size } : null;
  }

  function restart(answer: number): boolean {
    if (answer < 0) return false;
    packets.restart();
    decoder.restart();
    waiting = null;
    silence = 0;
    ended = false;
    return true;
  }

  return {
    info,
    track,
    get carries() {
      return hasTagsOrCover || info.audioStreams > 1 || readRecorderChunks(path).length > 0;
    },
    streamSeconds: secondsOf(stream.duration, stream.timeBase.toDouble()),
    timeBase: stream.timeBase.toDouble(),
    get damagedPackets() {
      return marked + decoder.damaged;
    },
    firstPacket,
    read,
    passOver,
    seekToByte: (byte) => restart(format.seekFrameSync(index, BigInt(byte), AVSEEK_FLAG_BYTE)),
    seekToTimestamp: (timestamp) => restart(format.seekFrameSync(index, BigInt(timestamp), AVSEEK_FLAG_BACKWARD)),
    renewDecoder: decoder.renew,
    close,
  };
}

function trackOf({ audioStream, audioStreams }: MediaInfo, stream: Stream): TrackMeasure | null {
  return audioStreams < 2 ? null : { number: audioStream, of: audioStreams, ...namesOf(stream) };
}

/** With spectral band replication, only a decoder that has seen its header knows. */
function isPlainAac({ codecpar: { codecId, frameSize, profile } }: Stream): boolean {
  return codecId === AV_CODEC_ID_AAC && profile === AV_PROFILE_AAC_LOW && frameSize === AAC_FRAMES;
}

function describe(format: FormatContext, streams: readonly Stream[], stream: Stream): MediaInfo {
  const parameters = stream.codecpar;
  const { sampleRate, channels } = parameters;
  const codec = avGetCodecName(parameters.codecId) ?? 'unknown';
  if (sampleRate <= 0 || channels <= 0) throw notRecognized(`no sound parameters for ${codec}`);
  requireSupportedShape(channels, sampleRate);
  const sounding = streams.filter((other) => other.codecpar.codecType === AVMEDIA_TYPE_AUDIO);
  const bits = parameters.bitsPerRawSample || parameters.bitsPerCodedSample;
  const hasDepth = codec.startsWith('pcm_') || LOSSLESS.includes(codec);
  return {
    container: format.iformat?.name ?? 'unknown',
    codec,
    sampleRate,
    channels,
    channelLayout: layoutName(parameters.channelLayout),
    bitDepth: hasDepth && bits > 0 ? bits : null,
    durationSeconds: headerSeconds(format, stream),
    hasVideo: streams.some(isPicture),
    audioStreams: sounding.length,
    audioStream: sounding.findIndex(({ index }) => index === stream.index) + 1,
  };
}

function headerSeconds(format: FormatContext, stream: Stream): number | null {
  // Raw AAC has no length; FFmpeg's estimate from the first packets is off by minutes per hour.
  if (format.iformat?.name === 'aac') return null;
  return secondsOf(stream.duration, stream.timeBase.toDouble()) ?? secondsOf(format.duration, 1 / MICROSECONDS);
}

function secondsOf(duration: bigint, tick: number): number | null {
  const count = ticks(duration);
  return count === null || count <= 0 ? null : count * tick;
}
