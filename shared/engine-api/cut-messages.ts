/** A part of a recording, cut out with its exact samples. */

export interface CutParams {
  readonly input: string;
  /** A WAV file; replaced if it exists. */
  readonly output: string;
  /** First frame, at the recording's own rate. */
  readonly fromFrame: number;
  readonly frames: number;
}

export interface CutResult {
  /** At the recording's own rate: fewer than were asked for where it ends earlier. */
  readonly frames: number;
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly bytes: number;
}
