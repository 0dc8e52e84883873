/** Which frame a timestamp stands for, learned from a recording's first packets where no seek index tells it. */

import type { MediaInfo } from '../../../shared/engine-api/messages.ts';

/** One of the first packets. */
export interface TimedPacket {
  /** Its timestamp in seconds. */
  readonly seconds: number;
  /** The frame at which it begins. */
  readonly frame: number;
}

export interface Timeline {
  /** Seconds at or before which a packet is sought that begins before a frame. */
  secondsOf(frame: number): number;
  /** The frame at which the packet with this timestamp begins; null when that cannot be told exactly. */
  frameAt(seconds: number): number | null;
}

/** A timestamp that is off by more than this part of a packet tells nothing. */
const MOST_OFF = 0.3;
const FEWEST_PACKETS = 4;

/** Null where timestamps tell nothing: in streams they start anywhere, and those of ADPCM count from blocks to bytes. */
export function timelineOf(packets: readonly TimedPacket[], info: MediaInfo): Timeline | null {
  const { container, codec, sampleRate } = info;
  if (['asf', 'ac3', 'eac3', 'flv', 'mpegts', 'mpeg'].includes(container) || codec.startsWith('adpcm_')) return null;
  const origins = packets.map(({ seconds, frame }) => seconds - frame / sampleRate);
  // Containers disagree on whether the encoder's delay counts, and some round to milliseconds: several packets are asked.
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
      return Math.abs(steps - Math.round(steps)) > MOST_OFF ? null : first + Math.round(steps) * step;
    },
  };
}

/** Frames from each packet to the next; null when they are not alike. Milliseconds then say which packet it is. */
function stepOf(packets: readonly TimedPacket[]): number | null {
  if (packets.length < FEWEST_PACKETS) return null;
  const steps = packets.slice(1).map(({ frame }, index) => frame - (packets[index] as TimedPacket).frame);
  return steps.every((step) => step === steps[0] && step > 0) ? (steps[0] as number) : null;
}
