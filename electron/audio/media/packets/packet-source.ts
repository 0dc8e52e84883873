/** One stream's packets in order, read ahead a little, so that what is missing between them is known. */

import { AV_PKT_DATA_SKIP_SAMPLES, AV_PKT_FLAG_DISCARD, AVERROR_PATCHWELCOME } from 'node-av/constants';
import { avGetAudioFrameDuration2, type FormatContext, Packet, type Stream } from 'node-av/lib';
import type { MediaInfo } from '../../../../shared/engine-api/messages.ts';
import { hasBitReservoir, packetFramesOf } from '../codecs/packet-frames.ts';
import { changingShape } from '../codecs/unsupported.ts';
import { readPacket } from '../disk-failures.ts';
import { ticks } from '../node-av.ts';
import { isBetweenFrames, mp3DamageOf } from './mp3-damage.ts';
import { createTimeline, FOLLOWING_PACKETS, type TimedPacket } from './timeline.ts';

export interface StreamPacket extends TimedPacket {
  /** Valid until the next one is taken. */
  readonly packet: Packet;
  /** Its position in the file, in bytes; null when the demuxer does not say. */
  readonly byte: number | null;
  /** Its presentation time in ticks of the stream; null when it has none. */
  readonly timestamp: number | null;
  /** Frames missing before it. */
  readonly missing: number;
  /** Frames that it decodes to: those of its codec without what the container marks as delay, padding or cut away. */
  readonly kept: number;
  readonly isLast: boolean;
}

export interface PacketSource {
  /** The next packet; null at the end. @throws CleartakeError diskFailed and the like; mediaUnsupported */
  next(): StreamPacket | null;
  /** What `next` will give, without taking it. */
  peek(): Packet | null;
  /** Forgets what was read ahead, after a seek. */
  restart(): void;
  close(): void;
}

interface AheadPacket extends TimedPacket {
  readonly packet: Packet;
  readonly byte: number | null;
  readonly timestamp: number | null;
}

/** @param path of the file that `format` reads */
export function createPacketSource(format: FormatContext, stream: Stream, info: MediaInfo, path: string): PacketSource {
  const { index } = stream;
  const framesATick = stream.timeBase.toDouble() * info.sampleRate;
  const parameters = stream.codecpar;
  const byCodec = packetFramesOf(stream, info.container, info.codec);
  const timeline = createTimeline({
    container: info.container,
    isUnsteady: isUnsteady(stream, info),
    sampleRate: info.sampleRate,
    framesATick,
    end: info.durationSeconds === null ? null : info.durationSeconds * info.sampleRate,
  });
  const ahead: AheadPacket[] = [];
  const unused: Packet[] = [];
  let taken: Packet | null = null;
  /** Frames that are still to be discarded. */
  let toSkip = 0;
  /** Known once the first damaged place is met. */
  let damage: ReadonlyMap<number, number> | null = null;
  /** A truncated file often ends with an error instead of EOF; the length shows how much is missing. */
  let ended = false;

  function framesOf(packet: Packet): number {
    if (info.container === 'mp3' && isBetweenFrames(packet)) {
      damage ??= withPacket((other) => mp3DamageOf(path, other, stream, parameters.frameSize));
      return damage.get(Number(packet.pos)) ?? 0;
    }
    const frames = byCodec === null ? avGetAudioFrameDuration2(parameters, packet.size) : byCodec(packet);
    return frames > 0 ? frames : Math.max(0, Math.round(Number(packet.duration) * framesATick));
  }

  function emptyPacket(): Packet {
    const packet = new Packet();
    packet.alloc();
    return packet;
  }

  function withPacket<Result>(use: (packet: Packet) => Result): Result {
    const packet = emptyPacket();
    try {
      return use(packet);
    } finally {
      packet.free();
    }
  }

  function readAhead(): void {
    while (!ended && ahead.length <= FOLLOWING_PACKETS) {
      const packet = unused.pop() ?? emptyPacket();
      const answer = readPacket(format, packet, path);
      // FFmpeg reports this where the links of a chained stream differ, and stops reading.
      if (answer === AVERROR_PATCHWELCOME && info.container === 'ogg') throw changingShape();
      ended = answer < 0;
      if (ended || packet.streamIndex !== index) {
        packet.unref();
        unused.push(packet);
        continue;
      }
      const timestamp = ticks(packet.pts);
      ahead.push({
        packet,
        byte: packet.pos < 0n ? null : Number(packet.pos),
        timestamp,
        start: timestamp === null ? null : timestamp * framesATick,
        frames: framesOf(packet),
      });
    }
  }

  /** As FFmpeg's decoders discard samples (libavcodec/decode.c, discard_samples). */
  function keptOf({ frames, packet }: AheadPacket): number {
    const marked = packet.getSideData(AV_PKT_DATA_SKIP_SAMPLES);
    if (marked !== null) toSkip = marked.readUInt32LE(0);
    const skipped = Math.min(toSkip, frames);
    toSkip -= skipped;
    if (packet.hasFlags(AV_PKT_FLAG_DISCARD)) return 0;
    const padding = marked?.readUInt32LE(4) ?? 0;
    return frames - skipped - (padding <= frames - skipped ? padding : 0);
  }

  function release(packet: Packet): void {
    packet.unref();
    unused.push(packet);
  }

  function dropTaken(): void {
    if (taken !== null) release(taken);
    taken = null;
  }

  return {
    next: () => {
      dropTaken();
      readAhead();
      const packet = ahead.shift();
      if (packet === undefined) return null;
      taken = packet.packet;
      const kept = keptOf(packet);
      return {
        ...packet,
        kept,
        missing: timeline?.missingBefore(packet, ahead) ?? 0,
        isLast: ahead.length === 0,
      };
    },
    peek: () => {
      readAhead();
      return ahead[0]?.packet ?? null;
    },
    restart: () => {
      dropTaken();
      for (const { packet } of ahead.splice(0)) release(packet);
      timeline?.restart();
      toSkip = 0;
      ended = false;
    },
    close: () => {
      dropTaken();
      for (const { packet } of ahead.splice(0)) packet.free();
      for (const packet of unused.splice(0)) packet.free();
    },
  };
}

/** Ogg has times for pages, not for packets; a packet of ASF may begin in the middle of a frame. */
function isUnsteady(stream: Stream, { codec, container }: MediaInfo): boolean {
  if (container !== 'asf') return codec === 'vorbis' && container === 'ogg';
  return !['wmav1', 'wmav2'].includes(codec) || hasBitReservoir(stream, codec);
}
