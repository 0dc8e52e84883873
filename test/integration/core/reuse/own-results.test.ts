import { mkdirSync, renameSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_BATCH_PRESET } from '../../../../shared/domain/batch/batch-preset.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { giveBack, isDone, openStage, type Stage } from '../../../harness/desk/scripted-stage.ts';

const PRESET = { ...DEFAULT_BATCH_PRESET, models: ['service-2' as const], output: { kind: 'beside-source' as const } };

/** A service whose results are not what was sent, and a folder with one recording. */
async function openFolderStage() {
  const stage = await openStage();
  const restored = path.join(temporaryFolder(), 'restored.wav');
  writeTone(restored, { seconds: 2, frequency: 440 });
  await giveBack(stage, restored);
  const folder = path.join(stage.folder, 'recordings');
  mkdirSync(folder);
  renameSync(path.join(stage.folder, 'take.wav'), path.join(folder, 'take.wav'));
  return { ...stage, folder, add: (given: string) => add(stage, given) };
}

async function add({ desk, service }: Stage, given: string) {
  const { connections } = await desk.client.connections.list();
  const connectionId = connections.find((one) => one.baseUrl === service.baseUrl)?.id ?? '';
  return await desk.client.queue.add({ paths: [given], preset: PRESET, start: true, connectionId });
}

test('adding a folder again takes its recordings and skips the results beside them', { tags: 'long' }, async () => {
  const { add, desk, folder, service } = await openFolderStage();
  const first = await add(folder);
  await waitForJob(desk.client, first.jobIds[0] ?? '', isDone);
  for (let time = 2; time <= 3; time++) {
    const report = await add(folder);
    expect(report.skipped).toEqual([
      {
        path: path.join(folder, 'take (service-2).wav'),
        kind: 'own-result',
        reason: 'This is a result that Cleartake made.',
        harmless: true,
      },
    ]);
    expect(report.jobIds).toHaveLength(1);
    await waitForJob(desk.client, report.jobIds[0] ?? '', isDone);
  }
  expect(service.generations).toHaveLength(1);
});

test('a moved result is recognized by its content and is not uploaded', { tags: 'long' }, async () => {
  const { add, desk, folder, service } = await openFolderStage();
  await waitForJob(desk.client, (await add(folder)).jobIds[0] ?? '', isDone);
  const moved = path.join(desk.dataDirectory, '../moved');
  mkdirSync(moved);
  renameSync(path.join(folder, 'take (service-2).wav'), path.join(moved, 'Episode 1.wav'));
  const { jobIds } = await add(moved);
  const job = await waitForJob(desk.client, jobIds[0] ?? '', ({ state }) => state.kind === 'failed');
  expect(job.state).toMatchObject({
    error: { code: 'ownResult', userMessage: expect.stringContaining('This is a result that Cleartake made') },
  });
  expect(service.uploads).toHaveLength(2);
  expect(service.generations).toHaveLength(1);

  expect(await add(moved)).toMatchObject({ jobIds: [], skipped: [{ harmless: true }] });
  utimesSync(path.join(moved, 'Episode 1.wav'), 1, 1);
  expect(await add(moved)).toMatchObject({ jobIds: [expect.anything()], skipped: [] });
});

test('a result that is added by its own path is restored again', { tags: 'long' }, async () => {
  const { add, desk, folder, service } = await openFolderStage();
  await waitForJob(desk.client, (await add(folder)).jobIds[0] ?? '', isDone);
  const { jobIds, skipped } = await add(path.join(folder, 'take (service-2).wav'));
  expect(skipped).toEqual([]);
  await waitForJob(desk.client, jobIds[0] ?? '', isDone);
  expect(service.generations).toHaveLength(2);
});
