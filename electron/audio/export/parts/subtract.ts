/** One block less another. */

import type { Block } from '../../dsp/stage.ts';

/** What is missing at the end of the other counts as silence. */
export function without(block: Block, less: Block): Block {
  return block.map((samples, channel) => {
    const other = less[channel] as Float32Array;
    return samples.map((value, index) => value - (other[index] ?? 0));
  });
}
