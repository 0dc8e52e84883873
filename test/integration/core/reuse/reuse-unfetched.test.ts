import path from 'node:path';
import { expect, test } from 'vitest';
import { readNotices } from '../../../../electron/core/store/tables/preferences.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { openTestDesk, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage, PRICE, type Stage } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { startStorage } from '../../../harness/remote/storage-host.ts';

const PROGRESS = '/v1/get_generation_progress';
const DOWNLOAD = '/v1/get_generation_download';
const LISTING = '/v1/list_project_generations';
/** Of every recording, as the fake engine has it, in seconds. */
const LENGTH = 76;
const BOOKED = [
  ['hold', LENGTH * PRICE],
  ['charge', LENGTH * PRICE],
  ['release', LENGTH * PRICE],
];
const PATIENT = { timeout: 20_000 };
const isFailed = (job: { state: { kind: string } }) => job.state.kind === 'failed';

function stateOf({ desk }: Stage, jobId: string) {
  return desk.store.generations.ofJob(jobId)[0]?.stateKind;
}

/** Cancelled while the service is at work on it. */
async function cancelledAtWork(stage: Stage) {
  const service = { isBusy: true };
  const busy = { status: 200, body: { progress: { status: 'processing', progress: 0.9 } } };
  stage.service.override(PROGRESS, () => (service.isBusy ? busy : null));
  const jobId = await stage.begin();
  await expect.poll(() => stateOf(stage, jobId), PATIENT).toBe('processing');
  await stage.desk.client.queue.cancel({ jobIds: [jobId] });
  await expect.poll(() => stage.desk.store.jobs.get(jobId).stateKind, PATIENT).toBe('cancelled');
  return { jobId, service };
}

/** Complete and charged, but its download is refused. */
async function failedInDownload(stage: Stage) {
  const service = { isBroken: true };
  const broken = { status: 403, body: { error: 'no' } };
  stage.service.override(DOWNLOAD, () => (service.isBroken ? broken : null));
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, isFailed);
  service.isBroken = false;
  return jobId;
}

async function quoteOf(stage: Stage) {
  await expect.poll(async () => (await stage.desk.client.queue.quote({})).unmeasured, PATIENT).toBe(0);
  return await stage.desk.client.queue.quote({});
}

test.each(['left', 'removed'])(
  'paid work of a failed job that is %s is fetched for its recording, and booked once',
  { tags: 'long' },
  async (row) => {
    const stage = await openStage({ spawn: createFakeEngine().spawn });
    const { client } = stage.desk;
    const earlier = await failedInDownload(stage);
    if (row === 'removed') await client.queue.remove({ jobIds: [earlier] });
    const jobId = await stage.begin();
    const job = await waitForJob(client, jobId, isDone);
    expect(job.generations).toMatchObject([{ reused: true, charged: false, amount: 0 }]);
    expect([stage.service.generations.length, stage.service.uploads.length]).toEqual([1, 1]);
    expect(ledgerOf(stage, earlier)).toEqual(BOOKED);
    expect(ledgerOf(stage, jobId)).toEqual([]);
    await stage.desk.close();
    expect(readNotices(openTestDesk(stage.desk.dataDirectory).store)).toEqual([]);
  },
);

test('work in progress is reused together with its hold, and the cancelled job finds the result', {
  tags: 'long',
}, async () => {
  const stage = await openStage({ spawn: createFakeEngine().spawn });
  const { client, store } = stage.desk;
  const { jobId: earlier, service } = await cancelledAtWork(stage);
  const jobId = await stage.begin();
  await expect.poll(() => stateOf(stage, jobId), PATIENT).toBe('processing');
  await client.queue.retry({ jobIds: [earlier] });
  const waiting = await waitForJob(client, earlier, isFailed);
  expect(waiting.state).toMatchObject({ error: { code: 'paidWorkTakenUp' } });
  service.isBusy = false;
  await waitForJob(client, jobId, isDone);
  expect(ledgerOf(stage, jobId)).toEqual(BOOKED);
  await client.queue.retry({ jobIds: [earlier] });
  const found = await waitForJob(client, earlier, isDone);
  expect(found.generations).toMatchObject([{ reused: true, charged: false }]);
  expect(ledgerOf(stage, earlier)).toEqual([BOOKED[0], BOOKED[2]]);
  expect([stage.service.generations.length, store.ledger.held()]).toEqual([1, 0]);
});

test('a retry from the middle also finds work that another job took up', { tags: 'long' }, async () => {
  const stage = await openStage({ spawn: createFakeEngine().spawn });
  const { client, store } = stage.desk;
  const earlier = await failedInDownload(stage);
  await waitForJob(client, await stage.begin(), isDone);
  stage.service.override(DEFAULT_PATHS.startGeneration['service-3.5'], () => ({
    status: 402,
    body: { error: 'The card was declined.', code: 'paymentFailed' },
  }));
  await client.queue.addModel({ jobId: earlier, model: 'service-3.5' });
  await waitForJob(client, earlier, ({ state }) => state.kind === 'waiting' || isFailed({ state }));
  await client.queue.cancel({ jobIds: [earlier] });
  stage.service.override(DEFAULT_PATHS.startGeneration['service-3.5'], () => null);
  await client.queue.retry({ jobIds: [earlier] });
  await waitForJob(client, earlier, isDone);
  expect(stage.service.generations.map(({ modelKey }) => modelKey).sort()).toEqual(['service-2', 'service-3.5']);
  expect(store.generations.ofJob(earlier).map(({ reusedFrom }) => reusedFrom !== null)).toEqual([true, false]);
});

