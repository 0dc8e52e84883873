/** Samples for listening, and for whatever else reads a recording by frame numbers. */

/** Most frames that one `pcm` request may ask for: a stereo answer then stays within one 256 KiB message. */
export const MOST_PCM_FRAMES = 32_768;

/** A recording at the sample rate of playback. */
export interface PcmSelection {
  readonly path: string;
  readonly indexPath: string | null;
  /** Another recording that is subtracted sample by sample: the result is the difference. */
  readonly minus?: { readonly path: string; readonly indexPath: string | null };
  /** Hz, independent of the recordings' own rates. */
  readonly sampleRate: number;
  /** First frame, counted at `sampleRate`. */
  readonly fromFrame: number;
}
