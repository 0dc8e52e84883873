import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeTone } from '../../../fixtures/tone.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage, PRICE, type Stage } from '../../../harness/desk/scripted-stage.ts';

/** Restores a file into the output folder. @returns its job, its generation and the result */
async function restore(stage: Stage, name: string) {
  const { client, store } = stage.desk;
  const source = path.join(stage.folder, name);
  if (!existsSync(source)) writeTone(source, { seconds: 2, frequency: 200 + 9 * name.charCodeAt(0) });
  const preset = presetFor(['service-2'], path.join(stage.folder, 'out'));
  const { jobIds } = await client.queue.add({
    ...{ paths: [source], preset, start: true, connectionId: stage.connectionId },
  });
  const jobId = jobIds[0] ?? '';
  await waitForJob(client, jobId, isDone);
  const generationId = store.generations.ofJob(jobId)[0]?.id ?? '';
  return { jobId, source, generationId, result: store.results.get(generationId) };
}

function hasFiles(stage: Stage, generationId: string): boolean {
  return existsSync(path.join(stage.desk.dataDirectory, 'library/generations', generationId));
}

test('the files of one recording go, with their sizes told before; its source, its output, its costs and others stay', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  const { client, dataDirectory, store } = stage.desk;
  const one = await restore(stage, 'one.wav');
  const other = await restore(stage, 'two.wav');
  const listening = path.join(dataDirectory, 'library/listening');
  const contentHash = (jobId: string) => store.recordings.get(store.jobs.get(jobId).recordingId).contentHash;
  mkdirSync(listening, { recursive: true });
  for (const { jobId } of [one, other]) writeFileSync(path.join(listening, `${contentHash(jobId)}.opus`), 'a copy');
  const output = one.result?.exportedPath ?? '';
  const outside = [one.source, output].map((file) => readFileSync(file).toString('base64'));
  const ledger = store.ledger.ofGeneration(one.generationId);

  const seen = await client.care.filesOf({ jobIds: [one.jobId, 'nobody'] });
  expect(seen.jobIds).toEqual([one.jobId]);
  expect(seen.cleanups.map(({ files, kind }) => [kind, files])).toEqual([
    ['waveforms', 4],
    ['listening', 1],
    ['delivered', 1],
  ]);
  expect(seen.cleanups.at(-1)).toMatchObject({ bytes: one.result?.bytes, paid: 60 * PRICE });
  const kinds = seen.cleanups.map(({ kind }) => kind);
  expect(await client.care.clean({ surveyId: seen.surveyId, kinds })).toMatchObject({ files: 6, kept: 0 });

  expect([one.source, output].map((file) => readFileSync(file).toString('base64'))).toEqual(outside);
  expect([one, other].map(({ generationId }) => hasFiles(stage, generationId))).toEqual([false, true]);
  expect(readdirSync(listening)).toEqual([`${contentHash(other.jobId)}.opus`]);
  expect(store.ledger.ofGeneration(one.generationId)).toEqual(ledger);
  const { entries } = await client.history.search({});
  expect(entries.find(({ jobId }) => jobId === one.jobId)).toMatchObject({ cost: 60 * PRICE, state: 'done' });
});

test('a result that another recording took from history stays, until both go', { tags: 'long' }, async () => {
  const stage = await openStage();
  const { client } = stage.desk;
  const paid = await restore(stage, 'one.wav');
  const reused = await restore(stage, 'one.wav');
  expect(reused.result?.path).toBe(paid.result?.path);
  for (const { jobId } of [paid, reused]) {
    const { cleanups } = await client.care.filesOf({ jobIds: [jobId] });
    expect(cleanups.map(({ kind }) => kind)).not.toContain('delivered');
    expect(cleanups.map(({ kind }) => kind)).not.toContain('listening');
  }
  const { cleanups } = await client.care.filesOf({ jobIds: [paid.jobId, reused.jobId] });
  expect(cleanups.find(({ kind }) => kind === 'delivered')).toMatchObject({ files: 1 });
});

test('a recording that is still at work has no files to remove', async () => {
  const stage = await openStage();
  const { client } = stage.desk;
  const source = path.join(stage.folder, 'waits.wav');
  writeTone(source, { seconds: 1 });
  const preset = presetFor(['service-2'], path.join(stage.folder, 'out'));
  const { jobIds } = await client.queue.add({ paths: [source], preset, start: false });
  expect(await client.care.filesOf({ jobIds })).toMatchObject({ jobIds: [], cleanups: [] });
});
