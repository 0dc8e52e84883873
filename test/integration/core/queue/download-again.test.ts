import { readFileSync, rmSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_BATCH_PRESET } from '../../../../shared/domain/batch/batch-preset.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { giveBack, isDone, ledgerOf, openStage } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';

const NONE = { downloading: 0, here: 0, gone: 0, failed: 0, problem: null };

/** A recording restored at the built-in service, without an output folder, that has left the queue. */
async function restoreAtBuiltIn() {
  const folder = temporaryFolder();
  const desk = openTestDesk(path.join(folder, 'data'));
  const source = path.join(folder, 'take.wav');
  writeTone(source, { seconds: 2 });
  const preset = { ...DEFAULT_BATCH_PRESET, models: ['service-2' as const], output: { kind: 'library' as const } };
  const { jobIds } = await desk.client.queue.add({ paths: [source], preset, start: true });
  const jobId = jobIds[0] ?? '';
  await waitForJob(desk.client, jobId, isDone);
  await desk.client.queue.remove({ jobIds });
  const generationId = desk.store.generations.ofJob(jobId)[0]?.id ?? '';
  const file = desk.store.results.get(generationId)?.path ?? '';
  return { ...desk, jobId, source, file, eventsOf: () => desk.store.ledger.ofGeneration(generationId) };
}

test('a result that is gone here comes from the built-in service again, byte for byte, without its source', {
  tags: 'long',
}, async () => {
  const { client, eventsOf, file, jobId, source } = await restoreAtBuiltIn();
  const whole = readFileSync(file);
  const paid = eventsOf();
  expect(await client.queue.downloadAgain({ jobIds: [jobId] })).toEqual({ ...NONE, here: 1 });
  unlinkSync(file);
  rmSync(source);
  expect(await client.queue.downloadAgain({ jobIds: [jobId] })).toEqual({ ...NONE, downloading: 1 });
  await waitForJob(client, jobId, isDone);
  expect(readFileSync(file).equals(whole)).toBe(true);
  expect(eventsOf()).toEqual(paid);
});

test('what the service was cleaned of is refused, and the recording stays done', { tags: 'long' }, async () => {
  const { client, eventsOf, file, jobId, store } = await restoreAtBuiltIn();
  const paid = eventsOf();
  const { surveyId } = await client.care.space();
  expect((await client.care.clean({ surveyId, kinds: ['service-copies'] })).files).toBeGreaterThan(0);
  unlinkSync(file);
  expect(await client.queue.downloadAgain({ jobIds: [jobId] })).toEqual({ ...NONE, gone: 1 });
  expect(store.jobs.get(jobId).state).toEqual({ kind: 'done' });
  expect(eventsOf()).toEqual(paid);
});

test('a paid result is neither started, uploaded nor charged again, however the service answers', {
  tags: 'long',
}, async () => {
  const stage = await openStage({ spawn: createFakeEngine().spawn });
  const { client, store } = stage.desk;
  await giveBack(stage, path.join(stage.folder, 'take.wav'));
  const jobId = await stage.begin();
  await waitForJob(client, jobId, isDone);
  const [generation] = store.generations.ofJob(jobId);
  const file = store.results.get(generation?.id ?? '')?.path ?? '';
  const counts = () => [
    stage.service.startRequests.length,
    stage.service.projects.length,
    stage.service.generations.length,
    ledgerOf(stage, jobId),
  ];
  const before = counts();
  unlinkSync(file);
  const refuse = (status: number, error: string) =>
    stage.service.override('/v1/get_generation_download', () => ({ status, body: { error } }));
  refuse(404, 'Generation not found.');
  expect(await client.queue.downloadAgain({ jobIds: [jobId] })).toEqual({ ...NONE, gone: 1 });
  refuse(401, 'Invalid API key.');
  const refused = await client.queue.downloadAgain({ jobIds: [jobId] });
  expect(refused).toMatchObject({ ...NONE, failed: 1, problem: expect.stringMatching(/key/i) });
  expect(store.jobs.get(jobId).state).toEqual({ kind: 'done' });
  await giveBack(stage, path.join(stage.folder, 'take.wav'));
  expect(await client.queue.downloadAgain({ jobIds: [jobId] })).toEqual({ ...NONE, downloading: 1 });
  await waitForJob(client, jobId, isDone);
  expect(readFileSync(file).length).toBeGreaterThan(0);
  expect(counts()).toEqual(before);
});

test('one that failed isn’t finished, and what was never heard of is nothing', async () => {
  const stage = await openStage({ spawn: createFakeEngine().spawn });
  stage.service.override('/v1/create_project', () => ({ status: 400, body: { error: 'No.' } }));
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'failed');
  const asked = await stage.desk.client.queue.downloadAgain({ jobIds: [jobId, 'unheard-of'] });
  expect(asked).toEqual({ ...NONE, failed: 1 });
});
