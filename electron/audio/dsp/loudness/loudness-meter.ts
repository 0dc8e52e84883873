/** Integrated loudness by ITU-R BS.1770-4 and EBU R128: K-weighted blocks of 400 ms, gated absolutely and relatively. */

export interface LoudnessMeter {
  /** Takes the next frames, one array for each channel. */
  push(channels: readonly Float32Array[]): void;
  /** LUFS of everything that was pushed; null when nothing of it is above the absolute gate, as silence. */
  finish(): number | null;
}

/** A block is four steps, and blocks overlap by three. */
const STEPS_A_SECOND = 10;
const STEPS_A_BLOCK = 4;

/** LUFS of a mean square of 1. */
const OFFSET = -0.691;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;

/** Below this a filter's memory is silence; numbers smaller still would slow every calculation down. */
const NOTHING = 1e-30;

/**
 * Weights of channels in FFmpeg's layout for their number (see av/layouts.ts): 1.41 for what stands behind the listener, none for low
 * frequencies.
 */
const BEHIND = 1.41;
export const LOUDNESS_WEIGHTS: readonly (readonly number[])[] = [
  [1],
  [1, 1],
  [1, 1, 0],
  [1, 1, 1, BEHIND],
  [1, 1, 1, BEHIND, BEHIND],
  [1, 1, 1, 0, BEHIND, BEHIND],
  [1, 1, 1, 0, BEHIND, BEHIND, BEHIND],
  [1, 1, 1, 0, BEHIND, BEHIND, BEHIND, BEHIND],
];

export interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** @param sampleRate Hz @param channels 1 to 8 @throws RangeError for others */
export function createLoudnessMeter(sampleRate: number, channels: number): LoudnessMeter {
  const weights = LOUDNESS_WEIGHTS[channels - 1];
  if (weights === undefined) throw new RangeError(`No loudness of ${channels} channels`);
  const shelf = headShelf(sampleRate);
  const highPass = lowCut(sampleRate);
  const memories = weights.map(() => new Float64Array(4));
  const stepFrames = Math.round(sampleRate / STEPS_A_SECOND);
  const recent: number[] = [];
  let powers = new Float64Array(4096);
  let blocks = 0;
  let held = 0;
  let energy = 0;

  function closeStep(): void {
    recent.push(energy / stepFrames);
    held = 0;
    energy = 0;
    if (recent.length < STEPS_A_BLOCK) return;
    if (blocks === powers.length) {
      const larger = new Float64Array(powers.length * 2);
      larger.set(powers);
      powers = larger;
    }
    powers[blocks++] = recent.reduce((sum, one) => sum + one, 0) / STEPS_A_BLOCK;
    recent.shift();
  }

  return {
    push: (block) => {
      const count = block[0]?.length ?? 0;
      for (let from = 0; from < count; ) {
        const to = Math.min(count, from + stepFrames - held);
        for (const [channel, weight] of weights.entries()) {
          if (weight === 0) continue;
          const samples = block[channel] as Float32Array;
          energy += weight * weightedEnergy(samples, from, to, shelf, highPass, memories[channel] as Float64Array);
        }
        held += to - from;
        from = to;
        if (held === stepFrames) closeStep();
      }
    },
    finish: () => gatedLoudness(powers.subarray(0, blocks)),
  };
}

/** LUFS of the mean squares of all blocks of 400 ms, a new one every 100 ms; null when none is above the absolute gate. */
export function gatedLoudness(powers: Float64Array): number | null {
  const audible = meanAbove(powers, powerOf(ABSOLUTE_GATE_LUFS));
  if (audible === null) return null;
  const relative = powerOf(loudnessOf(audible) + RELATIVE_GATE_LU);
  const gated = meanAbove(powers, Math.max(relative, powerOf(ABSOLUTE_GATE_LUFS)));
  return gated === null ? null : loudnessOf(gated);
}

function meanAbove(powers: Float64Array, gate: number): number | null {
  let sum = 0;
  let count = 0;
  for (const power of powers) {
    if (power <= gate) continue;
    sum += power;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/** LUFS of the mean square behind both filters. */
export function loudnessOf(power: number): number {
  return OFFSET + 10 * Math.log10(power);
}

/** The mean square behind both filters that has this loudness, in LUFS. */
export function powerOf(loudness: number): number {
  return 10 ** ((loudness - OFFSET) / 10);
}

/** Sum of squares behind both filters, whose memory is `[shelf 1, shelf 2, low cut 1, low cut 2]`. */
function weightedEnergy(
  samples: Float32Array,
  from: number,
  to: number,
  shelf: Biquad,
  highPass: Biquad,
  memory: Float64Array,
): number {
  let [s1, s2, h1, h2] = memory as unknown as [number, number, number, number];
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
  for (const [at, value] of [s1, s2, h1, h2].entries()) memory[at] = Math.abs(value) < NOTHING ? 0 : value;
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
