import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type { DeskSettings } from '../../../../electron/core/ports.ts';
import { type Clock, systemClock } from '../../../../electron/platform/time/clock.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { scriptedService, writeTakes } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';
import { createFastClock } from '../../../harness/time/fast-clock.ts';

const isDone = (job: { state: { kind: string } }) => job.state.kind === 'done';
const PROGRESS = '/v1/get_generation_progress';
const DAY = 86_400_000;
/** States of jobs whose upload isn't over. */
const BEFORE: ReadonlySet<string> = new Set(['queued', 'preparing', 'uploading']);

/** A clock that runs so many times faster, and can be set. */
function fastClock(times: number) {
  const fast = createFastClock(times);
  let setBy = 0;
  const clock: Clock = { ...fast, now: () => fast.now() + setBy };
  return { clock, set: (by: number) => (setBy += by) };
}

async function openScene(settings: Partial<DeskSettings>, count: number, clock: Clock = systemClock) {
  const service = await scriptedService();
  const folder = temporaryFolder();
  writeTakes(path.join(folder, 'in'), count);
  const ports = { clock, spawn: createFakeEngine().spawn };
  const desk = openTestDesk(path.join(folder, 'data'), settings, ports);
  const connectionId = await desk.desk.adHocConnection(service.baseUrl, SCRIPTED_KEY);
  const add = async () => {
    const preset = presetFor(['service-2'], path.join(folder, 'out'));
    return (await desk.client.queue.add({ paths: [path.join(folder, 'in')], preset, start: true, connectionId }))
      .jobIds;
  };
  const states = () => desk.store.jobs.page(0, 100).map((job) => job.stateKind);
  return { ...desk, service, add, states, ports, connectionId };
}

test('generations at the service do not take upload slots', { tags: 'long' }, async () => {
  const { service, add, states, client } = await openScene({ concurrency: null }, 8);
  let isOver = false;
  service.override(PROGRESS, () => (isOver ? null : { status: 200, body: { status: 'processing' } }));
  const jobIds = await add();
  await vi.waitFor(() => expect(service.generations).toHaveLength(8), { timeout: 30_000 });
  expect(states()).toEqual(Array(8).fill('generating'));
  isOver = true;
  for (const id of jobIds) await waitForJob(client, id, isDone);
});

test('how many upload at once is changed while they upload, and kept', { tags: 'long' }, async () => {
  const { service, add, states, client } = await openScene({ concurrency: null }, 10);
  const atOnce = (uploads: number) => ({ concurrency: { uploads, restorations: null, downloads: null } });
  await client.system.setPreferences(atOnce(1));
  const seen: number[] = [];
  service.override('/v1/create_project', () => {
    // Projects that were made, this one included, without those whose upload is over.
    seen.push(seen.length + 1 - states().filter((kind) => !BEFORE.has(kind)).length);
    return null;
  });
  const jobIds = await add();
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(2), { timeout: 30_000 });
  const before = seen.length;
  await client.system.setPreferences(atOnce(4));
  for (const id of jobIds) await waitForJob(client, id, isDone);
  expect(Math.max(...seen.slice(0, before))).toBe(1);
  expect(Math.max(...seen.slice(before))).toBeGreaterThan(1);
  expect((await client.system.preferences()).concurrency.uploads).toBe(4);
});

test('with a concurrency of one, recordings run one after the other, in order', { tags: 'long' }, async () => {
  const { service, add, states, client } = await openScene({ concurrency: 1 }, 4);
  const doneAtCreation: number[] = [];
  service.override('/v1/create_project', () => {
    doneAtCreation.push(states().filter((kind) => kind === 'done').length);
    return null;
  });
  const jobIds = await add();
  for (const id of jobIds) await waitForJob(client, id, isDone);
  expect(doneAtCreation).toEqual([0, 1, 2, 3]);
});

