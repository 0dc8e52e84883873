import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_BATCH_PRESET } from '../../../../shared/domain/batch/batch-preset.ts';
import { presetsFromText, presetsToText } from '../../../../shared/domain/batch/preset-file.ts';
import { presetOf, settingsOf } from '../../../../shared/domain/batch/presets.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk } from '../../../harness/desk/open-test-desk.ts';

const LOUD = { ...settingsOf(DEFAULT_BATCH_PRESET), loudness: -14 };
const REFUSED = (words: RegExp) => ({ data: { code: 'presetInvalid', userMessage: expect.stringMatching(words) } });

test('own presets are created, renamed, changed and deleted, and are there again after a restart', async () => {
  const data = path.join(temporaryFolder(), 'data');
  const first = openTestDesk(data);
  const { presets } = first.client;
  const mine = await presets.save({ name: ' Mine ', settings: LOUD });
  const other = await presets.save({ name: 'Another', settings: LOUD });
  await presets.save({ id: mine.id, name: 'Mine, louder', settings: { ...LOUD, loudness: -9 } });
  await presets.choose({ id: mine.id });
  await presets.remove({ id: other.id });
  await first.close();
  const { client } = openTestDesk(data);
  const view = await client.presets.list();
  expect(view.presets.filter(({ builtIn }) => !builtIn)).toEqual([
    { id: mine.id, name: 'Mine, louder', builtIn: false, settings: { ...LOUD, loudness: -9 } },
  ]);
  expect(view).toMatchObject({ chosenId: mine.id, preset: { loudness: -9 } });
  // Undoing the deletion brings it back as it was.
  await client.presets.save(other);
  expect((await client.presets.list()).presets.map(({ name }) => name).slice(-2)).toEqual(['Another', 'Mine, louder']);
});

test('built-in presets can be neither changed nor deleted, and names are unique', async () => {
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const { presets } = client;
  const [builtIn] = (await presets.list()).presets;
  if (builtIn === undefined) throw new Error('There is no built-in preset');
  await expect(presets.save(builtIn)).rejects.toMatchObject(REFUSED(/comes with Cleartake/));
  await expect(presets.remove(builtIn)).rejects.toMatchObject(REFUSED(/comes with Cleartake/));
  await expect(presets.save({ name: 'podcast EPISODE', settings: LOUD })).rejects.toMatchObject(REFUSED(/called/));
  await expect(presets.choose({ id: 'none' })).rejects.toMatchObject({ data: { code: 'notFound' } });
});

test('a first start begins with the podcast preset; a desk that was used keeps what it has', async () => {
  const folder = temporaryFolder();
  const data = path.join(folder, 'data');
  const first = openTestDesk(data, { host: 'browser' });
  expect(await first.client.presets.list()).toMatchObject({
    ...{ chosenId: 'podcast-episode', preset: { format: 'mp3', loudness: -16, monoLoudness: -19 } },
  });
  await first.client.presets.choose({ id: 'restore-only' });
  await first.close();
  const second = openTestDesk(data, { host: 'browser' });
  expect(await second.client.presets.list()).toMatchObject({ chosenId: 'restore-only' });

  // Used by an earlier version, which wrote nothing down while nobody chose.
  const used = path.join(folder, 'used');
  writeTone(path.join(folder, 'take.wav'), { seconds: 1 });
  const earlier = openTestDesk(used);
  await earlier.client.queue.add({ paths: [path.join(folder, 'take.wav')], start: false });
  await earlier.close();
  const later = openTestDesk(used, { host: 'browser' });
  expect(await later.client.presets.list()).toMatchObject({
    chosenId: 'restore-only',
    preset: { namingTemplate: '{name} ({model})' },
  });
});

test('a default begins every session, unless recordings wait for Start', async () => {
  const folder = temporaryFolder();
  writeTone(path.join(folder, 'take.wav'), { seconds: 1 });
  const data = path.join(folder, 'data');
  const first = openTestDesk(data);
  await first.client.presets.setDefault({ id: 'short-clips' });
  await first.client.presets.choose({ id: 'podcast-episode' });
  await first.close();
  const second = openTestDesk(data);
  expect(await second.client.presets.list()).toMatchObject({ chosenId: 'short-clips', preset: { format: 'mp3' } });
  await second.client.presets.choose({ id: 'podcast-episode' });
  await second.client.queue.add({ paths: [path.join(folder, 'take.wav')], start: false });
  await second.close();
  const third = openTestDesk(data);
  expect(await third.client.presets.list()).toMatchObject({ chosenId: 'podcast-episode' });
});

test('a page that watches learns of every change', async () => {
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const events = await client.presets.watch();
  expect((await events.next()).value).toMatchObject({ chosenId: 'restore-only' });
  await client.presets.choose({ id: 'short-clips' });
  expect((await events.next()).value).toMatchObject({ chosenId: 'short-clips' });
  await client.system.setPreset({ ...DEFAULT_BATCH_PRESET, loudness: -20 });
  expect((await events.next()).value).toMatchObject({ chosenId: 'short-clips', preset: { loudness: -20 } });
  await events.return?.(undefined);
});

test('a file of presets is taken whole or refused in words', async () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'out'));
  const { client, desk } = openTestDesk(path.join(folder, 'data'));
  const { presets } = client;
  const into = (place: string) => ({ ...LOUD, output: { kind: 'folder' as const, path: path.join(folder, place) } });
  const good = presetsToText([
    { name: 'Podcast episode', settings: LOUD },
    { name: 'Here', settings: into('out') },
    { name: 'Gone', settings: into('gone') },
  ]);
  const broken = good.replace('"loudness": -14', '"loudness": "loud"');
  await expect(presets.import({ text: broken })).rejects.toMatchObject(REFUSED(/“Podcast episode” · loudness: /));
  await expect(presets.import({ text: good.slice(0, 40) })).rejects.toMatchObject(REFUSED(/isn’t JSON/));
  expect((await presets.list()).presets.filter(({ builtIn }) => !builtIn)).toEqual([]);
  expect(desk.presetFile(null)).toBeNull();
  const { added, known, withoutFolder } = await presets.import({ text: good });
  expect(added.map(({ name, settings }) => [name, presetOf(settings).output.kind])).toEqual([
    ['Podcast episode 2', 'beside-source'],
    ['Here', 'folder'],
    ['Gone', 'beside-source'],
  ]);
  expect(known).toEqual([]);
  expect(withoutFolder).toEqual([{ name: 'Gone', folder: path.join(folder, 'gone') }]);
  const again = await presets.import({ text: presetsToText([{ name: 'here', settings: into('out') }]) });
  expect(again).toEqual({ added: [], known: ['Here'], withoutFolder: [] });
  const saved = desk.presetFile(null);
  expect(saved?.fileName).toBe('cleartake-presets.json');
  expect(presetsFromText(saved?.text ?? '')).toMatchObject({
    presets: [{ name: 'Gone' }, { name: 'Here' }, { name: 'Podcast episode 2' }],
  });
  expect(desk.presetFile('podcast-episode')?.fileName).toBe('Podcast episode.json');
  expect(desk.presetFile('nobody')).toBeNull();
});

test('MP3 is one choice: a remembered download type becomes the format', async () => {
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'));
  await client.system.setPreset({ ...DEFAULT_BATCH_PRESET, downloadType: 'mp3' });
  expect(await client.system.preset()).toMatchObject({ downloadType: 'audio', format: 'mp3' });
});
