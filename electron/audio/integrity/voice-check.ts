/** Whether somebody speaks in a part of a recording, by RNNoise's own judgment. It is asked only about few and short parts. */

import { loadRnnoise1, RNNOISE_FRAMES, RNNOISE_RATE } from '../dsp/rnnoise.ts';
import type { PcmSource } from '../passes/pcm.ts';

/** Seconds that the network hears before it is asked. */
const WARM_UP_SECONDS = 1;
/** Longer parts are judged by their first seconds. */
const MOST_SECONDS = 6;

/** Probability from which 10 ms are certainly a voice, how many of them there must be, and the mean of all. */
const CERTAIN = 0.8;
const FEWEST_CERTAIN = 4;
const LEAST_MEAN = 0.5;

/** A part of a recording. */
interface Part {
  readonly fromSeconds: number;
  readonly seconds: number;
  /** Of a stereo recording; without it, both together. */
  readonly channel?: 0 | 1;
}

export async function isSpoken(pcm: PcmSource, path: string, part: Part): Promise<boolean> {
  const probabilities = await voiceIn(pcm, path, part);
  const certain = probabilities.filter((one) => one >= CERTAIN).length;
  const mean = probabilities.reduce((sum, one) => sum + one, 0) / probabilities.length;
  return certain >= FEWEST_CERTAIN && mean >= LEAST_MEAN;
}

/** Probability of a voice for each 10 ms. */
async function voiceIn(
  pcm: PcmSource,
  path: string,
  { channel, fromSeconds, seconds }: Part,
): Promise<readonly number[]> {
  const rnnoise = await loadRnnoise1();
  const warmUp = Math.floor(WARM_UP_SECONDS * RNNOISE_RATE);
  const fromFrame = Math.round(fromSeconds * RNNOISE_RATE) - warmUp;
  const wanted = Math.ceil((Math.min(seconds, MOST_SECONDS) * RNNOISE_RATE) / RNNOISE_FRAMES) * RNNOISE_FRAMES;
  const frames = warmUp + wanted + rnnoise.delay;
  const stereo = await pcm.samplesOf({ path, indexPath: null, sampleRate: RNNOISE_RATE, fromFrame, frames });
  const denoiser = rnnoise.createDenoiser();
  try {
    const probabilities: number[] = [];
    const part = new Float32Array(RNNOISE_FRAMES);
    for (let from = 0; from + RNNOISE_FRAMES <= frames; from += RNNOISE_FRAMES) {
      for (let i = 0; i < RNNOISE_FRAMES; i++) {
        const [left, right] = [stereo[2 * (from + i)] as number, stereo[2 * (from + i) + 1] as number];
        part[i] = channel === undefined ? (left + right) / 2 : channel === 0 ? left : right;
      }
      const probability = denoiser.process(part);
      if (from >= warmUp) probabilities.push(probability);
    }
    return probabilities;
  } finally {
    denoiser.close();
  }
}