test('an unknown status does not occupy a slot forever', { tags: 'long' }, async () => {
  const { clock } = fastClock(30);
  const { service, add, client } = await openScene({ concurrency: 1, retryBaseMs: 600 }, 2, clock);
  let first: unknown = null;
  let polls = 0;
  service.override(PROGRESS, (body) => {
    first ??= body.generationId;
    if (body.generationId !== first) return { status: 200, body: { status: 'complete' } };
    polls += 1;
    return { status: 200, body: { status: polls > 1000 ? 'complete' : 'contemplating' } };
  });
  const [one = '', two = ''] = await add();
  await waitForJob(client, two, isDone, 40_000);
  const job = await waitForJob(client, one, ({ state }) => state.kind === 'waiting');
  expect(job.state).toMatchObject({ from: 'generating', reason: { code: 'slowToFinish' } });
  expect(job.generations[0]?.remoteStatus).toBe('contemplating');
  polls = 1000;
  await waitForJob(client, one, isDone, 40_000);
  expect(service.startRequests).toHaveLength(2);
});

test('nobody calls a service before its Retry-After has passed', { tags: 'long' }, async () => {
  const { service, add, client } = await openScene({ concurrency: null }, 6);
  const headers = { 'retry-after': '2' };
  service.startFaults.push({ kind: 'answer', status: 429, body: { error: 'Too many requests' }, headers });
  const calls: number[] = [];
  for (const route of ['/v1/create_project', '/v1/list_project_generations', PROGRESS]) {
    service.override(route, () => {
      calls.push(performance.now());
      return null;
    });
  }
  const adding = add();
  await vi.waitFor(() => expect(service.startRequests.length).toBeGreaterThan(0), { interval: 2, timeout: 30_000 });
  const refusedAt = performance.now();
  for (const id of await adding) await waitForJob(client, id, isDone, 60_000);
  // What was on its way when the refusal came is no call of its own.
  const early = calls.filter((at) => at > refusedAt + 500 && at < refusedAt + 1800);
  expect(early).toEqual([]);
  expect(service.generations).toHaveLength(6);
});

test('setting the clock back a day delays nothing', { tags: 'long' }, async () => {
  const { clock, set } = fastClock(1);
  const { service, add, client } = await openScene({ concurrency: null }, 1, clock);
  service.startFaults.push({
    kind: 'answer',
    status: 429,
    body: { error: 'Too many requests' },
    headers: { 'retry-after': '1' },
  });
  const [jobId = ''] = await add();
  await waitForJob(client, jobId, ({ state }) => state.kind === 'waiting');
  set(-DAY);
  await waitForJob(client, jobId, isDone, 30_000);
});

test('setting the clock back while the desk is closed delays nothing', { tags: 'long' }, async () => {
  const { service, add, client, close, dataDirectory, ports } = await openScene({ concurrency: null }, 1);
  const headers = { 'retry-after': '3' };
  service.startFaults.push({ kind: 'answer', status: 429, body: { error: 'Too many requests' }, headers });
  const [jobId = ''] = await add();
  await waitForJob(client, jobId, ({ state }) => state.kind === 'waiting');
  await close();
  const { clock, set } = fastClock(1);
  set(-DAY);
  const again = openTestDesk(dataDirectory, { concurrency: null }, { ...ports, clock });
  await again.desk.recognizeKey(SCRIPTED_KEY);
  await waitForJob(again.client, jobId, isDone, 30_000);
});

test("a command's jobs begin even if the clock was set back after the desk opened", async () => {
  const { clock, set } = fastClock(1);
  const { service, add, client } = await openScene({ concurrency: null, leavesEarlierWork: true }, 1, clock);
  set(-DAY);
  const [jobId = ''] = await add();
  await waitForJob(client, jobId, isDone);
  expect(service.generations).toHaveLength(1);
});

test('a poll interrupted by sleep does not count as a try, and polling resumes at once', async () => {
  const { clock, set } = fastClock(1);
  const { service, add, client, store } = await openScene({ concurrency: null, retryBaseMs: 50 }, 1, clock);
  let failures = 0;
  service.override(PROGRESS, () => {
    if (failures === 20) return { status: 200, body: { status: 'complete' } };
    failures += 1;
    set(3_600_000);
    return { status: 503, body: { error: 'gone' } };
  });
  const [jobId = ''] = await add();
  await waitForJob(client, jobId, isDone, 40_000);
  expect([failures, store.jobs.get(jobId).tries]).toEqual([20, 0]);
});

