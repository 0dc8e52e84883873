import { cpSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { createMemoryVault } from '../../../../electron/core/vault/vault.ts';
import { openTestDesk, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage, PRICE, type Stage } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';

const PROGRESS = '/v1/get_generation_progress';
const LISTING = '/v1/list_project_generations';
const START = '/v1/service-2.0-generation';
const unknown = { status: 404, body: { error: 'unknown' } };
const nothing = { status: 200, body: { generations: [] } };

const fast = () => ({ spawn: createFakeEngine().spawn, vault: createMemoryVault() });
const kindsOf = (stage: Stage, jobId: string) => ledgerOf(stage, jobId).map(([kind]) => kind);
const eventsOf = ({ desk }: Pick<Stage, 'desk'>, jobId: string) =>
  desk.store.events.ofJob(jobId).map(({ event }) => event);
const isFailed = (job: { state: { kind: string } }) => job.state.kind === 'failed';
const asks = (job: { state: { kind: string } }) => job.state.kind === 'needs-you';

test('a service that forgets a paid generation for a minute is not believed', { tags: 'long' }, async () => {
  const stage = await openStage(fast());
  let isAway = true;
  stage.service.override(PROGRESS, () => (isAway ? unknown : null));
  const jobId = await stage.begin();
  await vi.waitFor(() => expect(eventsOf(stage, jobId)).toContain('vanish'), { timeout: 30_000 });
  expect(kindsOf(stage, jobId)).toEqual(['hold']);
  isAway = false;
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.startRequests).toHaveLength(1);
  expect(kindsOf(stage, jobId)).toEqual(['hold', 'charge', 'release']);
});

test('a project that the service forgot is abandoned only after the person confirms twice', {
  tags: 'long',
}, async () => {
  const stage = await openStage(fast());
  const isFirst = ({ apiProjectId }: Record<string, unknown>) => apiProjectId === 'project-1';
  for (const call of [PROGRESS, LISTING, START]) {
    stage.service.override(call, (body) => (isFirst(body) && stage.service.generations.length > 0 ? unknown : null));
  }
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, asks);
  expect(kindsOf(stage, jobId)).toEqual(['hold']);
  await stage.desk.client.queue.answer({ jobId, answer: 'start-again' });
  const failed = await waitForJob(stage.desk.client, jobId, isFailed);
  expect(failed.state).toMatchObject({ error: { code: 'projectUnknown' }, retryFrom: 'uploading' });
  expect(failed.state).toHaveProperty('error.userMessage', expect.stringContaining('may be paid again'));
  await stage.desk.client.queue.retry({ jobIds: [jobId] });
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.uploads).toHaveLength(2);
  expect(stage.service.startRequests).toHaveLength(2);
});

test('a data folder restored from an older copy adopts what was paid since', { tags: 'long' }, async () => {
  const ports = fast();
  const stage = await openStage(ports);
  const old = path.join(stage.folder, 'old');
  stage.service.override(LISTING, () => {
    if (!existsSync(old)) cpSync(stage.desk.dataDirectory, old, { recursive: true });
    return null;
  });
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, isDone);
  await stage.desk.close();
  const desk = openTestDesk(old, {}, ports);
  await waitForJob(desk.client, jobId, isDone);
  expect(stage.service.startRequests).toHaveLength(1);
  expect(eventsOf({ desk }, jobId)).toContain('adopted-late');
  expect(kindsOf({ ...stage, desk }, jobId)).toEqual(['hold', 'charge', 'release']);
});

test('a generation that failed at the service is not reused, whatever its listing says', { tags: 'long' }, async () => {
  const stage = await openStage(fast());
  stage.service.override(PROGRESS, ({ generationId }) =>
    generationId === 'generation-1' ? { status: 200, body: { status: 'failed' } } : null,
  );
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, isFailed);
  await stage.desk.client.queue.retry({ jobIds: [jobId] });
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.startRequests).toHaveLength(2);
});

