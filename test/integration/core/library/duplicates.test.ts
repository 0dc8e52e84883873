import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeTone } from '../../../fixtures/tone.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage, PRICE, type Stage } from '../../../harness/desk/scripted-stage.ts';

async function restoredStage(): Promise<Stage & { readonly again: string; readonly connectionId: string }> {
  const stage = await openStage();
  await waitForJob(stage.desk.client, await stage.begin(['service-2']), isDone);
  const again = path.join(stage.folder, 'again');
  mkdirSync(again);
  copyFileSync(path.join(stage.folder, 'take.wav'), path.join(again, 'renamed.wav'));
  writeTone(path.join(again, 'other.wav'), { seconds: 2, frequency: 200 });
  const { connections } = await stage.desk.client.connections.list();
  return { ...stage, again, connectionId: connections.find(({ name }) => name === 'Scripted')?.id ?? '' };
}

test('a recording under another name is recognized by its content as it is added, and costs nothing', {
  tags: 'long',
}, async () => {
  const { again, connectionId, desk, folder, service } = await restoredStage();
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const report = await desk.client.queue.add({ paths: [again], preset, start: false, connectionId, duplicates: 'use' });
  expect(report.restoredBefore).toHaveLength(1);
  const names = (await desk.client.queue.list({ offset: 0, limit: 10 })).jobs;
  expect(names.find(({ id }) => id === report.restoredBefore?.[0])?.name).toBe('renamed.wav');
  await desk.client.system.setPreset(preset);
  await expect.poll(async () => (await desk.client.queue.quote({})).unmeasured).toBe(0);
  const quote = await desk.client.queue.quote({});
  expect([quote.recordings, quote.reusable, quote.amount]).toEqual([2, 1, 60 * PRICE]);
  await desk.client.queue.start({});
  for (const id of report.jobIds) await waitForJob(desk.client, id, isDone);
  expect(service.generations).toHaveLength(2);
});

test('one answer restores them again; another leaves them out, and what comes twice', { tags: 'long' }, async () => {
  const { again, connectionId, desk, folder, service } = await restoredStage();
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  copyFileSync(path.join(again, 'other.wav'), path.join(again, 'other copy.wav'));
  const given = { paths: [again], preset, start: false, connectionId };
  const skipped = await desk.client.queue.add({ ...given, duplicates: 'skip' });
  expect(skipped.jobIds).toHaveLength(1);
  expect(skipped.skipped.map(({ path: where, kind, harmless }) => [path.basename(where), kind, harmless])).toEqual([
    ['other.wav', 'restored-before', true],
    ['renamed.wav', 'restored-before', true],
  ]);
  await desk.client.queue.remove({ jobIds: skipped.jobIds });

  const report = await desk.client.queue.add({ ...given, duplicates: 'use' });
  // In the order of names, a space comes before a dot.
  expect(report.twice).toEqual([{ path: path.join(again, 'other.wav'), sameAs: path.join(again, 'other copy.wav') }]);
  const [known = ''] = report.restoredBefore ?? [];
  await desk.client.queue.change({ jobIds: [known], changes: { reuse: false } });
  await desk.client.queue.start({ jobIds: [known] });
  await waitForJob(desk.client, known, isDone);
  expect(service.generations).toHaveLength(2);
});

test('free work is not done twice either, unless nobody was asked', { tags: 'long' }, async () => {
  const { again, desk, folder } = await restoredStage();
  const { connections } = await desk.client.connections.list();
  const connectionId = connections.find(({ name }) => name === 'Scripted')?.id ?? '';
  await desk.client.connections.update({ connectionId, prices: { 'service-2': 0, 'service-3.5': 0 } });
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const add = async (paths: string[], duplicates: 'use' | undefined) => {
    const report = await desk.client.queue.add({
      paths,
      preset,
      start: true,
      connectionId,
      ...(duplicates === undefined ? {} : { duplicates }),
    });
    return waitForJob(desk.client, report.jobIds[0] ?? '', isDone);
  };
  const used = await add([path.join(again, 'renamed.wav')], 'use');
  expect(used.generations.map(({ reused }) => reused)).toEqual([true]);
  const unasked = await add([path.join(again, 'renamed.wav')], undefined);
  expect(unasked.generations.map(({ reused }) => reused)).toEqual([false]);
});

test('a file of the same size and other content is not taken for it', { tags: 'long' }, async () => {
  const { again, connectionId, desk, folder } = await restoredStage();
  const bytes = Buffer.alloc(200_000, 1);
  writeFileSync(path.join(again, 'a.wav'), bytes);
  writeFileSync(path.join(again, 'b.wav'), Buffer.alloc(200_000, 2));
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const paths = ['a.wav', 'b.wav'].map((name) => path.join(again, name));
  const report = await desk.client.queue.add({ paths, preset, start: false, connectionId, duplicates: 'use' });
  expect([report.restoredBefore, report.twice, report.jobIds.length]).toEqual([[], [], 2]);
});
