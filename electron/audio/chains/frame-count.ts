/** Delay compensation: counts frames so that a stage outputs as many as it took, each at its position. */

import { type Block, framesIn } from '../dsp/stage.ts';

export interface FrameCount {
  /** Counts an input block. */
  taken(block: Block): void;
  /** Trims an output block: drops the delay at the start and everything beyond the input's length. */
  due(block: Block): Block;
  /** Input frames that have not been output yet. */
  missing(): number;
}

/** @param late delay in frames */
export function createFrameCount(late = 0): FrameCount {
  let open = 0;
  let early = late;
  return {
    taken: (block) => {
      open += framesIn(block);
    },
    due: (block) => {
      const skipped = Math.min(early, framesIn(block));
      early -= skipped;
      const out = block.map((samples) => samples.subarray(skipped, skipped + open));
      open -= framesIn(out);
      return out;
    },
    missing: () => open,
  };
}
