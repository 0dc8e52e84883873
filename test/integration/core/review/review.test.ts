import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openStoreForReading } from '../../../../electron/core/store/open-store.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import { speech, writeWav } from '../../../fixtures/audio/media.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { testSettings } from '../../../harness/desk/desk-ports.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import {
  giveBack,
  isDone,
  ledgerOf,
  openStage,
  PRICE,
  type Stage,
  scriptedService,
} from '../../../harness/desk/scripted-stage.ts';
import type { WorkerOptions } from '../../../harness/kills/exports/worker.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';

const RATE = 48_000;
const isInReview = ({ state }: JobView) => state.kind === 'in-review';

/** A recording of speech in place of the stage's tone, and a result that lacks a second of it from 0:02 on. */
function writeSpeech(folder: string): { readonly recording: string; readonly bad: string } {
  const spoken = speech(folder, 6, RATE).map((value) => 0.5 * value);
  const recording = path.join(folder, 'take.wav');
  const bad = path.join(folder, 'bad.wav');
  writeWav(recording, [spoken], RATE);
  writeWav(bad, [spoken.fill(0, 2 * RATE, 3 * RATE)], RATE);
  return { recording, bad };
}

async function heldJob(): Promise<{ readonly stage: Stage; readonly jobId: string; readonly out: string }> {
  const stage = await openStage();
  await giveBack(stage, writeSpeech(stage.folder).bad);
  return { stage, jobId: await stage.begin(), out: path.join(stage.folder, 'out') };
}

const outputsIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

test('a result without all the speech is held back; accepted, it is delivered as it is and never held again', async () => {
  const { stage, jobId, out } = await heldJob();
  const { client } = stage.desk;
  const held = await waitForJob(client, jobId, isInReview);
  expect(held.state).toMatchObject({
    held: [{ findings: [{ kind: 'lost-speech', at: expect.closeTo(2, 0), seconds: expect.closeTo(1, 0) }] }],
  });
  expect(held).toMatchObject({ redoAmount: 60 * PRICE, generations: [{ state: 'stored', exportedPath: null }] });
  expect(outputsIn(out)).toEqual([]);
  // It is there to listen to, and stays in the queue.
  const { takes } = await client.listening.takes({ jobId });
  expect(takes.map(({ kind }) => kind)).toEqual(['original', 'result']);
  expect(await client.queue.clearFinished()).toEqual({ jobIds: [] });
  expect((await client.queue.list({ offset: 0, limit: 10 })).totals).toMatchObject({ inReview: 1, done: 0, failed: 0 });

  expect(await client.queue.accept({ jobIds: [jobId] })).toEqual({ changed: 1 });
  await waitForJob(client, jobId, isDone);
  const output = path.join(out, 'take (service-2).wav');
  expect(readFileSync(output)).toEqual(readFileSync(path.join(stage.folder, 'bad.wav')));
  expect(stage.desk.store.events.ofJob(jobId).filter(({ event }) => event === 'accept')).toHaveLength(2);
  expect(await client.queue.accept({ jobIds: [jobId] })).toEqual({ changed: 0 });
});

test('redone for what it cost when it was shown, once; a price that has risen is refused', async () => {
  const { stage, jobId, out } = await heldJob();
  const { client } = stage.desk;
  await waitForJob(client, jobId, isInReview);
  await expect(client.queue.redo({ jobId, maxCost: 60 * PRICE - 1 })).rejects.toMatchObject({
    data: { code: 'costsMoreThanQuoted' },
  });
  expect(stage.service.generations).toHaveLength(1);
  await giveBack(stage, path.join(stage.folder, 'take.wav'));
  const again = await client.queue.redo({ jobId, maxCost: 60 * PRICE });
  await waitForJob(client, again.jobId, isDone);
  expect(readdirSync(out)).toEqual(['take (service-2).wav']);
  expect(readFileSync(path.join(out, 'take (service-2).wav'))).toEqual(
    readFileSync(path.join(stage.folder, 'take.wav')),
  );
  expect(stage.service.generations).toHaveLength(2);
  expect(ledgerOf(stage, again.jobId)).toContainEqual(['charge', 60 * PRICE]);
  const { jobs } = await client.queue.list({ offset: 0, limit: 10 });
  expect(jobs.map(({ id }) => id)).toEqual([again.jobId]);
  await expect(client.queue.redo({ jobId, maxCost: 60 * PRICE })).rejects.toMatchObject({
    data: { code: 'notPossibleNow' },
  });
});

