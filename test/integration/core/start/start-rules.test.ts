import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DeskPorts, DeskSettings } from '../../../../electron/core/ports.ts';
import { openDatabase } from '../../../../electron/platform/sqlite.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import {
  isDone,
  ledgerOf,
  openStage as openPlainStage,
  PRICE,
  scriptedService,
} from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';
import { keptLog } from '../../../harness/service/test-service.ts';

const DAY = 24 * 60 * 60_000;
const LISTING = '/v1/list_project_generations';
const START = '/v1/service-2.0-generation';

/** A stage whose engine takes no time, for several recordings. */
async function openStage(settings: Partial<DeskSettings> = {}, ports: Partial<DeskPorts> = {}) {
  const stage = await openPlainStage({ spawn: createFakeEngine().spawn, ...ports }, settings);
  const { connectionId, desk, folder } = stage;
  return {
    ...stage,
    async begin(name = 'take') {
      const file = path.join(folder, `${name}.wav`);
      writeFileSync(file, name);
      const preset = presetFor(['service-2'], path.join(folder, 'out'));
      const { jobIds } = await desk.client.queue.add({ paths: [file], preset, start: true, connectionId });
      return jobIds[0] ?? '';
    },
    generation: (jobId: string) => desk.store.generations.ofJob(jobId)[0],
    eventsOf: (jobId: string) => desk.store.events.ofJob(jobId).map(({ event }) => event),
    until: (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 20 }),
  };
}

type Stage = Awaited<ReturnType<typeof openStage>>;

/** The service makes generations of these ids out of each start, and answers in its own way. */
function answerStarts({ service }: Stage, ids: readonly string[], status: number, body: unknown): void {
  service.override(START, ({ apiProjectId }) => {
    service.startRequests.push({ path: START, body: {} });
    for (const generationId of ids) {
      service.generations.push({ generationId, apiProjectId: String(apiProjectId), modelKey: 'service-2', polls: 0 });
    }
    return { status, body };
  });
}

test("an answer with another job's id is not believed; the listing has the right one", { tags: 'long' }, async () => {
  const stage = await openStage();
  const first = await stage.begin();
  await waitForJob(stage.desk.client, first, isDone);
  answerStarts(stage, ['right'], 200, { generationId: stage.generation(first)?.remoteId, status: 'queued' });
  const second = await stage.begin('another');
  await waitForJob(stage.desk.client, second, isDone);
  expect(stage.generation(second)?.remoteId).toBe('right');
  expect(stage.service.startRequests).toHaveLength(2);
});

test('two services may number their projects and generations alike', { tags: 'long' }, async () => {
  const stage = await openStage();
  const { client, store } = stage.desk;
  const other = await scriptedService();
  const connection = await client.connections.add({
    ...{ name: 'Other', baseUrl: other.baseUrl, headerStyle: 'bearer', key: SCRIPTED_KEY },
    prices: { 'service-2': PRICE, 'service-3.5': PRICE },
  });
  const job = await stage.begin();
  await waitForJob(client, job, isDone);
  const file = path.join(stage.folder, 'other.wav');
  writeFileSync(file, 'other');
  const preset = presetFor(['service-2'], path.join(stage.folder, 'out'));
  const added = await client.queue.add({ paths: [file], preset, start: true, connectionId: connection.id });
  const [second = ''] = added.jobIds;
  await waitForJob(client, second, isDone);
  const ids = [job, second].map((id) => {
    const { projectId, remoteId } = store.generations.ofJob(id)[0] ?? {};
    return [projectId, remoteId];
  });
  expect(ids).toEqual([ids[0], ids[0]]);
  expect([stage.service.startRequests, other.startRequests].map(({ length }) => length)).toEqual([1, 1]);
});

test('of several generations for one start the oldest is taken, and the others are reported', async () => {
  const log = keptLog();
  const stage = await openStage({}, { log });
  answerStarts(stage, ['one', 'two'], 500, { error: 'scripted' });
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.generation(jobId)?.remoteId).toBe('one');
  const told = stage.desk.store.events.ofJob(jobId).find(({ event }) => event === 'duplicates');
  expect(told?.detail).toBe('2: one two');
  expect(log.lines.join('\n')).toContain('more than one generation');
});

test('an incomplete listing proves nothing: the person is asked, and nothing is sent', async () => {
  const stage = await openStage();
  let listings = 0;
  const old = { generationId: 'old', modelKey: 'service-2', status: 'failed' };
  stage.service.override(LISTING, () => {
    listings += 1;
    return { status: 200, body: { generations: listings === 1 ? [old] : [] } };
  });
  stage.service.startFaults.push({ kind: 'drop-before' });
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'needs-you');
  expect(stage.service.startRequests).toHaveLength(1);
  expect(stage.eventsOf(jobId)).not.toContain('absent');
  expect(ledgerOf(stage, jobId)).toEqual([['hold', 76 * PRICE]]);
});