test('a project with a lost start is searched before a new project replaces it', async () => {
  const stage = await openStage(fast());
  let isOtherAccount = false;
  stage.service.startFaults.push({ kind: 'drop-after' });
  stage.service.override(LISTING, () => {
    isOtherAccount ||= stage.service.startRequests.length > 0;
    return isOtherAccount ? nothing : null;
  });
  stage.service.override(START, () => (isOtherAccount ? unknown : null));
  const jobId = await stage.begin();
  const failed = await waitForJob(stage.desk.client, jobId, isFailed);
  expect(failed.state).toMatchObject({ error: { code: 'projectUnknown' } });
  stage.service.override(LISTING, () => null);
  stage.service.override(START, () => null);
  await stage.desk.client.queue.retry({ jobIds: [jobId] });
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.uploads).toHaveLength(1);
  expect(stage.service.generations).toHaveLength(1);
});

test('generation ids that repeat across projects are told apart', { tags: 'long' }, async () => {
  const stage = await openStage(fast());
  stage.service.override(START, ({ apiProjectId }) => {
    stage.service.generations.push({
      generationId: 'g1',
      apiProjectId: String(apiProjectId),
      modelKey: 'service-2',
      polls: 0,
    });
    return { status: 200, body: { generationId: 'g1', status: 'queued' } };
  });
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  writeFileSync(path.join(stage.folder, 'take.wav'), 'another recording');
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  expect(stage.service.generations.map(({ apiProjectId }) => apiProjectId)).toEqual(['project-1', 'project-2']);
});

test('a price corrected while a job waits applies to its start, so the cost cap still holds', async () => {
  const stage = await openStage(fast());
  const { connections } = stage.desk.client;
  const right = { 'service-2': 100 * PRICE, 'service-3.5': 100 * PRICE };
  let refused = 0;
  stage.service.override(LISTING, () => {
    refused += 1;
    return { status: 429, body: { error: 'later' } };
  });
  const jobId = await stage.begin(['service-2'], 100 * PRICE);
  await expect.poll(() => refused, { timeout: 30_000 }).toBeGreaterThan(0);
  for (const { id, name } of (await connections.list()).connections) {
    if (name === 'Scripted') await connections.update({ connectionId: id, prices: right });
  }
  stage.service.override(LISTING, () => null);
  const job = await waitForJob(
    stage.desk.client,
    jobId,
    ({ state }) => state.kind === 'waiting' && state.until === null,
    120_000,
  );
  expect(job.state).toMatchObject({ reason: { code: 'costCapReached' } });
  expect(stage.service.startRequests).toHaveLength(0);
});

test('a generation that fails after it was reported complete is refunded, and its retry is held, charged and released', async () => {
  const stage = await openStage(fast());
  let word: 'complete' | 'failed' | null = 'complete';
  stage.service.override(PROGRESS, () => (word === null ? null : { status: 200, body: { status: word } }));
  stage.service.override('/v1/get_generation_download', () => {
    if (word !== 'complete') return null;
    word = 'failed';
    return { status: 409, body: { error: 'not ready' } };
  });
  const jobId = await stage.begin();
  const failed = await waitForJob(stage.desk.client, jobId, isFailed);
  expect(failed.generations[0]?.charged).toBe(false);
  expect(kindsOf(stage, jobId)).toEqual(['hold', 'charge', 'release', 'refund']);
  const { batchId } = stage.desk.store.jobs.get(jobId);
  expect(stage.desk.store.ledger.ofBatch(batchId)).toEqual({ charged: 0, held: 0 });
  word = null;
  await stage.desk.client.queue.retry({ jobIds: [jobId] });
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(kindsOf(stage, jobId).slice(4)).toEqual(['hold', 'charge', 'release']);
  const charged = ledgerOf(stage, jobId)[1]?.[1];
  expect(stage.desk.store.ledger.ofBatch(batchId)).toEqual({ charged, held: 0 });
  expect(stage.desk.store.ledger.byMonth(() => '')).toMatchObject([{ generations: 1, charged, held: 0 }]);
});