test('reused work that fails at the service is started again on its own project', { tags: 'long' }, async () => {
  const stage = await openStage({ spawn: createFakeEngine().spawn });
  const { client, store } = stage.desk;
  await cancelledAtWork(stage);
  const jobId = await stage.begin();
  await expect.poll(() => stateOf(stage, jobId), PATIENT).toBe('processing');
  stage.service.override(PROGRESS, () => ({ status: 200, body: { progress: { status: 'failed', error: 'x' } } }));
  await waitForJob(client, jobId, isFailed);
  stage.service.override(PROGRESS, () => null);
  await client.queue.retry({ jobIds: [jobId] });
  await waitForJob(client, jobId, isDone);
  expect([stage.service.generations.length, stage.service.uploads.length, store.ledger.held()]).toEqual([2, 2, 0]);
});

test('the quote counts results that were paid but never downloaded', async () => {
  const stage = await openStage({ spawn: createFakeEngine().spawn });
  await failedInDownload(stage);
  const { connections } = await stage.desk.client.connections.list();
  await stage.desk.client.queue.add({
    paths: [path.join(stage.folder, 'take.wav')],
    start: false,
    connectionId: connections.find((one) => one.name === 'Scripted')?.id ?? '',
  });
  expect(await quoteOf(stage)).toMatchObject({ reusable: 1, amount: 0 });
});

test('an uncertain start stays with its own job, and nothing else is sent for it', async () => {
  const stage = await openStage({ spawn: createFakeEngine().spawn });
  const { client, store } = stage.desk;
  let isSilent = true;
  stage.service.override(LISTING, () => {
    return isSilent && stage.service.startRequests.length > 0 ? { status: 500, body: { error: 'x' } } : null;
  });
  stage.service.startFaults.push({ kind: 'drop-after' });
  const earlier = await stage.begin();
  await expect.poll(() => stateOf(stage, earlier), PATIENT).toBe('unknown');
  await client.queue.cancel({ jobIds: [earlier] });
  await expect.poll(() => store.jobs.get(earlier).stateKind, PATIENT).toBe('cancelled');
  const jobId = await stage.begin();
  const job = await waitForJob(client, jobId, isFailed);
  expect(job.state).toMatchObject({ error: { code: 'paidWorkUnfetched' } });
  isSilent = false;
  await expect.poll(() => stateOf(stage, earlier), PATIENT).toBe('complete');
  await client.queue.retry({ jobIds: [jobId] });
  await waitForJob(client, jobId, isDone);
  expect([stage.service.startRequests.length, store.ledger.held()]).toEqual([1, 0]);
});

test('a job that reuses one model still uploads its recording for the other, even after a refused upload', {
  tags: 'long',
}, async () => {
  const stage = await openStage({ spawn: createFakeEngine().spawn });
  const { service: work } = await cancelledAtWork(stage);
  const refusing = await startStorage((_request, response) => response.writeHead(403).end());
  let projects = 0;
  stage.service.override('/v1/create_project', () => {
    projects += 1;
    const body = { apiProjectId: 'refused', uploadUrl: `${refusing.origin}/up?token=opaque`, uploadMethod: 'PUT' };
    return projects === 1 ? { status: 200, body } : null;
  });
  const jobId = await stage.begin(['service-2', 'service-3.5']);
  await expect.poll(() => stage.service.uploads.length, PATIENT).toBe(2);
  work.isBusy = false;
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.generations.map(({ modelKey }) => modelKey)).toEqual(['service-2', 'service-3.5']);
  expect(stage.service.generations.map(({ apiProjectId }) => apiProjectId)).not.toContain('refused');
});

test('work of another job is taken up while a start of this one is uncertain', { tags: 'long' }, async () => {
  const stage = await openStage({ spawn: createFakeEngine().spawn });
  const { client, store } = stage.desk;
  let isSilent = true;
  stage.service.override(LISTING, ({ apiProjectId }) => {
    const isAsked = apiProjectId === 'project-1' && stage.service.startRequests.length > 0;
    return isSilent && isAsked ? { status: 500, body: { error: 'x' } } : null;
  });
  stage.service.startFaults.push({ kind: 'drop-after' });
  const both = await stage.begin(['service-2', 'service-3.5']);
  await waitForJob(client, both, isFailed);
  stage.service.override(DOWNLOAD, () => ({ status: 403, body: { error: 'no' } }));
  const other = await stage.begin(['service-3.5']);
  await waitForJob(client, other, isFailed);
  stage.service.override(DOWNLOAD, () => null);
  await client.queue.retry({ jobIds: [both] });
  await expect
    .poll(() => store.generations.ofJob(both).map(({ stateKind }) => stateKind), PATIENT)
    .toEqual(['unknown', expect.stringMatching(/started|complete|downloading|stored/)]);
  isSilent = false;
  await expect.poll(() => store.jobs.get(both).stateKind, PATIENT).toMatch(/done|failed/);
  await client.queue.retry({ jobIds: [both] });
  await waitForJob(client, both, isDone);
  expect([stage.service.startRequests.length, store.ledger.held()]).toEqual([2, 0]);
});
