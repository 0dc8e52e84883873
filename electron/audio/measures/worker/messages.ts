/** Messages between the scan and the measuring worker. The samples are in shared memory. */

import type { ScanMeasures, SoundShape } from './sample-measures.ts';

/** Size in frames and number of the shared buffer's parts: one is filled while others are measured. */
export const PART_FRAMES = 65_536;
export const PARTS = 4;

export interface MeasuringWorkerStart extends SoundShape {
  /** Part by part, each channel by channel. */
  readonly samples: SharedArrayBuffer;
}

export type ToMeasuringWorker =
  | { readonly kind: 'filled'; readonly part: number; readonly frames: number }
  | { readonly kind: 'end' };

export type FromMeasuringWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'free'; readonly part: number }
  | { readonly kind: 'measured'; readonly measured: ScanMeasures };

/** One channel of a part. */
export function partOf(samples: SharedArrayBuffer, channels: number, part: number, channel: number): Float32Array {
  const bytes = PART_FRAMES * Float32Array.BYTES_PER_ELEMENT;
  return new Float32Array(samples, (part * channels + channel) * bytes, PART_FRAMES);
}
