/** The engine's scan of a difference, for its pictures. */

import type { Subtrahend } from './pcm-messages.ts';

export interface ScanDifferenceParams {
  readonly path: string;
  readonly minus: Pick<Subtrahend, 'path' | 'lag'>;
  /** Both are written under temporary names and renamed, the peaks last. */
  readonly peaksPath: string;
  /** A seek index without anchors, for its coarse spectrogram. */
  readonly indexPath: string;
}

export interface ScanDifferenceResult {
  /** Of the first recording, at its own rate. */
  readonly frames: number;
  /** Hz. */
  readonly sampleRate: number;
  /** Largest absolute sample, linear. */
  readonly peak: number;
}
