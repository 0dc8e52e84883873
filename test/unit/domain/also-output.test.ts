import { expect, test } from 'vitest';
import { alsoPresetOf, isUsuallyAsLoud } from '../../../shared/domain/batch/also-output.ts';
import { type BatchPreset, DEFAULT_BATCH_PRESET, exportSettingsOf } from '../../../shared/domain/batch/batch-preset.ts';

const TAKE = { name: 'take.wav', hasVideo: false };
const LOUD: BatchPreset = {
  ...DEFAULT_BATCH_PRESET,
  channels: 'mono-if-silent',
  intro: '/jingle.wav',
  levelVoices: true,
  loudness: -16,
  monoLoudness: -19,
  strength: 0.8,
  truePeak: -2,
};

function soundOf(isAsLoud: boolean) {
  const second = alsoPresetOf({ ...LOUD, also: { format: 'flac', loudness: isAsLoud } }, TAKE, 'wav');
  return second === null ? null : exportSettingsOf(second);
}

test('a second file whose level is kept has nothing of what makes the first one loud', () => {
  expect(soundOf(false)).toEqual({
    ...{ channels: 'mono-if-silent', format: 'flac', intro: '/jingle.wav' },
    ...{ loudness: null, strength: 0.8, video: 'sound' },
  });
});

test('one that is as loud as the first has all of it', () => {
  const { levelVoices, loudness, monoLoudness, truePeak } = LOUD;
  expect(soundOf(true)).toMatchObject({ levelVoices, loudness, monoLoudness, truePeak });
});

test('lossless formats keep their level by themselves, compressed ones are published', () => {
  expect(['flac', 'wav24', 'mp3', 'opus'].map((format) => isUsuallyAsLoud(format as 'flac'))).toEqual([
    ...[false, false, true, true],
  ]);
});
