/** Rooms, hum and noise for the sample recordings, identical in every run. */

import type { Trouble } from './script.ts';

export type Random = () => number;

/** Random numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Scales to a root mean square of `level`, measured without the pauses. */
export function leveled(samples: Float32Array, level: number): Float32Array {
  const loudest = samples.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const spoken = samples.filter((value) => Math.abs(value) > loudest / 50);
  const measured = Math.sqrt(spoken.reduce((sum, value) => sum + value * value, 0) / spoken.length);
  return samples.map((value) => (value / measured) * level);
}

/** Reverberation of a small room, different for each side: four comb and two all-pass filters (Schroeder, 1962). */
export function roomTail(dry: Float32Array, sampleRate: number, seconds: number, random: Random): Float32Array {
  const wet = new Float32Array(dry.length);
  for (let comb = 0; comb < 4; comb++) {
    const delay = Math.round(sampleRate * (0.021 + 0.006 * comb + 0.004 * random()));
    const feedback = 10 ** ((-3 * delay) / (seconds * sampleRate));
    const line = new Float32Array(delay);
    let damped = 0;
    for (let i = 0; i < dry.length; i++) {
      const out = line[i % delay] as number;
      // Walls absorb high frequencies first.
      damped = 0.6 * out + 0.4 * damped;
      line[i % delay] = (dry[i] as number) + feedback * damped;
      wet[i] = (wet[i] as number) + out / 4;
    }
  }
  for (const milliseconds of [5, 1.7]) {
    const delay = Math.round((sampleRate * milliseconds) / 1000);
    const line = new Float32Array(delay);
    for (let i = 0; i < wet.length; i++) {
      const held = line[i % delay] as number;
      const input = (wet[i] as number) + 0.7 * held;
      line[i % delay] = input;
      wet[i] = held - 0.7 * input;
    }
  }
  return wet;
}

export function humOf(trouble: NonNullable<Trouble['hum']>, count: number, sampleRate: number): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => {
    let sum = 0;
    for (let harmonic = 1; harmonic <= 14; harmonic++) {
      const strength = (harmonic % 2 === 1 ? 1 : 0.6) / harmonic ** 0.8;
      sum += strength * Math.sin((2 * Math.PI * trouble.mains * 1.0002 * harmonic * i) / sampleRate + harmonic);
    }
    return sum * trouble.level;
  });
}

export function noiseOf(trouble: Trouble['noise'], count: number, sampleRate: number, random: Random): Float32Array {
  const samples = new Float32Array(count);
  let low = 0;
  let energy = 0;
  for (let i = 0; i < count; i++) {
    const white = random() + random() + random() - 1.5;
    low = trouble.darkness * low + (1 - trouble.darkness) * white;
    samples[i] = low;
    energy += low * low;
  }
  const scale = trouble.level / Math.sqrt(energy / count);
  const { depth, seconds } = trouble.swell;
  return samples.map((value, i) => value * scale * (1 + depth * Math.sin((2 * Math.PI * i) / (seconds * sampleRate))));
}

/** Wheels over rail joints: two dull knocks, close together. */
export function knocksOf(aMinute: number, count: number, sampleRate: number, random: Random): Float32Array {
  const samples = new Float32Array(count);
  if (aMinute === 0) return samples;
  const apart = (60 / aMinute) * sampleRate;
  for (let knock = 0.3 * sampleRate; knock < count; knock += apart * (0.96 + 0.08 * random())) {
    for (const offset of [0, 0.14 * sampleRate]) {
      const start = Math.round(knock + offset);
      const strength = 0.1 + 0.06 * random();
      for (let i = 0; i < 0.09 * sampleRate && start + i < count; i++) {
        const time = i / sampleRate;
        const ring = Math.sin(2 * Math.PI * 95 * time) + 0.4 * Math.sin(2 * Math.PI * 210 * time);
        samples[start + i] = (samples[start + i] as number) + strength * ring * Math.exp(-time / 0.02);
      }
    }
  }
  return samples;
}
