/** Mixing for an encoder: what several channels add up to beyond full scale is limited, so that nothing is cut off. */

import { type MixMatrix, mixedBy } from './speakers.ts';
import { type Block, framesIn } from './stage.ts';

/** Linear. */
const CEILING = 0.98;
/** Seconds in which the gain falls before a peak, and returns behind it. */
const ATTACK_SECONDS = 0.003;
const RELEASE_SECONDS = 0.2;

/** @returns mixes blocks in order, without delay; blocks below full scale are unchanged. @param sampleRate Hz */
export function createDownmix(matrix: MixMatrix, sampleRate: number): (block: Block) => Block {
  const canExceed = matrix.some((weights) => weights.reduce((sum, weight) => sum + Math.abs(weight), 0) > 1);
  if (!canExceed) return (block) => mixedBy(matrix, block);
  const attack = 1 / (ATTACK_SECONDS * sampleRate);
  const release = 1 / (RELEASE_SECONDS * sampleRate);
  let last = 1;
  let gains = new Float32Array(0);

  /** @returns whether any is below 1 */
  function findGains(mixed: readonly Float32Array[], frames: number): boolean {
    let lowest = last;
    for (let i = 0; i < frames; i++) {
      let peak = 0;
      for (const samples of mixed) peak = Math.max(peak, Math.abs(samples[i] as number));
      const gain = peak > CEILING ? CEILING / peak : 1;
      gains[i] = gain;
      if (gain < lowest) lowest = gain;
    }
    if (lowest === 1) return false;
    for (let i = frames - 2; i >= 0; i--) gains[i] = Math.min(gains[i] as number, (gains[i + 1] as number) + attack);
    for (let i = 0; i < frames; i++) {
      last = Math.min(gains[i] as number, last + release);
      gains[i] = last;
    }
    return true;
  }

  return (block) => {
    const mixed = mixedBy(matrix, block);
    const frames = framesIn(mixed);
    if (gains.length < frames) gains = new Float32Array(frames);
    if (!findGains(mixed, frames)) return mixed;
    for (const samples of mixed)
      for (let i = 0; i < frames; i++) samples[i] = (samples[i] as number) * (gains[i] as number);
    return mixed;
  };
}
