/** Where a stream's packets lie in time, and what is missing between them. */

/** A packet on its stream's clock, in frames of the stream's sample rate. */
export interface TimedPacket {
  /** Its presentation time; null when it has none. */
  readonly start: number | null;
  /** Frames that it stands for, by its codec's rules; 0 where these cannot say. */
  readonly frames: number;
}

export interface Timeline {
  /**
   * Frames that are missing between the packet before and this one: lost, or never sent because nobody spoke.
   * @param following the packets after this one: FOLLOWING_PACKETS of them, fewer at the end of the recording
   */
  missingBefore(packet: TimedPacket, following: readonly TimedPacket[]): number;
  /** Forgets the packets so far, after a seek. */
  restart(): void;
}

/** Packets that must agree with a gap: a single late timestamp is no gap. */
export const FOLLOWING_PACKETS = 2;

/** A gap is at least this part of a packet: the timestamps of live recordings waver by less. */
const LEAST_PART_OF_PACKET = 0.75;
const LEAST_SECONDS = 0.005;
/** Where they waver more. */
const LEAST_SECONDS_OF_UNSTEADY = 0.1;
/** Longer jumps are damaged clocks, or recordings that were joined. */
const MOST_SECONDS = 600;
/** Timestamps are rounded to ticks at both ends of a gap. */
const ROUNDING_TICKS = 2;

/** Their timestamps are counted by FFmpeg: they never jump. */
const UNTIMED = ['wav', 'w64', 'aiff', 'caf', 'au', 'flac', 'mp3', 'aac', 'ac3', 'eac3', 'amr'];

export interface TimelineShape {
  /** FFmpeg's name. */
  readonly container: string;
  /** Whether packets and their times may differ by most of a packet. */
  readonly isUnsteady: boolean;
  /** Hz. */
  readonly sampleRate: number;
  /** Frames in a tick of the stream's clock. */
  readonly framesATick: number;
  /** Where the container says that the stream ends, in frames on its clock; null when it does not say. */
  readonly end: number | null;
}

/** A timeline for one stream; null for containers without a clock. */
export function createTimeline({
  container,
  end,
  framesATick,
  isUnsteady,
  sampleRate,
}: TimelineShape): Timeline | null {
  if (UNTIMED.includes(container)) return null;
  const least = (isUnsteady ? LEAST_SECONDS_OF_UNSTEADY : LEAST_SECONDS) * sampleRate;
  const rounding = Math.max(1, ROUNDING_TICKS * framesATick);
  const last = end === null ? Number.POSITIVE_INFINITY : end + sampleRate;
  /** Where the next packet is due by the one before it, and by the one before that: the later counts, as single times waver. */
  let dueByLast: number | null = null;
  let dueByEarlier: number | null = null;

  function follow({ frames, start }: TimedPacket): void {
    // Vorbis cannot say how long the first packet after a seek is.
    if (frames === 0) {
      restart();
      return;
    }
    dueByEarlier = dueByLast === null ? null : dueByLast + frames;
    dueByLast = start === null ? dueByEarlier : start + frames;
  }

  function restart(): void {
    dueByLast = dueByEarlier = null;
  }

  function gapBefore(packet: TimedPacket, following: readonly TimedPacket[]): number {
    if (dueByLast === null || packet.start === null) return 0;
    let due = Math.max(dueByLast, dueByEarlier ?? dueByLast);
    let gap = packet.start - due;
    due += packet.frames;
    for (const { frames, start } of following) {
      // Going back: another recording begins there.
      if (start === null || start < packet.start) break;
      gap = Math.min(gap, start - due);
      due += frames;
    }
    const isGap = gap >= Math.max(least, LEAST_PART_OF_PACKET * packet.frames) && gap > rounding;
    if (!isGap || gap > MOST_SECONDS * sampleRate || packet.start > last) return 0;
    const whole = Math.round(gap / packet.frames) * packet.frames;
    return Math.abs(gap - whole) <= rounding ? whole : Math.round(gap);
  }

  return {
    missingBefore: (packet, following) => {
      const missing = gapBefore(packet, following);
      if (missing > 0) restart();
      follow(packet);
      return missing;
    },
    restart,
  };
}
