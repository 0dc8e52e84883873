/** One block through a network from its end to its start, a few hops at a time: nobody waits for a whole block at once. */

import { RNNOISE_FRAMES, type Rnnoise } from '../../dsp/rnnoise.ts';

export interface BackwardPass {
  /** Goes on by at most so many hops. @returns how many of them were not needed */
  advance(hops: number): number;
  /** The block, when all hops are done; null before. */
  readonly done: Float32Array | null;
  close(): void;
}

/**
 * @param future the block and, for the network to warm up on, what follows it
 * @param behind what lies before the block, as long as the network's delay
 * @param out where the block is put
 */
export function createBackwardPass(
  rnnoise: Rnnoise,
  future: Float32Array,
  behind: Float32Array,
  out: Float32Array,
): BackwardPass {
  const total = Math.ceil((future.length + rnnoise.delay) / RNNOISE_FRAMES);
  const denoiser = rnnoise.createDenoiser();
  const hop = new Float32Array(RNNOISE_FRAMES);
  let index = 0;

  function step(): void {
    const last = future.length - 1 - index * RNNOISE_FRAMES;
    for (let i = 0; i < RNNOISE_FRAMES; i++) {
      const at = last - i;
      hop[i] = at >= 0 ? (future[at] as number) : (behind[behind.length + at] ?? 0);
    }
    denoiser.process(hop);
    for (let i = 0; i < RNNOISE_FRAMES; i++) {
      const at = last - i + rnnoise.delay;
      if (at >= 0 && at < out.length) out[at] = hop[i] as number;
    }
    index += 1;
  }

  return {
    advance: (hops) => {
      let left = hops;
      for (; left > 0 && index < total; left--) step();
      return left;
    },
    get done() {
      return index < total ? null : out;
    },
    close: () => denoiser.close(),
  };
}
