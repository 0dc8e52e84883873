import { expect, test } from 'vitest';
import { weaknessDetail, weaknessesInSentence } from '../../../shared/domain/quality/strings.ts';
import { weaknessesOf } from '../../../shared/domain/quality/weaknesses.ts';
import { NO_MEASURES } from '../../fixtures/measures.ts';

const GOOD = { ...NO_MEASURES, signalToNoise: 25, decayTime: 0.33, bandwidth: 5000 };

test('a result is weak just beyond each threshold, the most audible first', () => {
  expect(weaknessesOf(GOOD)).toEqual([]);
  expect(weaknessesOf({ ...GOOD, signalToNoise: 24.9 })).toEqual([{ kind: 'noise', signalToNoise: 24.9 }]);
  expect(weaknessesOf({ ...GOOD, decayTime: 0.34 })).toEqual([{ kind: 'reverb', decayTime: 0.34 }]);
  expect(weaknessesOf({ ...GOOD, bandwidth: 4999 })).toEqual([{ kind: 'muffled', bandwidth: 4999 }]);
  const kinds = weaknessesOf({ ...GOOD, signalToNoise: -3, decayTime: 1, bandwidth: 3400 }).map(({ kind }) => kind);
  expect(kinds).toEqual(['noise', 'reverb', 'muffled']);
});

test('what wasn’t measured isn’t poor, nor what has too little speech', () => {
  expect(weaknessesOf(null)).toEqual([]);
  expect(weaknessesOf({ ...GOOD, decayTime: null, bandwidth: null })).toEqual([]);
  expect(weaknessesOf({ ...GOOD, signalToNoise: null, decayTime: 1, bandwidth: 3000 })).toEqual([]);
});

test('words with figures', () => {
  const found = weaknessesOf({ ...GOOD, signalToNoise: -3.4, decayTime: 0.62, bandwidth: 3400 });
  expect(weaknessesInSentence(found)).toBe('background noise is still loud, strong reverb remains, sounds muffled');
  expect(found.map(weaknessDetail)).toEqual(['Speech-to-noise ratio −3 dB.', 'Reverb 0.62 s.', 'Bandwidth 3.4 kHz.']);
});
