import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { spawnNodeHelper } from '../../../electron/hosts/common/processes/node-helpers.ts';
import { mountMemory, unmount } from '../../fixtures/memory-disk.ts';
import { writeTakes } from '../../harness/desk/scripted-stage.ts';
import { filesBelow, openWatchStage, paidFor, putTone, untilRestored } from '../../harness/desk/watching.ts';
import { createFakeEngine } from '../../harness/engine/fake-engine.ts';
import { until } from '../../harness/until.ts';
import { depth } from '../depth.ts';

const MANY = depth(24, 500);

test(`${MANY} files at once are each restored once, and the desk answers meanwhile`, { timeout: 300_000 }, async () => {
  const engine = createFakeEngine();
  const stage = await openWatchStage(
    {},
    {},
    {
      spawn: (entry, ...rest) => (entry === 'engine' ? engine.spawn(entry, ...rest) : spawnNodeHelper(entry, ...rest)),
    },
  );
  const ready = writeTakes(path.join(stage.folder, 'ready'), MANY);
  for (const [index, name] of filesBelow(ready).entries()) {
    const place = path.join(stage.incoming, `day ${index % 7}`);
    mkdirSync(place, { recursive: true });
    copyFileSync(path.join(ready, name), path.join(place, name));
  }
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  await until(async () => (await stage.view()).restoredToday === MANY, 250_000);
  process.stdout.write(`${MANY} files: the desk's longest pause was ${Math.round(delay.max / 1e6)} ms\n`);
  expect(new Set(paidFor(stage)).size).toBe(MANY);
  expect(stage.service.generations).toHaveLength(MANY);
  expect(filesBelow(stage.out)).toHaveLength(MANY);
});

test('a disk that is unmounted is not there now; when it is back, only what is new is restored', {
  tags: 'long',
}, async ({ skip }) => {
  const stage = await openWatchStage();
  const disk = path.join(stage.folder, 'disk');
  const incoming = path.join(disk, 'incoming');
  mkdirSync(disk);
  for (const folder of [stage.incoming, disk]) {
    const reason = mountMemory(folder, '4m');
    if (reason !== null) skip(reason);
  }
  // The one is a disk itself, the other a folder on a disk.
  mkdirSync(incoming);
  await stage.desk.client.watchFolders.save({ ...(await settingsOf(stage)), path: incoming });
  const state = async (folder: string) =>
    (await stage.desk.client.watchFolders.list()).folders.find(({ path: one }) => one === folder)?.state.kind;
  putTone(stage.incoming, 'a.wav', 220);
  putTone(incoming, 'b.wav', 230);
  await untilRestored(stage, 2);

  unmount(stage.incoming);
  unmount(disk);
  await until(async () => (await state(stage.incoming)) === 'not-there' && (await state(incoming)) === 'not-there');
  expect(mountMemory(stage.incoming, '4m') ?? mountMemory(disk, '4m')).toBeNull();
  putTone(stage.incoming, 'a.wav', 220);
  putTone(stage.incoming, 'c.wav', 240);
  putTone(incoming, 'day 1/b.wav', 230);
  putTone(incoming, 'day 1/d.wav', 250);
  await untilRestored(stage, 4);
  await until(() => filesBelow(stage.out).length === 4);
  expect(paidFor(stage)).toEqual(['a.wav', 'b.wav', 'c.wav', 'd.wav']);
});

test('on a full disk recordings wait and say so; they continue when there is space', { tags: 'long' }, async ({
  skip,
}) => {
  const stage = await openWatchStage({}, { patient: true });
  mkdirSync(stage.out);
  const reason = mountMemory(stage.out, '80m');
  if (reason !== null) skip(reason);
  // Cleartake leaves 64 MiB free.
  writeFileSync(path.join(stage.out, 'filler'), Buffer.alloc(24 * 1024 * 1024));
  putTone(stage.incoming, 'a.wav', 220);
  putTone(stage.incoming, 'day 1/b.wav', 230);
  await until(async () => (await stage.view()).waiting?.count === 2);
  const what = (await stage.view()).waiting?.reason.what;
  expect(what).toContain(`There is no space left on the disk of ${stage.out}`);
  rmSync(path.join(stage.out, 'filler'));
  await untilRestored(stage, 2);
  expect(paidFor(stage)).toEqual(['a.wav', 'b.wav']);
  expect(filesBelow(stage.out)).toEqual(['a (service-2).wav', 'day 1/b (service-2).wav']);
});

async function settingsOf(stage: Awaited<ReturnType<typeof openWatchStage>>) {
  const { capPerDay, connectionId, enabled, output, presetId } = await stage.view();
  return { capPerDay, connectionId, enabled, output, presetId };
}
