import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDeskClient } from '../../../../electron/hosts/common/desk-client.ts';
import { createGivenPaths } from '../../../../electron/hosts/common/given-paths.ts';
import { DEFAULT_BATCH_PRESET } from '../../../../shared/domain/batch/batch-preset.ts';
import { trackFile } from '../../../fixtures/audio/track-files.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import {
  filesBelow,
  openWatchStage,
  paidFor,
  putTone,
  silentTree,
  untilRestored,
} from '../../../harness/desk/watching.ts';
import { until } from '../../../harness/until.ts';

test('each recording is restored once into its mirrored place: not its copies, other names, results, or other files', {
  tags: 'long',
}, async () => {
  const stage = await openWatchStage();
  putTone(stage.incoming, 'day 1/a.wav', 220);
  putTone(stage.incoming, 'b.wav', 230);
  putTone(stage.incoming, '.hidden/c.wav', 240);
  putTone(stage.incoming, 'd.wav.part', 250);
  putTone(stage.incoming, 'unfinished.wav', 260);
  writeFileSync(path.join(stage.incoming, 'unfinished.wav.aria2'), '');
  writeFileSync(path.join(stage.incoming, 'placeholder.wav'), '');
  await until(async () => (await stage.view()).restoredToday === 2);
  expect(await stage.view()).toMatchObject({ pending: 2, last: { kind: 'restored' } });
  expect(filesBelow(stage.out)).toEqual(['b (service-2).wav', 'day 1/a (service-2).wav']);

  renameSync(path.join(stage.incoming, 'day 1/a.wav'), path.join(stage.incoming, 'renamed.wav'));
  copyFileSync(path.join(stage.incoming, 'b.wav'), path.join(stage.incoming, 'copy of b.wav'));
  copyFileSync(path.join(stage.out, 'b (service-2).wav'), path.join(stage.incoming, 'result of b.wav'));
  utimesSync(path.join(stage.incoming, 'b.wav'), 5, 5);
  await until(async () => (await stage.view()).last?.kind === 'done-before');
  await untilRestored(stage, 2, 2);
  expect(paidFor(stage)).toEqual(['a.wav', 'b.wav']);

  // A new version of a recording is another recording.
  putTone(stage.incoming, 'b.wav', 231);
  await untilRestored(stage, 3, 2);
  expect(filesBelow(stage.out)).toEqual(['b (service-2) (2).wav', 'b (service-2).wav', 'day 1/a (service-2).wav']);
});

test('a result that lies in the folder itself is nothing to wait for', { tags: 'long' }, async () => {
  const stage = await openWatchStage({ times: { stableMs: 1500, presenceMs: 100, lookMs: 300 } });
  await stage.save({ output: { kind: 'folder', path: stage.incoming } });
  putTone(stage.incoming, 'a.wav', 220);
  await until(async () => (await stage.view()).restoredToday === 1);
  // Until it has stood still for long enough, the folder has not looked into it.
  for (let turn = 0; turn < 8; turn++) {
    expect(await stage.view()).toMatchObject({ pending: 0 });
    await sleep(100);
  }
  expect(filesBelow(stage.incoming)).toEqual(['a (service-2).wav', 'a.wav']);
});

test('copies with ten pauses are taken once, when they are complete', { tags: 'long' }, async () => {
  const stage = await openWatchStage();
  const contents = ['held.wav', 'reopened.wav'].map((name, index) => {
    const source = path.join(stage.folder, name);
    writeTone(source, { seconds: 1, frequency: 300 + index });
    return readFileSync(source);
  });
  const [first, second] = contents as [Buffer, Buffer];
  const part = Math.ceil(first.length / 11);
  const held = openSync(path.join(stage.incoming, 'held.wav'), 'w');
  for (let at = 0; at < first.length; at += part) {
    writeSync(held, first.subarray(at, at + part));
    writeFileSync(path.join(stage.incoming, 'reopened.wav'), second.subarray(at, at + part), { flag: 'a' });
    await sleep(100);
  }
  await until(async () => (await stage.view()).pending === 1);
  // The program that holds its file open pauses once more, longer than a finished file has to stand still.
  expect(paidFor(stage)).not.toContain('held.wav');
  closeSync(held);
  // Copying programs give the copy the time of the original.
  utimesSync(path.join(stage.incoming, 'held.wav'), 1, 1);
  await untilRestored(stage, 2);
  expect(paidFor(stage)).toEqual(['held.wav', 'reopened.wav']);
});

