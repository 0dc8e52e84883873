/** A loudness meter for streams of planar blocks, as exports use it; the scan measures the same through the kernel. */

import { createGatedLoudness, stepLayoutOf } from './gated-loudness.ts';
import { createKWeighting } from './k-weighting.ts';

export interface LoudnessMeter {
  /** Takes the next frames, one array for each channel. */
  push(channels: readonly Float32Array[]): void;
  /** Integrated loudness in LUFS; null when nothing is above the absolute gate, as with silence. */
  finish(): number | null;
}

/** @param sampleRate Hz @param channels 1 to 8 @throws RangeError for others */
export function createLoudnessMeter(sampleRate: number, channels: number): LoudnessMeter {
  const energyOf = createKWeighting(sampleRate, channels);
  const loudness = createGatedLoudness();
  const { stepFrames } = stepLayoutOf(sampleRate);
  let filled = 0;
  let energy = 0;
  return {
    push: (block) => {
      const count = block[0]?.length ?? 0;
      for (let from = 0; from < count; ) {
        const to = Math.min(count, from + stepFrames - filled);
        energy += energyOf(block, from, to);
        filled += to - from;
        from = to;
        if (filled < stepFrames) continue;
        loudness.add(energy / stepFrames);
        filled = 0;
        energy = 0;
      }
    },
    finish: loudness.integrated,
  };
}
