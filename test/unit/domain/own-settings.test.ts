import { expect, test } from 'vitest';
import { type BatchPreset, DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { changeOwn, ownSettings, ownSettingsSchema, withOwn } from '../../../shared/domain/batch/own-settings.ts';

const BATCH: BatchPreset = { ...DEFAULT_BATCH_PRESET, samplingPreset: 'podcast', loudness: -16, format: 'm4a' };

test('a recording without own settings is restored like its batch', () => {
  expect(withOwn(BATCH, null)).toEqual(BATCH);
  expect(ownSettings(BATCH, BATCH)).toBeNull();
});

test('own settings stay when the batch gets another preset, and everything else follows it', () => {
  const own = ownSettings({ ...BATCH, strength: 0.5 }, BATCH);
  expect(own).toEqual({ strength: 0.5 });
  expect(withOwn({ ...BATCH, format: 'flac', strength: 0.9 }, own)).toMatchObject({ format: 'flac', strength: 0.5 });
});

test('no restoration preset and no loudness can be own settings, and survive the store', () => {
  const { samplingPreset: _, ...plain } = { ...BATCH, loudness: null };
  const own = ownSettingsSchema.parse(JSON.parse(JSON.stringify(ownSettings(plain, BATCH))));
  expect(own).toEqual({ samplingPreset: null, loudness: null });
  expect(withOwn(BATCH, own)).toEqual(plain);
});

test('defaults and order make no difference', () => {
  const spelled: BatchPreset = { ...DEFAULT_BATCH_PRESET, strength: 1, loudness: null, format: 'source' };
  expect(ownSettings(spelled, DEFAULT_BATCH_PRESET)).toBeNull();
  const both: BatchPreset = { ...BATCH, models: ['service-2', 'service-3.5'] };
  expect(ownSettings({ ...both, models: ['service-3.5', 'service-2'] }, both)).toBeNull();
});

test('a change adds to own settings, and what equals the batch again is no own setting', () => {
  const gentle = changeOwn(BATCH, null, { samplingPreset: 'gentle' });
  const wav = changeOwn(BATCH, gentle, { format: 'wav24' });
  expect(wav).toEqual({ samplingPreset: 'gentle', format: 'wav24' });
  expect(changeOwn(BATCH, wav, { samplingPreset: 'podcast' })).toEqual({ format: 'wav24' });
  expect(changeOwn(BATCH, wav, { samplingPreset: 'podcast', format: 'm4a' })).toBeNull();
});

test('two folders are two places', () => {
  const inFolder = (path: string): BatchPreset => ({ ...BATCH, output: { kind: 'folder', path } });
  expect(ownSettings(inFolder('/a'), inFolder('/a'))).toBeNull();
  expect(ownSettings(inFolder('/b'), inFolder('/a'))).toEqual({ output: { kind: 'folder', path: '/b' } });
});
