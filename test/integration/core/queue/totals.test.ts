import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { createRunRecords } from '../../../../electron/core/queue/parts/run-records.ts';
import { createTotalsReader } from '../../../../electron/core/queue/views/totals.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { scriptedService } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';

/** A desk beside a service without a price, which refuses every second start. */
async function openScene() {
  const service = await scriptedService();
  service.startFaults.push(null, { kind: 'answer', status: 400, body: { error: 'No' } });
  const folder = temporaryFolder();
  const names = ['one', 'two'];
  names.forEach((name, index) => {
    writeTone(path.join(folder, `${name}.wav`), { seconds: 2, frequency: 200 + 100 * index });
  });
  const desk = openTestDesk(
    path.join(folder, 'data'),
    { concurrency: 1, host: 'browser' },
    { spawn: createFakeEngine().spawn },
  );
  const connectionId = await desk.desk.adHocConnection(service.baseUrl, SCRIPTED_KEY);
  return {
    ...desk,
    totals: async () => (await desk.client.queue.list({ offset: 0, limit: 1 })).totals,
    async run() {
      const paths = names.map((name) => path.join(folder, `${name}.wav`));
      const preset = presetFor(['service-2'], path.join(folder, 'out'));
      const { jobIds } = await desk.client.queue.add({ paths, preset, start: true, connectionId });
      for (const id of jobIds)
        await waitForJob(desk.client, id, ({ state }) => ['done', 'failed'].includes(state.kind));
      return jobIds;
    },
  };
}

test('failures are not progress, cancelled jobs are in no total, and unpriced charges are counted', {
  tags: 'long',
}, async () => {
  const { client, totals, run } = await openScene();
  const [, refused = ''] = await run();
  const shown = { started: 2, done: 1, failed: 1, progress: 0.5, failedShare: 0.5 };
  await vi.waitFor(async () => expect(await totals()).toMatchObject({ done: 1, failed: 1, run: shown }), {
    timeout: 10_000,
  });
  expect(await totals()).toMatchObject({ chargedToday: 0, unpricedToday: 1 });
  await client.queue.pauseAll();
  await client.queue.retry({ jobIds: [refused] });
  await client.queue.cancel({ jobIds: [refused] });
  expect((await totals()).run).toMatchObject({ cancelled: 1, progress: 1, failedShare: 0 });
});

test('the time left is never shorter than the upload, however fast other jobs were', { tags: 'long' }, async () => {
  const { store, run } = await openScene();
  const [, uploading = ''] = await run();
  const [generation] = store.generations.ofJob(uploading);
  const runs = createRunRecords();
  let now = 0;
  const ports = { clock: { now: Date.now, monotonic: () => now } };
  const estimates = { whole: () => ({ least: 5, most: 90 }) };
  const book = { current: { startedAt: 1, finishedAt: null }, lastSummary: null };
  const reader = createTotalsReader({ pause: { isOn: false }, runs, store, ports }, () => [uploading], book, estimates);
  reader.read();
  runs.generations.change(generation?.id ?? '', { report: { progress: 0.5, stages: [] } });
  now = 10_000;
  const left = () => reader.read().run?.secondsLeft;
  expect(left()).toEqual({ least: 5, most: 90 });
  const transfer = { kind: 'upload', sentBytes: 500_000, totalBytes: 3_500_000 } as const;
  runs.jobs.change(uploading, { transfer: { ...transfer, bytesPerSecond: 50_000 } });
  expect(left()).toEqual({ least: 60, most: 90 });
  runs.jobs.change(uploading, { transfer: { ...transfer, bytesPerSecond: null } });
  expect(left()).toEqual({ least: 5, most: 90 });
});
