/** Maps timestamps to frames, learned from a recording's first packets when there is no seek index. */

import type { MediaInfo } from '../../../shared/engine-api/messages.ts';

/** One of the first packets. */
export interface TimedPacket {
  /** Its timestamp in seconds. */
  readonly seconds: number;
  /** Its first frame. */
  readonly frame: number;
}

export interface Timeline {
  /** The time to seek to, in seconds, for a packet that starts before a frame. */
  secondsOf(frame: number): number;
  /** First frame of the packet with this timestamp; null when it is not exact. */
  frameAt(seconds: number): number | null;
}

/** A timestamp that is off by more than this fraction of a packet is useless. */
const MOST_OFF = 0.3;
const FEWEST_PACKETS = 4;

/** Null where timestamps are useless: in streams they start anywhere, and in ADPCM they count blocks or bytes. */
export function timelineOf(packets: readonly TimedPacket[], info: MediaInfo): Timeline | null {
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
      return Math.abs(steps - Math.round(steps)) > MOST_OFF ? null : first + Math.round(steps) * step;
    },
  };
}

/** Constant frames per packet, with which a rounded timestamp identifies its packet; null when they vary. */
function stepOf(packets: readonly TimedPacket[]): number | null {
  if (packets.length < FEWEST_PACKETS) return null;
  const steps = packets.slice(1).map(({ frame }, index) => frame - (packets[index] as TimedPacket).frame);
  return steps.every((step) => step === steps[0] && step > 0) ? (steps[0] as number) : null;
}
