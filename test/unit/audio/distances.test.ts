import { expect, test } from 'vitest';
import { pink, white } from '../../fixtures/quality/noises.ts';
import { missingSpeech } from '../../harness/audio/distances.ts';

test('what is missing counts, at every rate, and what was added does not', async () => {
  for (const rate of [16_000, 48_000]) {
    const speech = pink(2 * rate, 1);
    expect(await missingSpeech(speech, speech, rate)).toBe(0);
    const louder = speech.map((value) => 2 * value);
    expect(await missingSpeech(speech, louder, rate)).toBe(0);
    const half = speech.map((value) => value / 2);
    expect(await missingSpeech(speech, half, rate)).toBeCloseTo(25, 3);
    const gone = speech.map((value, i) => (i < rate ? value : 0));
    expect(Math.abs((await missingSpeech(speech, gone, rate)) - shareAfter(speech, rate))).toBeLessThan(2);
    const noise = white(speech.length, 2);
    const noisy = speech.map((value, i) => value + 0.1 * (noise[i] ?? 0));
    expect(await missingSpeech(speech, noisy, rate)).toBeLessThan(0.5);
  }
});

/** Percent of the energy that comes from `from` on. */
function shareAfter(samples: Float32Array, from: number): number {
  const energy = (part: Float32Array) => part.reduce((sum, value) => sum + value * value, 0);
  return (100 * energy(samples.subarray(from))) / energy(samples);
}
