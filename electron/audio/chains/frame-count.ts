/** The bookkeeping by which a stage gives as many frames as it took, each at its place. */

import { type Block, lengthOf } from '../dsp/stage.ts';

export interface FrameCount {
  /** To be told of every block that goes in. */
  taken(block: Block): void;
  /** What of the frames that came out is due: without the delay at the start, and nothing past what was taken. */
  due(block: Block): Block;
  /** Frames that were taken and have not come out. */
  missing(): number;
}

/** @param late frames by which the work puts out what it took */
export function createFrameCount(late = 0): FrameCount {
  let open = 0;
  let early = late;
  return {
    taken: (block) => {
      open += lengthOf(block);
    },
    due: (block) => {
      const skipped = Math.min(early, lengthOf(block));
      early -= skipped;
      const out = block.map((samples) => samples.subarray(skipped, skipped + open));
      open -= lengthOf(out);
      return out;
    },
    missing: () => open,
  };
}
