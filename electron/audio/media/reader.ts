/** Opens a recording and decodes it packet by packet to planar float32. */

import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_PKT_DATA_ENCRYPTION_INFO,
  AV_PKT_FLAG_CORRUPT,
  AVDISCARD_ALL,
  AVERROR_PATCHWELCOME,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
  AVSEEK_FLAG_BYTE,
} from 'node-av/constants';
import { avGetCodecName, type FormatContext, Packet, type Stream } from 'node-av/lib';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { MediaInfo } from '../../../shared/engine-api/messages.ts';
import { type FirstPacket, isDtsCandidate, mayContainDts, SHORT_SEARCH } from './codecs/dts-detection.ts';
import { packetFramesOf } from './codecs/packet-frames.ts';
import { changingShape, protectedSound, requireSupportedShape } from './codecs/unsupported.ts';
import { createDecoder, type DecodedSound } from './decoder.ts';
import { readPacket } from './disk-failures.ts';
import { layoutName } from './layouts.ts';
import { ticks } from './node-av.ts';
import { openInput } from './open-input.ts';
import { hasSideStreams } from './side-streams/metadata-reader.ts';

const MICROSECONDS = 1_000_000;

/** A decoded packet, without the frames that the container marks as encoder delay or padding. */
export interface PacketSound extends DecodedSound {
  /** The packet's position in the file, in bytes; null when the demuxer does not say. */
  readonly byte: number | null;
  /** Its presentation time in ticks of `timeBase`; null when it has none. */
  readonly timestamp: number | null;
}

export interface MediaReader {
  readonly info: MediaInfo;
  /** Whether it has tags or a cover for the files made from it. */
  readonly carries: boolean;
  /** Length of the audio stream in seconds, as the container states it. */
  readonly streamSeconds: number | null;
  /** Seconds per tick. */
  readonly timeBase: number;
  /** Packets so far that could not be decoded or were marked as damaged. */
  readonly damagedPackets: number;
  /** Decodes the next packet, possibly to no frames; null at the end. @throws CleartakeError mediaUnsupported; diskFailed and the like */
  read(): PacketSound | null;
  /** Frames in the next packet, without decoding where the codec allows; null at the end. Do not mix with `read`. */
  passOver(): number | null;
  /** Seeks to the packet at this byte. @returns false when the container cannot */
  seekToByte(byte: number): boolean;
  /** Seeks to or before this time, in ticks. @returns false when the container cannot */
  seekToTimestamp(timestamp: number): boolean;
  /** Continues with a new decoder; its first packets decode differently than they would have. */
  renewDecoder(): void;
  close(): void;
}

/** @throws CleartakeError mediaNotRecognized, whatever the reason; mediaNoSound, mediaUnsupported */
export function openReader(path: string): MediaReader {
  const reader = openWith(path, SHORT_SEARCH);
  if (!isDtsCandidate(reader.info)) return reader;
  const first = reader.firstPacket();
  if (first === null || !mayContainDts(path, first, reader.info.channels)) return reader;
  reader.close();
  return openWith(path, {});
}

interface OpenedReader extends MediaReader {
  /** The start of the audio; null when there is none. Call it before reading. */
  firstPacket(): FirstPacket | null;
}

function openWith(path: string, search: Readonly<Record<string, string>>): OpenedReader {
  const format = openInput(path, search);
  try {
    return readerOf(format, path);
  } catch (failure) {
    format.closeInputSync();
    throw failure;
  }
}

function notRecognized(detail: string): CleartakeError {
  return new CleartakeError('mediaNotRecognized', { detail });
}

