import { expect, test } from 'vitest';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { presetsFromText, presetsToText } from '../../../shared/domain/batch/preset-file.ts';
import {
  BUILT_IN_PRESETS,
  freeName,
  isEdited,
  namedPresetSchema,
  presetOf,
  settingsOf,
} from '../../../shared/domain/batch/presets.ts';
import { isModelId, samplingPresetOf } from '../../../shared/domain/models.ts';

const DELIVERED = {
  ...({ monoLoudness: -19, truePeak: -2, bitRate: 96, channels: 'mono-if-silent', video: 'sound' } as const),
  levelVoices: true,
  ...{ also: { format: 'flac', loudness: false } as const, intro: '/home/ann/jingle.wav', crossFade: 2 },
  tags: { title: '{name}', number: '{n}', cover: '/home/ann/cover.png' },
} as const;
const FOLDER = { output: { kind: 'folder', path: '/home/ann/Shows' } } as const;

test('presets that come with Cleartake are valid, differ, and the first is what a terminal does without a preset', () => {
  for (const preset of BUILT_IN_PRESETS) {
    expect(namedPresetSchema.parse(preset)).toEqual(preset);
    expect(preset.settings.models.every(isModelId)).toBe(true);
    if (preset.settings.samplingPreset !== undefined)
      expect(samplingPresetOf(preset.settings.samplingPreset)).not.toBeNull();
  }
  expect(new Set(BUILT_IN_PRESETS.map(({ settings }) => JSON.stringify(settings))).size).toBe(BUILT_IN_PRESETS.length);
  expect(BUILT_IN_PRESETS[0] && presetOf(BUILT_IN_PRESETS[0].settings)).toEqual(DEFAULT_BATCH_PRESET);
});

test('presets come back from their file as they were, folders included', () => {
  const presets = [
    ...BUILT_IN_PRESETS.map(({ name, settings }) => ({ name, settings })),
    { name: 'Delivered', settings: { ...settingsOf(DEFAULT_BATCH_PRESET), ...DELIVERED } },
    { name: 'Mine “2”', settings: { ...presetOf(BUILT_IN_PRESETS[1]?.settings ?? DEFAULT_BATCH_PRESET), ...FOLDER } },
  ];
  const read = presetsFromText(`\ufeff${presetsToText(presets)}`);
  if (read.kind === 'invalid') throw new Error(read.issues.join());
  expect(read.presets.map(({ name }) => name)).toEqual(presets.map(({ name }) => name));
  for (const [index, { settings }] of read.presets.entries()) {
    const original = presets[index];
    expect(original && isEdited(original, presetOf(settings))).toBe(false);
  }
});

test('a file says what is wrong with it, and names the preset', () => {
  const file = (presets: unknown) => JSON.stringify({ kind: 'cleartake-presets', version: 1, presets });
  const issuesOf = (text: string) => {
    const read = presetsFromText(text);
    return read.kind === 'invalid' ? read.issues.join('\n') : 'valid';
  };
  expect(issuesOf('{')).toBe('The file isn’t JSON.');
  expect(issuesOf('{"kind":"playlist"}')).toContain('kind: ');
  expect(issuesOf(file([]))).toContain('presets: ');
  expect(issuesOf(file([{ name: 'Loud', models: ['service-2'], loudness: 3 }]))).toMatch(/^“Loud” · loudness: /);
  expect(issuesOf(file([{ name: 'Typo', models: ['service-2'], strenght: 0.5 }]))).toMatch(/^“Typo”: .*strenght/);
  expect(issuesOf(file([{ name: 'Key', models: ['service-2'], apiKey: 'secret' }]))).toMatch(/^“Key”: .*apiKey/);
  expect(issuesOf(file([{ name: '  ', models: [] }]))).toMatch(/^Preset 1 · name: Enter a name\./);
  expect(issuesOf(file([{ name: 'Near', models: ['service-2'], output: { kind: 'folder', path: 'out' } }]))).toMatch(
    /full path of a folder/,
  );
  expect(issuesOf(file([null]))).toMatch(/^Preset 1: /);
});

test('a name that is taken gets a number', () => {
  const named = (...names: string[]) => names.map((name) => ({ name }));
  expect(freeName('Mine', named('Other'))).toBe('Mine');
  expect(freeName('mine', named('Mine', 'Mine 2'))).toBe('mine 3');
  expect(freeName('x'.repeat(60), named('X'.repeat(60)))).toHaveLength(58);
});
