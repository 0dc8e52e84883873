/** Runs one block through a network backwards, a few hops at a time to spread the work. */

import { RNNOISE_FRAMES, type Rnnoise } from '../../dsp/rnnoise.ts';

export interface BackwardPass {
  /** Processes at most this many hops. @returns the number of unused hops */
  advance(hops: number): number;
  /** The block once all hops are done; null before. */
  readonly done: Float32Array | null;
  close(): void;
}

/**
 * @param future the block and what follows it, for the network's warm-up
 * @param behind the samples before the block, as many as the network's delay
 * @param out receives the block
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
