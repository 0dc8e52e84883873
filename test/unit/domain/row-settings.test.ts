import { expect, test } from 'vitest';
import { type BatchPreset, DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import {
  changeRowSettings,
  rowSettings,
  rowSettingsSchema,
  withRowSettings,
} from '../../../shared/domain/batch/row-settings.ts';

const BATCH: BatchPreset = { ...DEFAULT_BATCH_PRESET, samplingPreset: 'podcast', loudness: -16, format: 'm4a' };

test('a recording without own settings is restored like its batch', () => {
  expect(withRowSettings(BATCH, null)).toEqual(BATCH);
  expect(rowSettings(BATCH, BATCH)).toBeNull();
  expect(rowSettings(BATCH, BATCH, ['loudness', 'samplingPreset'])).toEqual({
    loudness: -16,
    samplingPreset: 'podcast',
  });
});

test('own settings stay when the batch gets another preset, and everything else follows it', () => {
  const own = rowSettings({ ...BATCH, strength: 0.5 }, BATCH);
  expect(own).toEqual({ strength: 0.5 });
  expect(withRowSettings({ ...BATCH, format: 'flac', strength: 0.9 }, own)).toMatchObject({
    format: 'flac',
    strength: 0.5,
  });
});

test('no restoration preset and no loudness can be own settings, and survive the store', () => {
  const { samplingPreset: _, ...plain } = { ...BATCH, loudness: null };
  const own = rowSettingsSchema.parse(JSON.parse(JSON.stringify(rowSettings(plain, BATCH))));
  expect(own).toEqual({ samplingPreset: null, loudness: null });
  expect(withRowSettings(BATCH, own)).toEqual(plain);
});

test('defaults and order make no difference', () => {
  const spelled: BatchPreset = { ...DEFAULT_BATCH_PRESET, strength: 1, loudness: null, format: 'source' };
  expect(rowSettings(spelled, DEFAULT_BATCH_PRESET)).toBeNull();
  const both: BatchPreset = { ...BATCH, models: ['service-2', 'service-3.5'] };
  expect(rowSettings({ ...both, models: ['service-3.5', 'service-2'] }, both)).toBeNull();
});

test('a change adds to own settings, and what equals the batch again is no own setting', () => {
  const gentle = changeRowSettings(BATCH, null, { samplingPreset: 'gentle' });
  const wav = changeRowSettings(BATCH, gentle, { format: 'wav24' });
  expect(wav).toEqual({ samplingPreset: 'gentle', format: 'wav24' });
  expect(changeRowSettings(BATCH, wav, { samplingPreset: 'podcast' })).toEqual({ format: 'wav24' });
  expect(changeRowSettings(BATCH, wav, { samplingPreset: 'podcast', format: 'm4a' })).toBeNull();
});

test('two folders are two places', () => {
  const inFolder = (path: string): BatchPreset => ({ ...BATCH, output: { kind: 'folder', path } });
  expect(rowSettings(inFolder('/a'), inFolder('/a'))).toBeNull();
  expect(rowSettings(inFolder('/b'), inFolder('/a'))).toEqual({ output: { kind: 'folder', path: '/b' } });
});

test('what is delivered is compared by what it means', () => {
  const usual = { monoLoudness: null, truePeak: -1, bitRate: null, video: 'picture', channels: 'source' } as const;
  expect(rowSettings({ ...BATCH, levelVoices: false }, BATCH)).toBeNull();
  expect(rowSettings({ ...BATCH, ...usual, tags: { title: '' } }, BATCH)).toBeNull();
  const archived: BatchPreset = { ...BATCH, also: { format: 'flac', loudness: false } };
  expect(rowSettings({ ...archived, also: { loudness: false, format: 'flac' } }, archived)).toBeNull();
  expect(changeRowSettings(archived, null, { also: null })).toEqual({ also: null });
  const tagged: BatchPreset = { ...BATCH, tags: { title: '{name}', album: 'Talk' } };
  expect(rowSettings({ ...tagged, tags: { album: 'Talk', title: '{name}' } }, tagged)).toBeNull();
  expect(changeRowSettings(tagged, null, { tags: {}, bitRate: 96 })).toEqual({ tags: {}, bitRate: 96 });
});