test('a paused queue follows what a service finishes, books it, and begins nothing; after a restart it is the same', {
  tags: 'long',
}, async () => {
  const { service, add, client, close, dataDirectory, ports, store } = await openScene({ concurrency: null }, 3);
  let status = { status: 'processing', progress: 0.3 };
  service.override(PROGRESS, () => ({ status: 200, body: status }));
  const jobIds = await add();
  await vi.waitFor(() => expect(service.generations).toHaveLength(3), { timeout: 30_000 });
  await client.queue.pauseAll();
  const list = () => client.queue.list({ offset: 0, limit: 10 });
  await vi.waitFor(async () => expect((await list()).totals).toMatchObject({ active: 0, waiting: 3, paused: true }));
  expect(store.jobs.many(jobIds).map((job) => job.stateKind)).toEqual(Array(3).fill('generating'));
  status = { status: 'processing', progress: 0.6 };
  const shown = { state: { kind: 'generating' }, finishing: true, generations: [{ progress: 0.6 }] };
  await vi.waitFor(async () => expect((await list()).jobs).toMatchObject([shown, shown, shown]), { timeout: 10_000 });
  await close();

  const again = openTestDesk(dataDirectory, { concurrency: null }, ports);
  await again.desk.recognizeKey(SCRIPTED_KEY);
  service.override(PROGRESS, () => null);
  const states = () => jobIds.map((id) => again.store.generations.ofJob(id)[0]?.stateKind);
  await vi.waitFor(() => expect(states()).toEqual(Array(3).fill('complete')), { timeout: 10_000 });
  expect((await again.client.queue.list({ offset: 0, limit: 10 })).jobs.map((job) => job.finishing)).toEqual(
    Array(3).fill(false),
  );
  await again.client.queue.resumeAll();
  for (const id of jobIds) await waitForJob(again.client, id, isDone);
  expect(service.generations).toHaveLength(3);
});

test('a paused recording is followed while its service finishes it, and reaches the disk once it is resumed', {
  tags: 'long',
}, async () => {
  const { service, add, client, store } = await openScene({ concurrency: null }, 1);
  let isOver = false;
  service.override(PROGRESS, () => (isOver ? null : { status: 200, body: { status: 'processing' } }));
  const [jobId = ''] = await add();
  await vi.waitFor(() => expect(service.generations).toHaveLength(1), { timeout: 30_000 });
  await client.queue.pause({ jobIds: [jobId] });
  const isFinishing = { state: { kind: 'paused', from: 'generating' }, finishing: true };
  expect((await client.queue.list({ offset: 0, limit: 1 })).jobs[0]).toMatchObject(isFinishing);
  isOver = true;
  const generation = () => store.generations.ofJob(jobId)[0];
  await vi.waitFor(() => expect(generation()?.stateKind).toBe('complete'), { timeout: 10_000 });
  expect(generation()?.chargedAt).not.toBeNull();
  expect((await client.queue.list({ offset: 0, limit: 1 })).jobs[0]).toMatchObject({
    ...isFinishing,
    finishing: false,
  });
  await client.queue.resume({ jobIds: [jobId] });
  await waitForJob(client, jobId, isDone);
});

test('while billing is on hold, only one trial start is sent each time', { tags: 'long' }, async () => {
  const { clock } = fastClock(20);
  const { service, add, states, client } = await openScene({ concurrency: null, patient: true }, 5, clock);
  const refusal = { kind: 'answer', status: 402, body: { error: 'Payment failed', code: 'paymentFailed' } } as const;
  service.startFaults.push(...Array(40).fill(refusal));
  const jobIds = await add();
  await vi.waitFor(() => expect(states()).toEqual(Array(5).fill('waiting')), { timeout: 30_000 });
  const sent = service.startRequests.length;
  // Eighty seconds of the desk's clock, which asks every minute.
  await new Promise((resolve) => setTimeout(resolve, 4000));
  const asked = service.startRequests.length - sent;
  expect(asked).toBeGreaterThanOrEqual(1);
  expect(asked).toBeLessThanOrEqual(2);
  service.startFaults.length = 0;
  for (const id of jobIds) await waitForJob(client, id, isDone, 40_000);
  expect(service.generations).toHaveLength(5);
});
