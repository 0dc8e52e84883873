/** Messages between page, worklet and worker. Frames are counted at the audio context's rate. */

/** Page to worklet. `port` is sent once; the worker holds its other end. */
export type ToWorklet =
  | { readonly kind: 'feed'; readonly port: MessagePort }
  | { readonly kind: 'play' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'seek'; readonly frame: number; readonly epoch: number }
  | { readonly kind: 'select'; readonly take: number };

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
  readonly takes: number;
  readonly lengthFrames: number;
}

/** Page to worker, once. */
export interface FeedSetup {
  readonly takes: readonly string[];
  /** Indexes in `takes` of those without a file. */
  readonly unplayable: readonly number[];
  readonly lengthFrames: number;
  /** Hz. */
  readonly sampleRate: number;
  /** Of every request for samples. */
  readonly headers: Readonly<Record<string, string>>;
  readonly port: MessagePort;
}

/** Worker to page: a take can't be read. */
export interface TakeFailed {
  readonly kind: 'take-failed';
  readonly take: number;
}

/** Worklet to worker: the position from which samples are needed. */
export interface Want {
  readonly epoch: number;
  readonly frame: number;
  readonly take: number;
}

/** Worker to worklet: interleaved stereo samples of one chunk. */
export interface Chunk {
  readonly epoch: number;
  readonly take: number;
  readonly chunk: number;
  readonly samples: Float32Array;
}

export const WORKLET_NAME = 'cleartake-lockstep';
