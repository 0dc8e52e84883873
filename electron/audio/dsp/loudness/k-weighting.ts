/** K-weighting, the two filters and the channel weights of ITU-R BS.1770-4: the one definition that scan and export share. */

export interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

const SURROUND = 1.41;
/**
 * Channel weights of BS.1770 in FFmpeg's default layout for each number of channels (media/layouts.ts): 1.41 for surround channels, 0 for
 * the low-frequency channel.
 */
export const LOUDNESS_WEIGHTS: readonly (readonly number[])[] = [
  [1],
  [1, 1],
  [1, 1, 0],
  [1, 1, 1, SURROUND],
  [1, 1, 1, SURROUND, SURROUND],
  [1, 1, 1, 0, SURROUND, SURROUND],
  [1, 1, 1, 0, SURROUND, SURROUND, SURROUND],
  [1, 1, 1, 0, SURROUND, SURROUND, SURROUND, SURROUND],
];

/** Smaller filter states count as silence: denormal numbers would slow every calculation down. */
export const SILENT_STATE = 1e-30;

/** Sums the weighted energy of the next frames. @param block one array for each channel */
export type KWeightedEnergy = (block: readonly Float32Array[], from: number, to: number) => number;

/** @param sampleRate Hz @param channels 1 to 8 @throws RangeError for others */
export function createKWeighting(sampleRate: number, channels: number): KWeightedEnergy {
  const weights = LOUDNESS_WEIGHTS[channels - 1];
  if (weights === undefined) throw new RangeError(`No loudness of ${channels} channels`);
  const shelf = headShelf(sampleRate);
  const highPass = lowCut(sampleRate);
  const memories = weights.map((): FilterMemory => [0, 0, 0, 0]);
  return (block, from, to) => {
    let energy = 0;
    for (const [channel, weight] of weights.entries()) {
      if (weight === 0) continue;
      const samples = block[channel] as Float32Array;
      energy += weight * weightedEnergy(samples, from, to, shelf, highPass, memories[channel] as FilterMemory);
    }
    return energy;
  };
}

/** States of both filters: shelf 1, shelf 2, low cut 1, low cut 2. */
type FilterMemory = [number, number, number, number];

/** Sum of squares behind both filters. */
function weightedEnergy(
  samples: Float32Array,
  from: number,
  to: number,
  shelf: Biquad,
  highPass: Biquad,
  memory: FilterMemory,
): number {
  let [s1, s2, h1, h2] = memory;
  let sum = 0;
  for (let i = from; i < to; i++) {
    const sample = samples[i] as number;
    const shelved = shelf.b0 * sample + s1;
    s1 = shelf.b1 * sample - shelf.a1 * shelved + s2;
    s2 = shelf.b2 * sample - shelf.a2 * shelved;
    const weighted = highPass.b0 * shelved + h1;
    h1 = highPass.b1 * shelved - highPass.a1 * weighted + h2;
    h2 = highPass.b2 * shelved - highPass.a2 * weighted;
    sum += weighted * weighted;
  }
  for (const [at, value] of [s1, s2, h1, h2].entries()) memory[at] = Math.abs(value) < SILENT_STATE ? 0 : value;
  return sum;
}

/** First filter of BS.1770, for any rate (B. De Man, Evaluation of Implementations of the EBU R128 Loudness Measurement, 2018). */
export function headShelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

/** Second filter of BS.1770, by the same source. */
export function lowCut(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return {
    b0: 1,
    b1: -2,
    b2: 1,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}
