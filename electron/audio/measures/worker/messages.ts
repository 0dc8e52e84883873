/** What the scan and the thread beside it tell each other. The samples lie in memory that both share. */

import type { ScanMeasures, SoundShape } from './sample-measures.ts';

/** Frames of each part of the shared memory, and how many parts there are: one is filled while others are looked at. */
export const PART_FRAMES = 65_536;
export const PARTS = 4;

export interface MeasuringWorkerStart extends SoundShape {
  /** Parts one behind the other, in each the channels one behind the other. */
  readonly samples: SharedArrayBuffer;
}

export type ToMeasuringWorker =
  | { readonly kind: 'filled'; readonly part: number; readonly frames: number }
  | { readonly kind: 'end' };

export type FromMeasuringWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'free'; readonly part: number }
  | { readonly kind: 'measured'; readonly measured: ScanMeasures };

/** A channel of a part. */
export function partOf(samples: SharedArrayBuffer, channels: number, part: number, channel: number): Float32Array {
  const bytes = PART_FRAMES * Float32Array.BYTES_PER_ELEMENT;
  return new Float32Array(samples, (part * channels + channel) * bytes, PART_FRAMES);
}
