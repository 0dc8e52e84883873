import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withFullPaths } from '../../../electron/hosts/cli/access/given-paths.ts';
import { presetFrom, type SettingOptions } from '../../../electron/hosts/cli/work/preset-from.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { BUILT_IN_PRESETS } from '../../../shared/domain/batch/presets.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { runCli } from '../../harness/cli/run-cli.ts';
import { openTestDesk } from '../../harness/desk/open-test-desk.ts';

const DATA = (folder: string) => ['--data-dir', path.join(folder, 'data')];

test('presets are listed and exported without a desk, and come back from their file', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const listed = await runCli(['presets', 'list', ...DATA(folder)]);
  expect(listed.stdout).toContain('Interview archive: service-3.5, interview, 80 %, wav24, next to the original');
  const file = path.join(folder, 'mine.json');
  const { stdout } = await runCli(['presets', 'export', 'short clips', ...DATA(folder)]);
  writeFileSync(file, stdout.replace('"Short clips"', '"Mine"').replace('-14', '-9'));
  const imported = await runCli(['presets', 'import', file, ...DATA(folder)]);
  expect([imported.status, imported.stdout]).toEqual([0, 'Added “Mine”.\n']);
  const { events } = await runCli(['presets', 'list', '--json', ...DATA(folder)]);
  expect(events.at(-1)).toMatchObject({ event: 'preset', name: 'Mine', settings: { loudness: -9, format: 'mp3' } });
  const again = await runCli(['presets', 'import', file, ...DATA(folder)]);
  expect(again.stdout).toBe('“Mine” is already here.\n');
  writeFileSync(file, stdout.replace('"strength": 1', '"strength": 7'));
  const broken = await runCli(['presets', 'import', file, ...DATA(folder)]);
  expect([broken.status, broken.stdout]).toEqual([1, '']);
  expect(broken.stderr).toContain('“Short clips” · strength: ');
  expect(await runCli(['presets', 'export', 'nobody', ...DATA(folder)])).toMatchObject({ status: 2, stdout: '' });
});

test('restore takes a preset by name, and what the options say instead', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  writeTone(path.join(folder, 'take.wav'), { seconds: 3 });
  const out = path.join(folder, 'out');
  const places = ['--out', out, ...DATA(folder)];
  const words = ['restore', path.join(folder, 'take.wav'), '--preset', 'SHORT CLIPS', '--format', 'flac', '--json'];
  const { status, stderr } = await runCli([...words, '--restoration', 'gentle', ...places]);
  expect(status, stderr).toBe(0);
  expect(readdirSync(out)).toEqual(['take (service-2).flac']);
  const { store } = openTestDesk(path.join(folder, 'data'));
  const [job] = store.jobs.page(0, 1);
  expect(job?.preset).toMatchObject({ samplingPreset: 'gentle', format: 'flac', loudness: -14 });
  const unknown = await runCli([
    'restore',
    path.join(folder, 'take.wav'),
    '--preset',
    'podcast',
    ...DATA(path.join(folder, 'b')),
  ]);
  expect(unknown.status).toBe(2);
  expect(unknown.stderr).toContain('There is no preset called “podcast”. Presets: Restore only, Podcast episode');
});

test('without a preset everything is as the options say, and the defaults are those of the desk’s first preset', () => {
  expect(presetFrom({}, [])).toEqual(DEFAULT_BATCH_PRESET);
  expect(presetFrom({ model: ['service-3.5', 'service-3.5'], out: '/out', strength: 0 }, [])).toMatchObject({
    models: ['service-3.5'],
    output: { kind: 'folder', path: '/out' },
    strength: 0,
  });
  const podcast = { preset: 'podcast-episode', restoration: 'none', loudness: null, format: 'source' } as const;
  expect(presetFrom({ ...podcast, channels: 'source' }, BUILT_IN_PRESETS)).toEqual({
    ...DEFAULT_BATCH_PRESET,
    ...{ format: 'source', channels: 'source', bitRate: null, loudness: null, monoLoudness: null },
  });
  expect(presetFrom({ preset: 'Short clips', type: 'mp3' }, BUILT_IN_PRESETS)).toMatchObject({
    downloadType: 'mp3',
    format: 'source',
  });
});

test('options of the delivered file change what a preset says of it, and leave the rest', () => {
  const from = (options: SettingOptions) => presetFrom({ preset: 'podcast-episode', ...options }, BUILT_IN_PRESETS);
  expect(from({})).toMatchObject({ loudness: -16, monoLoudness: -19, format: 'mp3' });
  // As on the desk: an archive keeps its level.
  const archive = { format: 'flac', loudness: false } as const;
  expect(from({ alsoFormat: 'flac' }).also).toEqual(archive);
  expect(from({ alsoFormat: 'flac', alsoLoudness: 'first' }).also).toEqual({ ...archive, loudness: true });
  expect(from({ alsoFormat: 'mp3', alsoLoudness: 'none' }).also).toEqual({ format: 'mp3', loudness: false });
  expect(from({ alsoFormat: 'opus', alsoBitRate: 64 }).also).toEqual({ format: 'opus', bitRate: 64, loudness: true });
  expect(from({ alsoFormat: 'none' }).also).toBeNull();
  expect(() => from({ alsoBitRate: 64 })).toThrow('Name the format of the second file with --also-format.');
  expect(from({ intro: '/a.wav', outro: 'none', crossFade: 2 })).toMatchObject({
    intro: '/a.wav',
    outro: '',
    crossFade: 2,
  });
  expect(from({ loudness: -14 })).toMatchObject({ loudness: -14, monoLoudness: null });
  expect(from({ loudness: 'podcast', monoLoudness: -18 })).toMatchObject({ loudness: -16, monoLoudness: -18 });
  expect(from({ bitRate: 96, truePeak: -2, video: 'sound' })).toMatchObject({
    ...{ bitRate: 96, truePeak: -2, video: 'sound', format: 'mp3' },
  });
  expect(from({}).levelVoices).toBe(undefined);
  expect(from({ levelVoices: true }).levelVoices).toBe(true);
  const tags = from({ tag: { title: '{name}' }, cover: '/home/ann/cover.png' }).tags;
  expect(tags).toEqual({ title: '{name}', cover: '/home/ann/cover.png' });
});

test('an intro, outro or cover that isn’t there is a wrong option, before anything starts', async () => {
  const folder = temporaryFolder();
  const gone = path.join(folder, 'none.wav');
  for (const part of ['intro', 'outro', 'cover'] as const)
    await expect(withFullPaths({ [part]: gone })).rejects.toThrow(`There is no file ${gone} to use as the ${part}`);
  await expect(withFullPaths({ intro: folder })).rejects.toThrow(`The intro ${folder} isn’t a file.`);
  expect(await withFullPaths({ intro: 'none' })).toEqual({ intro: 'none' });
});
