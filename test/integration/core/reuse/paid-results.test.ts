import { readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeTone } from '../../../fixtures/tone.ts';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage, PRICE } from '../../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';

const PROGRESS = '/v1/get_generation_progress';
const LISTING = '/v1/list_project_generations';

test('a paid result is downloaded, exported and charged even if a cap keeps the other model waiting', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  const jobId = await stage.begin(['service-2', 'service-3.5'], 60 * PRICE);
  const job = await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'waiting');
  expect(job.state).toMatchObject({ reason: { code: 'costCapReached' } });
  expect(job.generations.map(({ model, state, charged }) => [model, state, charged])).toEqual([
    ['service-2', 'stored', true],
    ['service-3.5', 'ready', false],
  ]);
  expect(readdirSync(path.join(stage.folder, 'out'))).toEqual(['take (service-2).wav']);
  expect(stage.desk.store.ledger.held()).toBe(0);
});

test('while one start waits for the person, the other generation is polled, charged and downloaded', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  stage.service.startFaults.push(null, { kind: 'drop-before' }, { kind: 'drop-before' });
  const jobId = await stage.begin(['service-2', 'service-3.5']);
  const job = await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'needs-you');
  expect(job.generations.map(({ state }) => state)).toEqual(['stored', 'needs-you']);
  expect(readdirSync(path.join(stage.folder, 'out'))).toEqual(['take (service-2).wav']);
});

test('a listing with another model name still proves that the start happened', { tags: 'long' }, async () => {
  const stage = await openStage();
  stage.service.startFaults.push({ kind: 'drop-after' });
  stage.service.override(LISTING, ({ apiProjectId }) => {
    const listed = stage.service.generations.filter((one) => one.apiProjectId === apiProjectId);
    return {
      status: 200,
      body: { generations: listed.map(({ generationId }) => ({ generationId, modelKey: 'Service 2.0' })) },
    };
  });
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  expect(stage.service.startRequests).toHaveLength(1);
});

test('a new generation of the other model proves nothing, so the person is asked', async () => {
  const stage = await openStage();
  stage.service.startFaults.push({ kind: 'drop-before' });
  let listings = 0;
  stage.service.override(LISTING, () => {
    listings += 1;
    return {
      status: 200,
      body: { generations: listings === 1 ? [] : [{ generationId: 'strange', modelKey: 'service-3.5' }] },
    };
  });
  await waitForJob(stage.desk.client, await stage.begin(), ({ state }) => state.kind === 'needs-you');
  expect(stage.service.startRequests).toHaveLength(1);
});

test('a recording that changes after it was quoted is not sent', { tags: 'long' }, async () => {
  const stage = await openStage();
  // Long enough that the wait is seen, whatever the machine is doing.
  stage.service.failNext('/v1/create_project', 500, 5);
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'waiting');
  writeTone(path.join(stage.folder, 'take.wav'), { seconds: 300 });
  utimesSync(path.join(stage.folder, 'take.wav'), new Date(), new Date(Date.now() + 5000));
  const job = await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'failed');
  expect(job.state).toMatchObject({ error: { code: 'sourceChanged' }, retryFrom: 'preparing' });
  expect(stage.service.startRequests).toHaveLength(0);
  await stage.desk.client.queue.retry({ jobIds: [jobId] });
  const done = await waitForJob(stage.desk.client, jobId, isDone);
  expect(done.generations[0]?.billableSeconds).toBe(300);
});

test('a service that is not ready gets the upload once, and the start is repeated', { tags: 'long' }, async () => {
  const stage = await openStage();
  const notReady = { kind: 'answer', status: 409, body: { error: 'still reading the medium' } } as const;
  stage.service.startFaults.push(notReady, notReady, notReady);
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  expect(stage.service.uploads).toHaveLength(1);
  expect(stage.service.generations).toHaveLength(1);
});

test('a start refused because of the recording itself fails the job at once', async () => {
  const stage = await openStage();
  const body = { error: 'Too long.', code: 'mediumTooLong' };
  stage.service.startFaults.push({ kind: 'answer', status: 409, body });
  const jobId = await stage.begin();
  const job = await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'failed');
  expect(job.state).toMatchObject({ error: { code: 'recordingTooLong' } });
  expect(stage.service.startRequests).toHaveLength(1);
  expect(ledgerOf(stage, jobId).map(([kind]) => kind)).toEqual(['hold', 'release']);
});

