/** Samples for listening, and for whatever else reads a recording by frame numbers. */

/** Most frames that one `pcm` request may ask for: a stereo answer then stays within one 256 KiB message. */
export const MOST_PCM_FRAMES = 32_768;

/** What is subtracted sample by sample: the result is the difference. */
export interface Subtrahend {
  readonly path: string;
  readonly indexPath: string | null;
  /** Frames at the first recording's own rate by which this one comes late; they are skipped. */
  readonly lag: number;
}

/** A recording at the sample rate of playback. */
export interface PcmSelection {
  readonly path: string;
  readonly indexPath: string | null;
  readonly minus?: Subtrahend;
  /** Hz, independent of the recordings' own rates. */
  readonly sampleRate: number;
  /** First frame, counted at `sampleRate`. */
  readonly fromFrame: number;
}

export interface PassageLoudness {
  /** Integrated, in LUFS; null when nothing is above the absolute gate or the passage is shorter than a block of 0.4 s. */
  readonly loudness: number | null;
}
