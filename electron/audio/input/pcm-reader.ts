/** Frame-exact random access to one recording for playback: seek by the index, pre-roll, resample; sequential reads need no seek. */

import type { MediaInfo } from '../../../shared/engine-api/messages.ts';
import { createSampleQueue } from '../dsp/sample-queue.ts';
import { mixedBy, stereoOf } from '../dsp/speakers.ts';
import type { MediaReader, PacketSound } from '../media/reader.ts';
import { createResampler, type Resampler } from '../media/resampler.ts';
import { nextTurn } from '../media/turn.ts';
import { type Anchor, anchorBefore, type SeekIndex } from './seek-index.ts';

/** A timestamp that is off by more than this fraction of a packet is useless. */
const MOST_TIMELINE_OFF = 0.3;

const FEWEST_TIMED_PACKETS = 4;

export interface PcmReader {
  /** Interleaved stereo; more channels are mixed down. Frames outside the recording are silence. */
  read(fromFrame: number, frames: number): Promise<Float32Array>;
  close(): void;
}

/** Pre-roll: frames after a seek until a decoder's output equals that of continuous decoding. */
const PRE_ROLL_FRAMES = 8192;
/** Opus needs a longer pre-roll. */
const OPUS_PRE_ROLL_FRAMES = 48_000;
/** A resampler's history, in frames of the recording, with a margin. */
const RESAMPLER_ROLL_FRAMES = 1024;
/** A shorter jump forward is decoded through: that is faster than a seek with its pre-roll. */
const READ_THROUGH_SECONDS = 2;
/** Without the anchor after this long, the seek missed it. */
const LOST_SECONDS = 10;
/**
 * Some decoders fill bands with random numbers whose sequence continues from packet to packet. So that a frame always decodes to the same
 * samples, each stretch of this many seconds gets a new decoder that starts at the same packet.
 */
const STRETCH_SECONDS = 5;
/** Margin in seconds, so that the seek lands before the packet at which the decoder starts. */
const STRETCH_MARGIN_FRAMES = 4096;
const RANDOM_CODECS: readonly string[] = ['aac', 'aac_latm', 'ac3', 'eac3'];
const PACKETS_A_TURN = 64;
const TIMELINE_PACKETS = 32;

