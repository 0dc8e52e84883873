import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createMemoryVault } from '../../../../electron/core/vault/vault.ts';
import { identifyFolder } from '../../../../electron/platform/files/folder-identity.ts';
import { presetOf } from '../../../../shared/domain/batch/presets.ts';
import { openTestDesk } from '../../../harness/desk/open-test-desk.ts';
import {
  filesBelow,
  openWatchStage,
  paidFor,
  putTone,
  testWatching,
  untilRestored,
  viewOf,
} from '../../../harness/desk/watching.ts';
import { until } from '../../../harness/until.ts';

test('after a recovered history, folders on a service wait for the person: on the desk and in a terminal', {
  tags: 'long',
}, async () => {
  const ports = { vault: createMemoryVault(), watching: testWatching() };
  const stage = await openWatchStage({}, {}, ports);
  const { dataDirectory } = stage.desk;
  const open = (host: 'browser' | 'cli') => openTestDesk(dataDirectory, { host }, ports);
  await stage.desk.close();
  rmSync(path.join(dataDirectory, 'cleartake.starts'));
  putTone(stage.incoming, 'a.wav', 220);

  const terminal = open('cli');
  const [preset] = (await terminal.client.presets.list()).presets;
  if (preset === undefined) throw new Error('there are no presets');
  const other = path.join(stage.folder, 'other');
  putTone(other, 'b.wav', 230);
  const told = [stage.incoming, other].map((folder) => {
    const words: string[] = [];
    const work = { preset: presetOf(preset.settings), presetName: null, connectionId: stage.connectionId };
    terminal.desk.watchHere(
      { ...work, path: folder, capPerDay: 1_000_000, isHistoryChecked: folder === other },
      { onAdded: () => words.push('added'), onState: ({ kind }) => words.push(kind) },
    );
    return words;
  });
  await until(() => told[0]?.includes('problem') === true && told[1]?.includes('added') === true);
  await terminal.close();
  expect(told[0]).not.toContain('added');

  const desk = open('browser');
  await until(async () => (await viewOf(desk, stage.incoming)).pending === 1);
  const { open: taken, state } = await viewOf(desk, stage.incoming);
  expect({ taken, state }).toMatchObject({
    taken: 0,
    state: { kind: 'problem', message: { what: expect.stringContaining('restored from a backup') } },
  });
  await desk.client.watchFolders.setEnabled({ path: stage.incoming, enabled: false });
  await desk.client.watchFolders.setEnabled({ path: stage.incoming, enabled: true });
  await until(async () => (await viewOf(desk, stage.incoming)).restoredToday === 1);
  await until(() => stage.service.generations.length === 2);
  expect(paidFor(stage)).toEqual(['a.wav', 'b.wav']);
});

test('a file that changed is followed in the same moment in which its recording is retried', {
  tags: 'long',
}, async () => {
  const stage = await openWatchStage();
  writeFileSync(path.join(stage.incoming, 'a.wav'), 'not yet a recording');
  await until(async () => (await stage.view()).last?.kind === 'failed');
  const raw = new Database(path.join(stage.desk.dataDirectory, 'cleartake.sqlite'));
  raw.exec(`create trigger halfway before update on job begin select raise(abort, 'killed'); end`);
  putTone(stage.incoming, 'a.wav', 220);
  await until(async () => (await stage.view()).state.kind === 'problem');
  raw.exec('drop trigger halfway');
  raw.close();
  await untilRestored(stage, 1);
  expect(stage.desk.store.jobs.count()).toBe(1);
  expect(filesBelow(stage.out)).toEqual(['a (service-2).wav']);
});

test('a folder whose disk isn’t connected at the start is not there, and is watched once the disk is back', {
  tags: 'long',
}, async () => {
  const ports = { vault: createMemoryVault() };
  const disk = { isMounted: true, id: 'the disk' };
  const identify = async (folder: string) => ((await identifyFolder(folder)) === null ? null : disk);
  const stage = await openWatchStage({ identify }, {}, ports);
  await until(async () => stage.desk.store.settings.get('watch-disks') !== undefined);
  await stage.desk.close();

  Object.assign(disk, { isMounted: false, id: 'the empty folder below it' });
  const watching = testWatching({ identify });
  const desk = openTestDesk(stage.desk.dataDirectory, { host: 'browser' }, { ...ports, watching });
  const view = () => viewOf(desk, stage.incoming);
  await until(async () => (await view()).state.kind === 'not-there');
  Object.assign(disk, { isMounted: true, id: 'the disk' });
  putTone(stage.incoming, 'a.wav', 220);
  await until(async () => (await view()).restoredToday === 1);
  expect((await view()).state.kind).toBe('watching');

  // Without its disk for good, it is a folder as any other.
  Object.assign(disk, { isMounted: false, id: 'the folder below it' });
  putTone(stage.incoming, 'b.wav', 230);
  await until(async () => (await view()).restoredToday === 2);
  expect(paidFor(stage)).toEqual(['a.wav', 'b.wav']);
});
