/** Messages between the scan and the measuring worker. Blocks of samples go there and come back empty: moved, not copied. */

import type { ScanMeasures, SoundShape } from './sample-measures.ts';

/** Size in frames and number of the blocks: one is filled while others are measured. */
export const BLOCK_FRAMES = 65_536;
export const BLOCKS = 4;

/** Each channel by itself, `BLOCK_FRAMES` long. */
export type Block = readonly Float32Array<ArrayBuffer>[];

export type MeasuringWorkerStart = SoundShape;

export type ToMeasuringWorker =
  | { readonly kind: 'filled'; readonly block: Block; readonly frames: number }
  | { readonly kind: 'end' };

export type FromMeasuringWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'free'; readonly block: Block }
  | { readonly kind: 'measured'; readonly measured: ScanMeasures };

/** What moves with a block. */
export function buffersOf(block: Block): ArrayBuffer[] {
  return block.map(({ buffer }) => buffer);
}