/** @param open opens the recording from its start; called again when a container cannot seek @param sampleRate Hz, wanted */
export function createPcmReader(open: () => MediaReader, index: SeekIndex | null, sampleRate: number): PcmReader {
  let reader = open();
  const rate = reader.info.sampleRate;
  /** Mono and stereo are kept. */
  const downMix = reader.info.channels > 2 ? stereoOf(reader.info.channelLayout, reader.info.channels) : null;
  const channels = downMix?.length ?? reader.info.channels;
  const preRoll = reader.info.codec === 'opus' ? OPUS_PRE_ROLL_FRAMES : PRE_ROLL_FRAMES;
  const common = greatestCommonDivisor(rate, sampleRate);
  /** Frames of the recording between two that coincide with output frames. */
  const period = rate / common;
  const periodOut = sampleRate / common;

  /** Length at the output rate, as far as known. */
  const total = index === null ? Number.POSITIVE_INFINITY : Math.ceil((index.frames * sampleRate) / index.sampleRate);

  const stretch = RANDOM_CODECS.includes(reader.info.codec) ? STRETCH_SECONDS * rate : Number.POSITIVE_INFINITY;

  /** The exact next frame that the reader will return. */
  let position = 0;
  /** End of the current decoder's stretch. */
  let stretchEnd = stretch;
  let resampler: Resampler | null = rate === sampleRate ? null : createResampler(channels, rate, sampleRate);
  let queues = Array.from({ length: channels }, createSampleQueue);
  /** The output frame at the head of the queues. */
  let head = 0;
  let ended = false;
  /** Frames to discard before the output starts. */
  let skip = 0;
  /** A packet read ahead. */
  let pending: PacketSound | null = null;
  let packets = 0;
  /** Learned only without an index. */
  let timeline: Timeline | 'none' | null = null;

  async function nextPacket(): Promise<PacketSound | null> {
    if (pending !== null) {
      const sound = pending;
      pending = null;
      return sound;
    }
    packets += 1;
    if (packets % PACKETS_A_TURN === 0) await nextTurn();
    return reader.read();
  }

  /** Starts the output at the frame `start` of the recording, a multiple of `period`. */
  function startOutputAt(start: number): void {
    resampler?.close();
    resampler = rate === sampleRate ? null : createResampler(channels, rate, sampleRate);
    queues = Array.from({ length: channels }, createSampleQueue);
    head = (start / period) * periodOut;
    ended = false;
  }

  function rewind(): void {
    pending = null;
    reader.close();
    reader = open();
    position = 0;
  }

  /** Brings the reader to a known position at or before `frame`. */
  async function seekBefore(frame: number): Promise<void> {
    pending = null;
    const target = frame - preRoll;
    if (index === null) {
      if (!(target > 0 && (await seekByTime(target)))) rewind();
      return;
    }
    const anchor = anchorBefore(index, target);
    if (anchor === null || !(await seekToAnchor(anchor))) rewind();
  }

  async function seekToAnchor(anchor: Anchor): Promise<boolean> {
    const bytewise = anchor.byte !== null && seeksByByte(reader.info.container);
    if (bytewise) {
      if (!reader.seekToByte(anchor.byte as number)) return false;
    } else if (anchor.timestamp === null || !reader.seekToTimestamp(anchor.timestamp)) return false;
    for (let passed = 0; passed < LOST_SECONDS * rate; ) {
      const sound = await nextPacket();
      if (sound === null) return false;
      const found = bytewise ? sound.byte === anchor.byte : sound.timestamp === anchor.timestamp;
      if (found) {
        position = anchor.frameAfter;
        return true;
      }
      passed += Math.max(1, sound.frames);
    }
    return false;
  }

  /** Without an index the position is what the timestamps say. */
  async function seekByTime(frame: number): Promise<boolean> {
    timeline ??= await learnTimeline();
    if (timeline === 'none') return false;
    if (!reader.seekToTimestamp(Math.floor(timeline.secondsOf(frame) / reader.timeBase))) return false;
    // The first packet may give fewer frames than it stands for; where the second one begins is certain.
    await nextPacket();
    pending = await nextPacket();
    if (pending === null || pending.timestamp === null) return false;
    const found = timeline.frameAt(pending.timestamp * reader.timeBase);
    position = found ?? 0;
    return found !== null && found >= 0 && found <= frame + preRoll;
  }

  async function learnTimeline(): Promise<Timeline | 'none'> {
    rewind();
    const packets: TimedPacket[] = [];
    for (let frame = 0, asked = 0; asked < TIMELINE_PACKETS; asked++) {
      const sound = await nextPacket();
      if (sound === null) break;
      if (frame > 0 && sound.timestamp !== null) packets.push({ seconds: sound.timestamp * reader.timeBase, frame });
      frame += sound.frames;
    }
    return timelineOf(packets, reader.info) ?? 'none';
  }

  /** Fills the queues with frames from `from`, or slightly earlier. */
  async function aim(from: number): Promise<void> {
    const nearEnough = from >= head && from - head < READ_THROUGH_SECONDS * sampleRate;
    if (nearEnough) return;
    const wanted = Math.floor((from * rate) / sampleRate);
    const start = Math.max(0, Math.floor((wanted - RESAMPLER_ROLL_FRAMES) / period) * period);
    await startReadingAt(start);
    startOutputAt(start);
  }

  /** Positions the reader at a frame, so that it decodes as if it had read everything before. */
  async function startReadingAt(frame: number): Promise<void> {
    const from = Number.isFinite(stretch) ? Math.floor(frame / stretch) * stretch : frame;
    stretchEnd = from + stretch;
    if (Number.isFinite(stretch) && from > 0) {
      await seekBefore(from - STRETCH_MARGIN_FRAMES);
      while (position < from - preRoll || pending !== null) {
        const sound = await nextPacket();
        if (sound === null) break;
        position += sound.frames;
      }
      reader.renewDecoder();
    } else await seekBefore(from);
    skip = frame - position;
  }

  async function fill(frames: number): Promise<void> {
    while (!ended && (queues[0]?.length ?? 0) < frames) {
      const sound = await nextPacket();
      if (sound === null) {
        ended = true;
        if (resampler !== null) store(resampler.flush());
        return;
      }
      const until = Math.min(sound.frames, stretchEnd - position);
      const dropped = Math.min(skip, until);
      skip -= dropped;
      position += sound.frames;
      const isPart = dropped > 0 || until < sound.frames;
      const rest = isPart ? sound.channels.map((samples) => samples.subarray(dropped, until)) : sound.channels;
      if (dropped < until) {
        const kept = downMix === null ? rest : mixedBy(downMix, rest);
        store(resampler === null ? kept : resampler.push(kept));
      }
      if (position >= stretchEnd) await startReadingAt(stretchEnd);
    }
  }

  function store(block: readonly Float32Array[]): void {
    for (const [channel, samples] of block.entries()) queues[channel]?.push(samples);
  }

  async function read(fromFrame: number, frames: number): Promise<Float32Array> {
    const out = new Float32Array(frames * 2);
    const silent = Math.min(frames, Math.max(0, -fromFrame));
    const from = fromFrame + silent;
    const count = Math.min(frames - silent, total - from);
    if (count <= 0) return out;
    await aim(from);
    await fill(from - head + count);
    const before = from - head;
    for (const queue of queues) queue.drop(before);
    const [left, right] = queues.map((queue) => queue.take(count)) as [Float32Array, Float32Array | undefined];
    head = from + left.length;
    for (let i = 0; i < left.length; i++) {
      out[2 * (silent + i)] = left[i] as number;
      out[2 * (silent + i) + 1] = (right ?? left)[i] as number;
    }
    return out;
  }

  return {
    read,
    close: () => {
      reader.close();
      resampler?.close();
    },
  };
}

