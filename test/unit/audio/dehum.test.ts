import { expect, test } from 'vitest';
import { dehum } from '../../../electron/audio/chains/hum/dehum.ts';
import type { HumTone } from '../../../electron/audio/dsp/hum-detector.ts';
import type { Block } from '../../../electron/audio/dsp/stage.ts';
import { syllables } from '../../fixtures/audio/syllables.ts';
import { siSdr } from '../../harness/audio/metrics.ts';
import { through } from '../../harness/audio/through.ts';

const RATE = 16_000;
const SECONDS = 20;
const COUNT = RATE * SECONDS;
const HARMONICS = 12;

/** @param wander Hz by which the mains swing to both sides, once in ten seconds */
function hum(mains: number, wander: number, level: number): Float32Array {
  let phase = 0;
  return Float32Array.from({ length: COUNT }, (_, i) => {
    phase += (2 * Math.PI * (mains + wander * Math.sin((2 * Math.PI * i) / RATE / 10))) / RATE;
    let sum = 0;
    for (let harmonic = 1; harmonic <= HARMONICS; harmonic++) sum += Math.sin(harmonic * phase + harmonic) / harmonic;
    return level * sum;
  });
}

function tones(mains: number): HumTone[] {
  return Array.from({ length: HARMONICS }, (_, i) => ({ frequency: mains * (i + 1), harmonic: i + 1 }));
}

function without(channels: Block, found: readonly HumTone[]): Block {
  return through(dehum(found, RATE, channels.length), channels, COUNT);
}

function sumOf(one: Float32Array, other: Float32Array): Float32Array {
  return one.map((value, i) => value + (other[i] as number));
}

test.each([
  [50.01, 0, 17],
  [60, 0.02, 22],
  [49.95, 0.05, 15],
])('hum of %d Hz that wanders by %d Hz goes, and the voice stays', (mains, wander, least) => {
  const voice = syllables(COUNT, RATE, 1);
  const heard = sumOf(voice, hum(mains, wander, 0.05));
  expect(siSdr(voice, heard)).toBeLessThan(8);
  const [out = new Float32Array(0)] = without([heard], tones(mains));
  expect(siSdr(voice, out)).toBeGreaterThan(least);
});

test('each channel loses its own hum', () => {
  const voice = syllables(COUNT, RATE, 2);
  const heard = [sumOf(voice, hum(50, 0, 0.05)), sumOf(voice, hum(50, 0, -0.01))];
  for (const out of without(heard, tones(50))) expect(siSdr(voice, out)).toBeGreaterThan(22);
});

test('a voice that glides across the tones keeps what it has there', () => {
  let phase = 0;
  const voice = Float32Array.from({ length: COUNT }, (_, i) => {
    phase += (2 * Math.PI * (110 + 25 * Math.sin((2 * Math.PI * i) / RATE / 1.7))) / RATE;
    let sum = 0;
    for (let harmonic = 1; harmonic <= 8; harmonic++) sum += Math.sin(harmonic * phase) / harmonic;
    return 0.1 * sum;
  });
  const [out = new Float32Array(0)] = without([voice], tones(50));
  expect(siSdr(voice, out)).toBeGreaterThan(25);
});

test('hum that is switched on in the middle leaves no trace of itself before', () => {
  const voice = syllables(COUNT, RATE, 3);
  const late = hum(50, 0, 0.05).map((value, i) => (i < COUNT / 2 ? 0 : value));
  const [out = new Float32Array(0)] = without([sumOf(voice, late)], tones(50));
  const early = COUNT / 2 - 3 * RATE;
  expect(siSdr(voice.subarray(0, early), out.subarray(0, early))).toBeGreaterThan(25);
  expect(siSdr(voice.subarray(COUNT / 2 + 3 * RATE), out.subarray(COUNT / 2 + 3 * RATE))).toBeGreaterThan(22);
});
