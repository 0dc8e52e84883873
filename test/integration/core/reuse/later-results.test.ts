import { renameSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage, type Stage } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';

const PATIENT = { timeout: 20_000 };
const isFailed = (job: { state: { kind: string } }) => job.state.kind === 'failed';
const fast = () => openStage({ spawn: createFakeEngine().spawn }, { patient: false });
const CREATE = '/v1/create_project';
const PROGRESS = '/v1/get_generation_progress';

/** Fails before anything was started. */
async function failedUnsent(stage: Stage): Promise<string> {
  stage.service.override(CREATE, () => ({ status: 400, body: { error: 'No.' } }));
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, isFailed);
  stage.service.override(CREATE, () => null);
  return jobId;
}

test('a recording that failed before its start takes what a later one paid for, and sends nothing', async () => {
  const stage = await fast();
  const failed = await failedUnsent(stage);
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  await stage.desk.client.queue.retry({ jobIds: [failed] });
  const job = await waitForJob(stage.desk.client, failed, isDone);
  expect(job.generations).toMatchObject([{ reused: true, charged: false, amount: 0 }]);
  expect([stage.service.startRequests.length, stage.service.uploads.length]).toEqual([1, 1]);
  expect(ledgerOf(stage, failed)).toEqual([]);
});

test('so does one whose source was away during its upload', async () => {
  const stage = await fast();
  const file = path.join(stage.folder, 'take.wav');
  stage.service.override(CREATE, () => {
    renameSync(file, `${file}.away`);
    stage.service.override(CREATE, () => null);
    return null;
  });
  const failed = await stage.begin();
  expect((await waitForJob(stage.desk.client, failed, isFailed)).state).toMatchObject({
    error: { code: 'sourceMissing' },
  });
  renameSync(`${file}.away`, file);
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  await stage.desk.client.queue.retry({ jobIds: [failed] });
  await waitForJob(stage.desk.client, failed, isDone);
  expect(stage.service.startRequests).toHaveLength(1);
});

/** The service works on and on. @returns lets it finish */
function keepBusy({ service }: Stage): () => void {
  let isBusy = true;
  const busy = { status: 200, body: { progress: { status: 'processing', progress: 0.5 } } };
  service.override(PROGRESS, () => (isBusy ? busy : null));
  return () => {
    isBusy = false;
  };
}

test('a retry waits for a later start that is under way, and takes its result', { tags: 'long' }, async () => {
  const stage = await fast();
  const { client } = stage.desk;
  const failed = await failedUnsent(stage);
  const finish = keepBusy(stage);
  const later = await stage.begin();
  await expect.poll(() => stage.service.startRequests.length, PATIENT).toBe(1);
  await client.queue.retry({ jobIds: [failed] });
  const waiting = await waitForJob(client, failed, ({ state }) => state.kind === 'waiting');
  expect(waiting.state).toMatchObject({ reason: { code: 'sameWorkUnderWay' } });
  finish();
  await waitForJob(client, later, isDone);
  const job = await waitForJob(client, failed, isDone);
  expect(job.generations).toMatchObject([{ reused: true, charged: false }]);
  expect([stage.service.startRequests.length, stage.service.uploads.length]).toEqual([1, 1]);
});

test('while the other row waits for the person, a retry fails with that, and later takes its result', async () => {
  const stage = await fast();
  const { client } = stage.desk;
  const failed = await failedUnsent(stage);
  const finish = keepBusy(stage);
  const later = await stage.begin();
  await expect.poll(() => stage.desk.store.generations.ofJob(later)[0]?.stateKind, PATIENT).toBe('processing');
  await client.queue.pause({ jobIds: [later] });
  await client.queue.retry({ jobIds: [failed] });
  const held = await waitForJob(client, failed, isFailed);
  expect(held.state).toMatchObject({ error: { code: 'sameWorkHeld' }, retryFrom: 'preparing' });
  finish();
  await client.queue.resume({ jobIds: [later] });
  await waitForJob(client, later, isDone);
  await client.queue.retry({ jobIds: [failed] });
  await waitForJob(client, failed, isDone);
  expect(stage.service.startRequests).toHaveLength(1);
});

test('of two that are restored at once, whoever commits its start first pays, and the other takes its result', {
  tags: 'long',
}, async () => {
  const stage = await fast();
  const { client } = stage.desk;
  const failed = await failedUnsent(stage);
  const later = await stage.begin();
  await client.queue.retry({ jobIds: [failed] });
  await Promise.all([later, failed].map((jobId) => waitForJob(client, jobId, isDone)));
  expect(stage.service.startRequests).toHaveLength(1);
});

test('when the start that was waited for fails at the service, the one that waits starts its own', {
  tags: 'long',
}, async () => {
  const stage = await fast();
  const { client } = stage.desk;
  const failed = await failedUnsent(stage);
  let word = 'processing';
  stage.service.override(PROGRESS, ({ generationId }) =>
    generationId === 'generation-1' ? { status: 200, body: { progress: { status: word, error: 'x' } } } : null,
  );
  const later = await stage.begin();
  await expect.poll(() => stage.service.startRequests.length, PATIENT).toBe(1);
  await client.queue.retry({ jobIds: [failed] });
  await waitForJob(client, failed, ({ state }) => state.kind === 'waiting');
  word = 'failed';
  await waitForJob(client, later, isFailed);
  await waitForJob(client, failed, isDone);
  expect(stage.service.startRequests).toHaveLength(2);
});

test('another model added to a recording that was paid again uses what history has', { tags: 'long' }, async () => {
  const stage = await fast();
  const { client } = stage.desk;
  await waitForJob(client, await stage.begin(['service-3.5']), isDone);
  const report = await client.queue.add({
    paths: [path.join(stage.folder, 'take.wav')],
    preset: { ...presetFor(['service-2'], path.join(stage.folder, 'again')), reuse: false },
    start: true,
    connectionId: stage.connectionId,
  });
  const [jobId = ''] = report.jobIds;
  await waitForJob(client, jobId, isDone);
  await client.queue.addModel({ jobId, model: 'service-3.5' });
  await waitForJob(client, jobId, (job) => isDone(job) && job.generations.length === 2);
  expect(stage.service.startRequests).toHaveLength(2);
  expect(stage.service.generations.filter(({ modelKey }) => modelKey === 'service-3.5')).toHaveLength(1);
});
