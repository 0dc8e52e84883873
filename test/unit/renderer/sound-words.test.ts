import { expect, test } from 'vitest';
import { figureWords, soundWords } from '../../../renderer/features/desk/batch-bar/sound-words.ts';

test('sound settings are short, and defaults aren’t mentioned', () => {
  expect(soundWords({ strength: 1, loudness: null, format: 'source' })).toBe('As restored');
  expect(soundWords({ strength: 0.7, loudness: -16, format: 'flac' })).toBe('70 % · −16 LUFS · FLAC');
  expect(soundWords({ strength: 0, loudness: null, format: 'source' })).toBe('0 %');
});

test('figures are shown as measured', () => {
  const quiet = { loudness: -23.41, truePeak: -6.2 };
  const loud = { loudness: -16.02, truePeak: -1.19 };
  expect(figureWords({ before: quiet, after: loud, gain: 7.4, limited: true, lag: 0 })).toBe(
    '−23.4 → −16.0 LUFS, peak −1.2 dBTP, peaks limited',
  );
  const nothing = { loudness: null, truePeak: null };
  expect(figureWords({ before: nothing, after: nothing, gain: 0, limited: false, lag: null })).toBe(
    'silence → silence LUFS',
  );
});