test('a generation that the service forgot is started again only when the person says so', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  let asked = 0;
  stage.service.override(PROGRESS, () => {
    asked += 1;
    return stage.service.generations.length === 1 ? { status: 404, body: { error: 'unknown generation' } } : null;
  });
  let listings = 0;
  stage.service.override(LISTING, () => {
    listings += 1;
    return { status: 200, body: { generations: [] } };
  });
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'needs-you');
  expect(asked).toBe(8);
  expect(listings).toBeGreaterThan(2);
  expect(ledgerOf(stage, jobId).map(([kind]) => kind)).toEqual(['hold']);
  await stage.desk.client.queue.answer({ jobId, answer: 'start-again' });
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.generations).toHaveLength(2);
});

test('a download refused as incomplete goes back to polling', { tags: 'long' }, async () => {
  const stage = await openStage();
  let refusals = 0;
  stage.service.override('/v1/get_generation_download', () =>
    refusals++ < 2 ? { status: 409, body: { error: 'not complete' } } : null,
  );
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  expect(refusals).toBe(3);
  expect(stage.service.generations[0]?.polls).toBeGreaterThanOrEqual(4);
});

test('unusual answers are read: numeric ids, wrapped progress, nulls', async () => {
  const stage = await openStage();
  stage.service.override('/v1/create_project', () => ({
    status: 200,
    body: {
      apiProjectId: 7,
      uploadUrl: `${stage.service.baseUrl}/upload/7?signature=s`,
      uploadMethod: null,
      contentType: null,
    },
  }));
  stage.service.override('/v1/service-2.0-generation', () => ({
    status: 201,
    body: { generation: { generationId: 12, status: null } },
  }));
  stage.service.override(LISTING, () => ({ status: 200, body: { generations: [] } }));
  stage.service.override(PROGRESS, () => ({
    status: 200,
    body: { status: 'ok', progress: { status: 'complete', progress: 1, error: null } },
  }));
  stage.service.override('/v1/get_generation_download', () => ({
    status: 200,
    body: { downloadUrl: `${stage.service.baseUrl}/download/7?signature=s` },
  }));
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
});

test('an echoed key and signed addresses never reach the store or the views', async () => {
  const stage = await openStage();
  const echo = `No such key ${SCRIPTED_KEY}, see https://s.example/x?signature=abc123`;
  stage.service.startFaults.push({ kind: 'answer', status: 403, body: { error: echo, code: SCRIPTED_KEY } });
  const jobId = await stage.begin();
  const job = await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'failed');
  const kept = JSON.stringify([job, stage.desk.store.events.ofJob(jobId)]);
  expect(kept).toContain('No such key [secret]');
  expect(kept).not.toContain(SCRIPTED_KEY);
  expect(kept).not.toContain('abc123');
});

test('a recording over the cost cap is not even uploaded', async () => {
  const stage = await openStage();
  const jobId = await stage.begin(['service-2', 'service-3.5'], 60 * PRICE - 1);
  const job = await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'waiting');
  expect(job.state).toMatchObject({ reason: { code: 'costCapReached' } });
  expect(stage.service.uploads).toHaveLength(0);
});

test('a cancelled job downloads nothing more, and the ledger still learns what its generation cost', async () => {
  const stage = await openStage();
  let finished = false;
  stage.service.override(PROGRESS, () => ({ status: 200, body: { status: finished ? 'complete' : 'processing' } }));
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, ({ generations }) => generations[0]?.state === 'processing');
  await stage.desk.client.queue.cancel({ jobIds: [jobId] });
  expect(ledgerOf(stage, jobId).map(([kind]) => kind)).toEqual(['hold']);
  finished = true;
  const job = await waitForJob(stage.desk.client, jobId, ({ generations }) => generations[0]?.charged === true);
  expect(job.state.kind).toBe('cancelled');
  expect(ledgerOf(stage, jobId).map(([kind]) => kind)).toEqual(['hold', 'charge', 'release']);
  expect(stage.service.downloads).toHaveLength(0);
});