/** Containers with sequential packets, in which a byte is a more reliable address than a time. */
function seeksByByte(container: string): boolean {
  return ['mp3', 'aac', 'flac', 'wav', 'w64', 'aiff'].includes(container);
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}

/** One of the first packets. */
interface TimedPacket {
  /** Its timestamp in seconds. */
  readonly seconds: number;
  /** Its first frame. */
  readonly frame: number;
}

interface Timeline {
  /** The time to seek to, in seconds, for a packet that starts before a frame. */
  secondsOf(frame: number): number;
  /** First frame of the packet with this timestamp; null when it is not exact. */
  frameAt(seconds: number): number | null;
}

/** Null where timestamps are useless: in streams they start anywhere, and in ADPCM they count blocks or bytes. */
function timelineOf(packets: readonly TimedPacket[], info: MediaInfo): Timeline | null {
  const { container, codec, sampleRate } = info;
  if (['asf', 'ac3', 'eac3', 'flv', 'mpegts', 'mpeg'].includes(container) || codec.startsWith('adpcm_')) return null;
  const origins = packets.map(({ seconds, frame }) => seconds - frame / sampleRate);
  // Containers disagree on whether encoder delay counts, and some round to milliseconds: average over several packets.
  const origin = origins.length === 0 ? 0 : origins.reduce((sum, one) => sum + one, 0) / origins.length;
  const nearest = (seconds: number) => Math.round((seconds - origin) * sampleRate);
  const secondsOf = (frame: number) => origin + frame / sampleRate;
  if (!container.includes('matroska')) return { secondsOf, frameAt: nearest };
  const step = stepOf(packets);
  if (step === null) return null;
  const first = (packets[0] as TimedPacket).frame;
  return {
    secondsOf,
    frameAt: (seconds) => {
      const steps = (nearest(seconds) - first) / step;
      return Math.abs(steps - Math.round(steps)) > MOST_TIMELINE_OFF ? null : first + Math.round(steps) * step;
    },
  };
}

/** Constant frames per packet, with which a rounded timestamp identifies its packet; null when they vary. */
function stepOf(packets: readonly TimedPacket[]): number | null {
  if (packets.length < FEWEST_TIMED_PACKETS) return null;
  const steps = packets.slice(1).map(({ frame }, index) => frame - (packets[index] as TimedPacket).frame);
  return steps.every((step) => step === steps[0] && step > 0) ? (steps[0] as number) : null;
}