function readerOf(format: FormatContext, path: string): OpenedReader {
  const streams = format.streams;
  const best = format.findBestStream(AVMEDIA_TYPE_AUDIO);
  const stream = best < 0 ? undefined : streams[best];
  if (stream === undefined) {
    // A text file with a recording's name can pass for one without a single usable stream.
    if (!streams.some(isPicture)) throw notRecognized('no stream in it');
    throw new CleartakeError('mediaNoSound', { detail: `${streams.length} streams, none audio` });
  }
  const { index } = stream;
  const info = describe(format, streams, stream);
  for (const other of streams) if (other.index !== index) other.discard = AVDISCARD_ALL;

  const decoder = createDecoder(stream, info);
  const packet = new Packet();
  packet.alloc();
  let marked = 0;
  /** Whether a packet was read ahead. */
  let hasPacket = false;
  let ended = false;
  let closed = false;

  /** Whether there is another packet. */
  function nextPacket(): boolean {
    if (!hasPacket) {
      const answer = readPacket(format, packet, path);
      // FFmpeg reports this where the links of a chained stream differ, and stops reading.
      if (answer === AVERROR_PATCHWELCOME && info.container === 'ogg') throw changingShape();
      return answer >= 0;
    }
    hasPacket = false;
    return true;
  }

  /** Encrypted audio decodes without an error, to noise. */
  function isProtected(): boolean {
    if (!info.container.includes('mp4')) return false;
    hasPacket = nextPacket();
    return hasPacket && packet.getSideData(AV_PKT_DATA_ENCRYPTION_INFO) !== null;
  }

  function read(): PacketSound | null {
    while (!ended) {
      if (!nextPacket()) {
        // A truncated file often ends with an error instead of EOF; the length shows how much is missing.
        ended = true;
        return { byte: null, timestamp: null, ...decoder.decode(null) };
      }
      if (packet.streamIndex !== index) {
        packet.unref();
        continue;
      }
      const byte = packet.pos < 0n ? null : Number(packet.pos);
      const timestamp = ticks(packet.pts);
      if (packet.hasFlags(AV_PKT_FLAG_CORRUPT)) marked += 1;
      const { frames, channels } = decoder.decode(packet);
      packet.unref();
      return { byte, timestamp, frames, channels };
    }
    return null;
  }

  if (isProtected()) {
    packet.free();
    decoder.close();
    throw protectedSound();
  }

  const packetFrames = packetFramesOf(stream, info.container, info.codec);

  function passOver(): number | null {
    if (packetFrames === null) return read()?.frames ?? null;
    while (!ended) {
      if (!nextPacket()) {
        ended = true;
        return null;
      }
      const frames = packet.streamIndex === index ? packetFrames(packet) : null;
      packet.unref();
      if (frames !== null) return frames;
    }
    return null;
  }

  function firstPacket(): FirstPacket | null {
    hasPacket ||= nextPacket();
    return hasPacket && packet.pos >= 0n ? { byte: Number(packet.pos), bytes: packet.size } : null;
  }

  function restart(answer: number): boolean {
    if (answer < 0) return false;
    if (hasPacket) packet.unref();
    hasPacket = false;
    decoder.restart();
    ended = false;
    return true;
  }

  return {
    info,
    carries: hasSideStreams(format, streams, stream),
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
    close: () => {
      if (closed) return;
      closed = true;
      packet.free();
      decoder.close();
      format.closeInputSync();
    },
  };
}

function describe(format: FormatContext, streams: readonly Stream[], stream: Stream): MediaInfo {
  const parameters = stream.codecpar;
  const { sampleRate, channels } = parameters;
  const codec = avGetCodecName(parameters.codecId) ?? 'unknown';
  if (sampleRate <= 0 || channels <= 0) throw notRecognized(`no sound parameters for ${codec}`);
  requireSupportedShape(channels, sampleRate);
  const sounding = streams.filter((other) => other.codecpar.codecType === AVMEDIA_TYPE_AUDIO);
  const bits = parameters.bitsPerRawSample || parameters.bitsPerCodedSample;
  const hasDepth = codec.startsWith('pcm_') || codec === 'flac' || codec === 'alac';
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

/** Whether a stream is video; a cover is not. */
function isPicture(stream: Stream): boolean {
  return stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO && !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC);
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