test('what was gone is restored when it is back, and what got another name before it was read under that', {
  tags: 'long',
}, async () => {
  const stage = await openWatchStage({ tree: silentTree, times: { stableMs: 300, presenceMs: 100, lookMs: 300 } });
  await stage.desk.client.queue.pauseAll();
  putTone(stage.incoming, 'a.wav', 220);
  putTone(stage.incoming, 'b.wav', 230);
  await until(async () => (await stage.view()).open === 2);
  renameSync(path.join(stage.incoming, 'a.wav'), path.join(stage.incoming, 'final name.wav'));
  await until(async () => (await stage.view()).pending === 1);
  const away = path.join(stage.folder, 'away');
  renameSync(stage.incoming, away);
  await until(async () => (await stage.view()).state.kind === 'not-there');
  await stage.desk.client.queue.resumeAll();
  await until(async () => (await stage.view()).open === 0);
  expect((await stage.view()).last?.kind).toBe('failed');
  putTone(away, 'c.wav', 240);
  renameSync(away, stage.incoming);
  await untilRestored(stage, 3);
  expect(filesBelow(stage.out)).toEqual(['b (service-2).wav', 'c (service-2).wav', 'final name (service-2).wav']);
  expect(paidFor(stage)).toHaveLength(3);
  expect((await stage.view()).state.kind).toBe('watching');
});

test('a folder that is to be watched is looked for, and made', async () => {
  const stage = await openWatchStage();
  const { watchFolders } = stage.desk.client;
  const wanted = path.join(stage.folder, 'shows/wtch');
  const found = async (one: string) => (await watchFolders.checkFolder({ path: one })).found;
  expect(await found(wanted)).toBe('missing');
  await watchFolders.make({ path: wanted });
  putTone(stage.incoming, 'a.wav', 220);
  const file = path.join(stage.incoming, 'a.wav');
  expect([await found(wanted), await found(file)]).toEqual(['there', 'no-folder']);
  await expect(watchFolders.make({ path: path.join(file, 'below') })).rejects.toMatchObject({
    data: { code: 'outputUnwritable', userMessage: expect.stringContaining('can’t be created') },
  });
  // A window watches, and makes, only what was chosen in its dialog.
  const page = createDeskClient(stage.desk.desk.pageRouter(createGivenPaths()));
  for (const call of [page.watchFolders.make, page.watchFolders.checkFolder])
    await expect(call({ path: `${wanted}-2` })).rejects.toMatchObject({ data: { code: 'pathNotGiven' } });
});

test('nothing is taken while it is off, needs the person, or has reached its cap, and all of it afterward', {
  tags: 'long',
}, async () => {
  const stage = await openWatchStage();
  const { presets, watchFolders } = stage.desk.client;
  await expect(stage.save({ capPerDay: null })).rejects.toMatchObject({ data: { code: 'notPossibleNow' } });
  await expect(stage.save({ path: path.join(stage.incoming, 'day 1') })).rejects.toMatchObject({
    data: { userMessage: expect.stringContaining('is watched already') },
  });
  await watchFolders.setEnabled({ path: stage.incoming, enabled: false });
  putTone(stage.incoming, 'a.wav', 220);
  putTone(stage.incoming, 'b.wav', 230);
  await until(async () => (await stage.view()).pending === 2);
  const settings = { models: ['service-2' as const], output: { kind: 'library' as const }, namingTemplate: '{name}' };
  const mine = await presets.save({ name: 'Mine', settings });
  await stage.save({ presetId: mine.id, enabled: true, capPerDay: 70_000 });
  await presets.remove({ id: mine.id });
  await until(async () => (await stage.view()).state.kind === 'problem');
  expect(await stage.view()).toMatchObject({ preset: null, open: 0, pending: 2 });

  await stage.save({ capPerDay: 70_000 });
  await until(async () => {
    const { restoredToday, waiting } = await stage.view();
    return restoredToday === 1 && waiting?.count === 1;
  });
  expect(await stage.view()).toMatchObject({ spentToday: 60_000, pending: 0 });
  expect((await stage.view()).waiting?.reason.what).toContain('0.07 USD a day for this watch folder');
  await stage.save({ capPerDay: 130_000 });
  await until(async () => (await stage.view()).restoredToday === 2);
  expect((await stage.view()).spentToday).toBe(120_000);

  await watchFolders.remove({ path: stage.incoming });
  putTone(stage.incoming, 'c.wav', 240);
  await sleep(1000);
  expect(paidFor(stage)).toEqual(['a.wav', 'b.wav']);
});

test('a preset’s rule chooses the tracks of a file, which counts as one', { tags: 'long' }, async () => {
  const stage = await openWatchStage();
  const { client } = stage.desk;
  const settings = { ...DEFAULT_BATCH_PRESET, track: 'all' };
  const { id } = await client.presets.save({ name: 'All tracks', settings });
  await stage.save({ presetId: id });
  const made = trackFile(stage.folder, 'm4a', [{ sound: 'voice', title: 'Host' }, { sound: 'tone' }], 1);
  renameSync(made, path.join(stage.incoming, 'talk.m4a'));
  await untilRestored(stage, 2);
  expect(filesBelow(stage.out)).toEqual(['talk – Host (service-2).m4a', 'talk – track 2 (service-2).m4a']);
  renameSync(path.join(stage.incoming, 'talk.m4a'), path.join(stage.incoming, 'renamed.m4a'));
  await until(async () => (await stage.view()).last?.kind === 'done-before');
  await untilRestored(stage, 2);
  expect(stage.service.generations).toHaveLength(2);
});