test('a start listed after its absence was accepted is adopted, not paid again, and lengthens the next wait', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  let jobId = '';
  stage.service.override(LISTING, () =>
    jobId === '' || !stage.eventsOf(jobId).includes('absent') ? { status: 200, body: { generations: [] } } : null,
  );
  stage.service.startFaults.push({ kind: 'drop-after' });
  jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.startRequests).toHaveLength(1);
  expect(stage.eventsOf(jobId)).toContain('adopted-late');
  expect(ledgerOf(stage, jobId).map(([kind]) => kind)).toEqual(['hold', 'release', 'hold', 'charge', 'release']);
  const lags = stage.desk.store.settings.get('listing-lags') as Record<string, number>;
  expect(lags[stage.connectionId]).toBeGreaterThanOrEqual(300);
});

test('of two desks on one store, only the one opened last starts anything', async () => {
  const stage = await openStage();
  openTestDesk(stage.desk.dataDirectory, { concurrency: 0 });
  const jobId = await stage.begin();
  const job = await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'failed');
  expect(job.state).toMatchObject({ error: { code: 'dataFolderBusy' } });
  expect(stage.service.startRequests).toHaveLength(0);
  expect(ledgerOf(stage, jobId)).toEqual([]);
});

test('a job cancelled during its baseline listing is not started', async () => {
  const stage = await openStage();
  let jobId = '';
  let listings = 0;
  stage.service.override(LISTING, () => {
    listings += 1;
    if (listings === 1) void stage.desk.client.queue.cancel({ jobIds: [jobId] });
    return null;
  });
  jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'cancelled');
  expect(stage.service.startRequests).toHaveLength(0);
  expect(stage.desk.store.generations.attempts(stage.generation(jobId)?.id ?? '')).toEqual([]);
});

test("a cancelled job's possible start is searched for until its cost is explained", async () => {
  const stage = await openStage();
  let mayList = true;
  stage.service.override(LISTING, () => (mayList ? null : { status: 500, body: { error: 'scripted' } }));
  answerStarts(stage, ['paid'], 502, { error: 'scripted' });
  const jobId = await stage.begin();
  await stage.until(() => expect(stage.service.startRequests).toHaveLength(1));
  mayList = false;
  await stage.desk.client.queue.cancel({ jobIds: [jobId] });
  mayList = true;
  await stage.until(() => expect(ledgerOf(stage, jobId).map(([kind]) => kind)).toContain('charge'));
  expect(stage.generation(jobId)?.remoteId).toBe('paid');
});

test('an uncertain start is still found after its job is cancelled', async () => {
  const stage = await openStage();
  stage.service.startFaults.push({ kind: 'drop-before' }, { kind: 'drop-before' });
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'needs-you');
  await stage.desk.client.queue.cancel({ jobIds: [jobId] });
  const apiProjectId = stage.generation(jobId)?.projectId ?? '';
  stage.service.generations.push({ generationId: 'late', apiProjectId, modelKey: 'service-2', polls: 0 });
  await stage.until(() => expect(ledgerOf(stage, jobId).map(([kind]) => kind)).toContain('charge'));
  expect(stage.generation(jobId)?.remoteId).toBe('late');
});

test('an outcome that could not be saved is found in the listing later', { tags: 'long' }, async () => {
  const stage = await openStage();
  const { raw, close } = openDatabase({ path: path.join(stage.desk.dataDirectory, 'cleartake.sqlite'), schema: {} });
  onTestFinished(close);
  raw.exec(`CREATE TRIGGER full_disk BEFORE UPDATE ON generation WHEN new.state_kind = 'started'
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  const jobId = await stage.begin();
  await stage.until(() => expect(stage.eventsOf(jobId)).toContain('lost-sight'));
  raw.exec('DROP TRIGGER full_disk');
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.startRequests).toHaveLength(1);
  expect(stage.service.generations).toHaveLength(1);
});

test.each([
  ['forward', DAY],
  ['back', -DAY],
])(
  'a clock that is set %s a day neither ends nor stretches the wait before a resend',
  { tags: 'long' },
  async (_way, set) => {
    let offset = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + offset };
    const stage = await openStage({ startQuarantineMs: { builtIn: 1500, remote: 1500 } }, { clock });
    stage.service.startFaults.push({ kind: 'drop-before' });
    const jobId = await stage.begin();
    await stage.until(() => expect(stage.eventsOf(jobId)).toContain('lost-sight'));
    const lost = performance.now();
    offset += set;
    await stage.until(() => expect(stage.service.startRequests).toHaveLength(2));
    expect(performance.now() - lost).toBeGreaterThan(1400);
    await waitForJob(stage.desk.client, jobId, isDone);
    expect(stage.service.generations).toHaveLength(1);
  },
);
