import { expect, test } from 'vitest';
import { seededRandom } from '../../fixtures/audio/signals.ts';
import { pink } from '../../fixtures/quality/noises.ts';
import { PESQ_RATE, pesq } from '../../harness/quality/pesq.ts';

/** Syllables of many overtones, and pauses. */
function voice(seconds: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  const out = new Float32Array(seconds * PESQ_RATE);
  for (let from = 0; from < out.length; from += 3200) {
    const pitch = 100 + 100 * random();
    const long = random() < 0.2 ? 0 : 2600;
    for (let i = 0; i < long && from + i < out.length; i++) {
      let sum = 0;
      for (let overtone = 1; overtone * pitch < 6000; overtone++) {
        sum += Math.sin((2 * Math.PI * pitch * overtone * i) / PESQ_RATE + overtone ** 2) / overtone;
      }
      out[from + i] = 0.3 * Math.sin((Math.PI * i) / long) ** 2 * sum;
    }
  }
  return out;
}

const clean = voice(4, 3);

// Figures of ITU-T's own program in its wide-band mode, built from github.com/ludlows/PESQ, on the same samples.
test.each([
  [0.0003, 3.1253],
  [0.001, 2.3343],
  [0.003, 1.4982],
  [0.01, 1.1053],
  [0.1, 1.0253],
])('under pink noise of %d it is what the reference program says: %d', async (level, figure) => {
  const noise = pink(clean.length, 5);
  const heard = clean.map((value, i) => value + level * (noise[i] ?? 0));
  expect(Math.abs((await pesq(clean, heard)) - figure)).toBeLessThan(0.05);
});

test('level and mild filters cost next to nothing, cut peaks much', async () => {
  expect(await pesq(clean, clean)).toBeCloseTo(4.644, 3);
  const quiet = clean.map((value) => value / 10);
  expect(await pesq(clean, quiet)).toBeCloseTo(4.644, 2);
  let last = 0;
  const dull = clean.map((value) => {
    last += 0.3 * (value - last);
    return last;
  });
  expect(Math.abs((await pesq(clean, dull)) - 4.6304)).toBeLessThan(0.02);
  const cut = clean.map((value) => Math.max(-0.2, Math.min(0.2, value)));
  expect(Math.abs((await pesq(clean, cut)) - 1.903)).toBeLessThan(0.12);
});