test('what is held back can be sent to another service; it stays in review, and what comes from there is checked, too', async () => {
  const { stage, jobId, out } = await heldJob();
  const { client } = stage.desk;
  await waitForJob(client, jobId, isInReview);
  const service = await scriptedService();
  const { id: connectionId } = await client.connections.add({
    ...{ name: 'Studio', baseUrl: service.baseUrl, headerStyle: 'bearer', key: SCRIPTED_KEY },
    prices: { 'service-2': PRICE, 'service-3.5': PRICE },
  });
  await giveBack({ service }, path.join(stage.folder, 'take.wav'));
  expect(await client.queue.quoteSending({ jobIds: [jobId], connectionId })).toMatchObject({ recordings: 1 });
  const { jobIds } = await client.queue.send({ jobIds: [jobId], connectionId });
  await waitForJob(client, jobIds[0] ?? '', isDone);
  expect(readdirSync(out)).toEqual(['take (service-2).wav']);
  expect((await client.queue.list({ offset: 0, limit: 10 })).totals).toMatchObject({ inReview: 1, done: 1 });
});

test('whoever wants no check gets every result', async () => {
  const stage = await openStage();
  await giveBack(stage, writeSpeech(stage.folder).bad);
  await stage.desk.client.system.setPreferences({ checksResults: false });
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  expect(readdirSync(path.join(stage.folder, 'out'))).toEqual(['take (service-2).wav']);
});

test('a result that is a few milliseconds late is brought into place instead of being held back', async () => {
  const stage = await openStage();
  const spoken = speech(stage.folder, 4, RATE).map((value) => 0.5 * value);
  const late = new Float32Array(spoken.length);
  late.set(spoken.subarray(0, spoken.length - 1105), 1105);
  writeWav(path.join(stage.folder, 'take.wav'), [spoken], RATE);
  writeWav(path.join(stage.folder, 'late.wav'), [late], RATE);
  await giveBack(stage, path.join(stage.folder, 'late.wav'));
  const job = await waitForJob(stage.desk.client, await stage.begin(), isDone);
  expect(job.generations[0]?.exportFigures).toMatchObject({ lag: 1105 });
  // Save and a drag have that file, too.
  const { desk } = stage.desk;
  const take = `result:${job.generations[0]?.id}`;
  const output = job.generations[0]?.exportedPath;
  expect([desk.fileOfResult(take), (await desk.savedFile(take)).filePath]).toEqual([output, output]);
});

test('killed between check and delivery, nothing that is held back reaches the output folder', async () => {
  const service = await scriptedService();
  const folder = temporaryFolder();
  const out = path.join(folder, 'out');
  const { bad, recording } = writeSpeech(folder);
  await giveBack({ service }, bad);
  const options: WorkerOptions = {
    settings: testSettings(path.join(folder, 'data'), { concurrency: 1 }),
    baseUrl: service.baseUrl,
    key: SCRIPTED_KEY,
    recording,
    preset: { ...presetFor(['service-2'], out), loudness: -18 },
    diesAt: 'export:checked',
  };
  for (const made of [options.settings.dataDirectory, out]) mkdirSync(made);
  expect(await live(options)).toBe('SIGKILL');
  expect(readdirSync(out)).toEqual([]);
  expect(await live({ ...options, diesAt: null })).toBe(0);
  expect(readdirSync(out)).toEqual([]);
  const store = openStoreForReading(path.join(options.settings.dataDirectory, 'cleartake.sqlite'));
  expect(store.jobs.page(0, 10).map(({ stateKind }) => stateKind)).toEqual(['in-review']);
  store.close();
  expect(service.generations).toHaveLength(1);
  // It waits for the person over a restart, too.
  const desk = openTestDesk(options.settings.dataDirectory);
  const { totals } = await desk.client.queue.list({ offset: 0, limit: 10 });
  expect(totals).toMatchObject({ inReview: 1, active: 0, waiting: 0 });
});

async function live(options: WorkerOptions): Promise<number | string | null> {
  const worker = path.resolve(import.meta.dirname, '../../../harness/kills/exports/worker.ts');
  const child = spawn(process.execPath, ['--no-warnings', worker, JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}
