import { expect, test } from 'vitest';
import { ownWords, presetWords } from '../../../renderer/components/presets/preset-words.ts';
import { figureWords } from '../../../renderer/components/presets/sound-words.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';

test('a preset is short, and defaults aren’t mentioned', () => {
  expect(presetWords(DEFAULT_BATCH_PRESET, true)).toBe('2.0, next to the original');
  expect(presetWords(DEFAULT_BATCH_PRESET, false)).toBe('2.0, next to the original (uploads: library)');
  const output = { kind: 'folder' as const, path: 'C:\\Shows\\Season 9' };
  const other = { models: ['service-2' as const, 'service-3.5' as const], samplingPreset: 'Podcast', output };
  const sound = { strength: 0.7, loudness: -16, format: 'm4a' as const };
  expect(presetWords({ ...DEFAULT_BATCH_PRESET, ...other, ...sound }, true)).toBe(
    '2.0 + 3.5, podcast, 70 %, −16 LUFS, M4A, in “Season 9”',
  );
  expect(presetWords({ ...DEFAULT_BATCH_PRESET, levelVoices: true }, true)).toBe(
    '2.0, level voices, next to the original',
  );
});

test('what a recording has of its own is named, also where it goes back to a default', () => {
  expect(ownWords({ format: 'wav24', samplingPreset: 'gentle' }, true)).toEqual(['WAV 24', 'gentle']);
  expect(ownWords({ samplingPreset: null, loudness: null, strength: 1, format: 'source' }, true)).toEqual([
    'original format',
    'standard',
    '100 %',
    'level kept',
  ]);
  expect(
    ownWords({ models: ['service-3.5'], output: { kind: 'library' }, namingTemplate: '{date}', reuse: false }, true),
  ).toEqual(['3.5', 'library only', 'other file name']);
  expect(ownWords({ samplingPreset: 'vendor-7' }, true)).toEqual(['vendor-7']);
  expect([true, false].flatMap((levelVoices) => ownWords({ levelVoices }, true))).toEqual([
    'level voices',
    'voices as recorded',
  ]);
});

test('figures are shown as measured', () => {
  const quiet = { loudness: -23.41, truePeak: -6.2 };
  const loud = { loudness: -16.02, truePeak: -1.19 };
  expect(figureWords({ before: quiet, after: loud, gain: 7.4, limited: true, lag: 0 })).toBe(
    '−23.4 → −16.0 LUFS, peak −1.2 dBTP, peaks limited',
  );
  const voices = { raised: 8.4, lowered: 1.2 };
  expect(figureWords({ before: quiet, after: loud, gain: 7.4, limited: false, lag: 0, voices })).toBe(
    '−23.4 → −16.0 LUFS, peak −1.2 dBTP, quiet voices raised by up to 8 dB',
  );
  const nothing = { loudness: null, truePeak: null };
  expect(figureWords({ before: nothing, after: nothing, gain: 0, limited: false, lag: null })).toBe(
    'silence → silence LUFS',
  );
});
