import { expect, test } from 'vitest';
import { createDither, packSamples } from '../../../electron/audio/media/samples.ts';

const COUNT = 48_000;
const STEP = 1 / 32_768;

function packed(samples: Float32Array): Int16Array {
  const bytes = packSamples([samples], samples.length, 's16', createDither());
  return new Int16Array(bytes.buffer, bytes.byteOffset, samples.length);
}

test('sound below one step of 16 bits is still there, in hiss without harmonics', () => {
  const quiet = Float32Array.from({ length: COUNT }, (_, i) => 0.4 * STEP * Math.sin((2 * Math.PI * 1000 * i) / COUNT));
  const made = packed(quiet);
  const toneAt = (hertz: number) => {
    const sum = made.reduce((all, value, i) => all + value * Math.sin((2 * Math.PI * hertz * i) / COUNT), 0);
    return (2 * sum) / COUNT;
  };
  expect(toneAt(1000)).toBeCloseTo(0.4, 1);
  expect(Math.abs(toneAt(3000))).toBeLessThan(0.02);
  expect(made.every((value) => Math.abs(value) <= 2)).toBe(true);
});

test('what 16 bits hold exactly stays as it is, and so does what is made of the same samples', () => {
  const exact = Float32Array.from({ length: COUNT }, (_, i) => ((i * 7919) % 65_536) * STEP - 1);
  expect([...packed(exact)]).toEqual([...exact].map((value) => value / STEP));
  expect(packed(new Float32Array(100)).every((value) => value === 0)).toBe(true);
  const between = exact.map((value) => value * 0.37);
  expect(packed(between)).toEqual(packed(between));
  expect(packed(Float32Array.of(1.5, -1.5))).toEqual(Int16Array.of(32_767, -32_768));
});
