/** The engine's answers about the audio tracks of a file. */

import type { AudioTrack } from '../domain/tracks/audio-track.ts';
import type { Side } from '../domain/tracks/made-from.ts';

export interface TracksParams {
  readonly path: string;
  /** Whether it listens for speech in them, which takes longer. */
  readonly listens: boolean;
}

export interface TracksResult {
  /** In the order of the file. */
  readonly tracks: readonly AudioTrack[];
  /** Number of the one that is restored unless another is chosen. */
  readonly own: number;
  readonly hasVideo: boolean;
}

export interface CopyTrackParams {
  readonly input: string;
  /** Among the audio tracks, from 1. */
  readonly number: number;
  /** Of the copy, without an extension. A copy that exists is replaced. */
  readonly stem: string;
}

export interface CopySideParams {
  readonly input: string;
  readonly side: Side;
  /** Among the audio tracks, from 1; the file's own choice if absent. */
  readonly track?: number;
  /** Of the copy, without an extension. A copy that exists is replaced. */
  readonly stem: string;
}

export interface CopyTrackResult {
  /** Without its dot: what can hold the track. */
  readonly extension: string;
  readonly bytes: number;
}
