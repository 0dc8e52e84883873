/** Messages between page, worklet and worker. Frames are counted at the audio context's rate. */

import type { TakeMix } from './sound/mix.ts';
import type { Loop, Needs } from './sound/mixer.ts';
import type { ChunkSamples } from './sound/sample-store.ts';

/** Page to worklet. `port` is sent once; the worker holds its other end. */
export type ToWorklet =
  | { readonly kind: 'feed'; readonly port: MessagePort }
  | { readonly kind: 'play' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'seek'; readonly frame: number; readonly epoch: number }
  | { readonly kind: 'select'; readonly take: number }
  | { readonly kind: 'mixes'; readonly mixes: readonly TakeMix[] }
  | { readonly kind: 'loop'; readonly loop: Loop | null }
  | { readonly kind: 'rate'; readonly rate: number };

/** Worklet to page, about 25 times a second and after every change. */
export interface Position {
  readonly frame: number;
  readonly epoch: number;
  readonly take: number;
  /** The context's time at which `frame` is played, in seconds. */
  readonly time: number;
  readonly playing: boolean;
  readonly starved: boolean;
  readonly ended: boolean;
}

/** Options of the worklet. */
export interface WorkletOptions {
  readonly sources: number;
  /** What each take is made of. Default: every source is a take. */
  readonly mixes?: readonly TakeMix[];
  readonly lengthFrames: number;
}

/** Page to worker, once. */
export interface FeedSetup {
  /** Ids of takes with samples of their own. */
  readonly sources: readonly string[];
  /** Indexes in `sources` of those without a file. */
  readonly unplayable: readonly number[];
  readonly lengthFrames: number;
  /** Hz. */
  readonly sampleRate: number;
  /** Of every request for samples. */
  readonly headers: Readonly<Record<string, string>>;
  readonly port: MessagePort;
}

/** Page to worker: another source, which takes the place of one that was added before. Its index follows that one's. */
export interface SourceAdded {
  readonly kind: 'source-added';
  readonly id: string;
}

/** Worker to page: a source can't be read. */
export interface SourceFailed {
  readonly kind: 'source-failed';
  readonly source: number;
}

/** Worklet to worker: the position from which samples are needed, and the sources that are heard. */
export interface Want extends Needs {
  readonly epoch: number;
}

/** Worker to worklet: interleaved stereo samples of one chunk. */
export interface Chunk {
  readonly epoch: number;
  readonly source: number;
  readonly chunk: number;
  readonly samples: ChunkSamples;
}

/** Worklet to worker: samples that it doesn't need anymore, to be filled again. */
export interface Spent {
  readonly spent: readonly ChunkSamples[];
}

export const WORKLET_NAME = 'cleartake-lockstep';
