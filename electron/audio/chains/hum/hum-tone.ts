/** One steady tone in one channel: estimated over the blocks around each block and subtracted from it. */

import type { HumTone } from '../../dsp/hum-detector.ts';

export interface Tone {
  /** Blocks needed after the one to subtract from; fewer only at the end of the recording. */
  readonly ahead: number;
  /** Measures the next block; only the last one may be short. */
  hear(samples: Float32Array): void;
  /** Subtracts the tone from a block in place. Call it in order. */
  subtract(samples: Float32Array, block: number): void;
}

/**
 * Seconds measured to each side. The mains frequency drifts by some hundredths of a hertz, and the n-th harmonic by n times as much, so a
 * longer time would lose the tone.
 */
const REACH_SECONDS = 2;
const SHORTEST_REACH_SECONDS = 0.8;
const HARMONIC_OF_HALF_REACH = 12;
/** Iterations of reweighting blocks by their distance from the common estimate. */
const ROUNDS = 3;
/** Least distance of a block, as a fraction of the tone's power: blocks that agree get equal weights. */
const AGREEMENT = 0.01;
/** How much of a tone is kept, in multiples of the estimate's variance. */
const DOUBTED = 8;
const TINY = 1e-20;

/** @param size frames of a block @param sampleRate Hz */
export function createTone({ frequency, harmonic }: HumTone, size: number, sampleRate: number): Tone {
  const step = (2 * Math.PI * frequency) / sampleRate;
  const cosine = new Float32Array(size);
  const sine = new Float32Array(size);
  for (let i = 0; i < size; i++) {
    cosine[i] = Math.cos(step * i);
    sine[i] = Math.sin(step * i);
  }
  const reachSeconds = Math.max(SHORTEST_REACH_SECONDS, REACH_SECONDS / (1 + harmonic / HARMONIC_OF_HALF_REACH));
  const ahead = Math.max(1, Math.round((reachSeconds * sampleRate) / size));
  const window = Float64Array.from(
    { length: 2 * ahead + 1 },
    (_, i) => Math.sin((Math.PI * (i + 1)) / (2 * ahead + 2)) ** 2,
  );
  /** The tone's estimate from each block around the current one. */
  const real: number[] = [];
  const imaginary: number[] = [];
  const weights: number[] = [];
  /** The block of the first estimate. */
  let first = 0;
  let heard = 0;
  /** The tone at the middle of the previous and the current block. */
  let before: readonly [number, number] | null = null;

  function phaseAtStartOf(block: number): number {
    return step * block * size;
  }

  function measured(block: number): readonly [number, number] {
    const from = Math.max(first, block - ahead);
    const to = Math.min(heard, block + ahead + 1);
    for (let other = from; other < to; other++) weights[other - first] = 1;
    let toneReal = 0;
    let toneImaginary = 0;
    let doubt = 0;
    for (let round = 0; round <= ROUNDS; round++) {
      let sum = TINY;
      let sumReal = 0;
      let sumImaginary = 0;
      let scatter = 0;
      for (let other = from; other < to; other++) {
        const r = real[other - first] as number;
        const i = imaginary[other - first] as number;
        const distance = (r - toneReal) ** 2 + (i - toneImaginary) ** 2;
        const power = toneReal * toneReal + toneImaginary * toneImaginary;
        const weight = (window[other - block + ahead] as number) / (distance + AGREEMENT * power + TINY);
        scatter += weight * weight * distance;
        sum += weight;
        sumReal += weight * r;
        sumImaginary += weight * i;
      }
      toneReal = sumReal / sum;
      toneImaginary = sumImaginary / sum;
      doubt = scatter / (sum * sum);
    }
    // Keep what could just as well be a voice.
    const certain = Math.max(0, 1 - (DOUBTED * doubt) / (toneReal * toneReal + toneImaginary * toneImaginary + TINY));
    return [certain * toneReal, certain * toneImaginary];
  }

  return {
    ahead,
    hear: (samples) => {
      let sumCosine = 0;
      let sumSine = 0;
      for (let i = 0; i < samples.length; i++) {
        const value = samples[i] as number;
        sumCosine += value * (cosine[i] as number);
        sumSine += value * (sine[i] as number);
      }
      const phase = phaseAtStartOf(heard);
      const scale = 2 / samples.length;
      real.push(scale * (sumCosine * Math.cos(phase) - sumSine * Math.sin(phase)));
      imaginary.push(-scale * (sumSine * Math.cos(phase) + sumCosine * Math.sin(phase)));
      heard += 1;
    },
    subtract: (samples, block) => {
      while (first < block - ahead) {
        real.shift();
        imaginary.shift();
        first += 1;
      }
      const now = measured(block);
      const [fromReal, fromImaginary] = before ?? now;
      before = now;
      const phase = phaseAtStartOf(block);
      const turned = ([r, i]: readonly [number, number]) =>
        [r * Math.cos(phase) - i * Math.sin(phase), r * Math.sin(phase) + i * Math.cos(phase)] as const;
      const [startReal, startImaginary] = turned([fromReal, fromImaginary]);
      const [endReal, endImaginary] = turned(now);
      const stepReal = (endReal - startReal) / size;
      const stepImaginary = (endImaginary - startImaginary) / size;
      for (let i = 0; i < samples.length; i++) {
        const r = startReal + stepReal * i;
        const im = startImaginary + stepImaginary * i;
        samples[i] = (samples[i] as number) - (r * (cosine[i] as number) - im * (sine[i] as number));
      }
    },
  };
}
