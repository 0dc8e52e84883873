import { expect, test } from 'vitest';
import { changesOf, changeWords } from '../../../shared/domain/quality/outcome.ts';

const PLAIN = { clippedSamples: 0, decayTime: 0.2, hum: null, noiseFloor: -40 };

test('what changed is said in a few words, and only what can be heard', () => {
  const noisy = { ...PLAIN, hum: { frequency: 50, level: -40 }, decayTime: 0.6, clippedSamples: 12 };
  const words = (after: Parameters<typeof changesOf>[1]) => changeWords(changesOf(noisy, after, 48_000) ?? []);
  expect(words({ ...PLAIN, noiseFloor: -64.2 })).toBe('noise 24 dB lower, hum removed, less reverb, clipping repaired');
  expect(words({ ...noisy, noiseFloor: -42 })).toBe('left as it was');
  expect(words({ ...noisy, noiseFloor: -64, musicFrames: 47_000 })).toBe('music, left as it was');
  expect(words({ ...noisy, decayTime: 0.55, noiseFloor: null })).toBe('left as it was');
});

test('without measures nothing is said', () => {
  expect(changesOf(null, PLAIN, 1)).toBeNull();
  expect(changesOf(PLAIN, null, 1)).toBeNull();
});
