import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Checkpoint } from '../../../../electron/core/checkpoints.ts';
import { openStoreForReading } from '../../../../electron/core/store/open-store.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import { LOUDEST_TARGET } from '../../../../shared/domain/export/settings.ts';
import { writePeaks, writeSpeech } from '../../../fixtures/audio/held-back.ts';
import { speech } from '../../../fixtures/audio/media.ts';
import { piano, writeWav } from '../../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { testSettings } from '../../../harness/desk/desk-ports.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { saveAs } from '../../../harness/desk/save-as.ts';
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

async function heldJob(): Promise<{ readonly stage: Stage; readonly jobId: string; readonly out: string }> {
  const stage = await openStage();
  await giveBack(stage, writeSpeech(stage.folder).bad);
  return { stage, jobId: await stage.begin(), out: path.join(stage.folder, 'out') };
}

const outputsIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

test('a result without all the speech is held back; accepted, it is delivered as it is and never held again', {
  tags: 'long',
}, async () => {
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
  expect(takes.map(({ measures }) => measures?.lostSpeech)).toEqual([undefined, expect.closeTo(0.2, 1)]);
  expect(await client.queue.clearFinished()).toEqual({ jobIds: [] });
  expect((await client.queue.list({ offset: 0, limit: 10 })).totals).toMatchObject({ inReview: 1, done: 0, failed: 0 });

  expect(await client.queue.accept({ jobIds: [jobId] })).toEqual({ changed: 1 });
  await waitForJob(client, jobId, isDone);
  const output = path.join(out, 'take (service-2).wav');
  expect(readFileSync(output)).toEqual(readFileSync(path.join(stage.folder, 'bad.wav')));
  expect(stage.desk.store.events.ofJob(jobId).filter(({ event }) => event === 'accept')).toHaveLength(2);
  expect(await client.queue.accept({ jobIds: [jobId] })).toEqual({ changed: 0 });
});

test('of music that a result leaves as it was, the row says so; nothing is held back for it', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  const take = path.join(stage.folder, 'take.wav');
  writeWav(take, [piano(8 * RATE, RATE)], RATE);
  await giveBack(stage, take);
  const done = await waitForJob(stage.desk.client, await stage.begin(), isDone);
  expect(done.remarks).toEqual([{ kind: 'music', seconds: expect.closeTo(7, 0) }]);
});

test('sent to another service, or redone for what it cost when it was shown, once; a price that has risen is refused', {
  tags: 'long',
}, async () => {
  const { stage, jobId, out } = await heldJob();
  const { client } = stage.desk;
  await waitForJob(client, jobId, isInReview);
  const good = path.join(stage.folder, 'take.wav');
  const service = await scriptedService();
  const { id: connectionId } = await client.connections.add({
    ...{ name: 'Studio', baseUrl: service.baseUrl, headerStyle: 'bearer', key: SCRIPTED_KEY },
    prices: { 'service-2': PRICE, 'service-3.5': PRICE },
  });
  await giveBack({ service }, good);
  expect(await client.queue.quoteSending({ jobIds: [jobId], connectionId })).toMatchObject({ recordings: 1 });
  const { jobIds } = await client.queue.send({ jobIds: [jobId], connectionId });
  await waitForJob(client, jobIds[0] ?? '', isDone);
  const { takes } = await client.listening.takes({ jobId: jobIds[0] ?? '' });
  expect(takes[1]?.measures?.lostSpeech).toBe(0);
  // What was held back stays in review.
  expect(readdirSync(out)).toEqual(['take (service-2).wav']);
  expect((await client.queue.list({ offset: 0, limit: 10 })).totals).toMatchObject({ inReview: 1, done: 1 });
  rmSync(out, { recursive: true });

  await expect(client.queue.redo({ jobId, maxCost: 60 * PRICE - 1 })).rejects.toMatchObject({
    data: { code: 'costsMoreThanQuoted' },
  });
  expect(stage.service.generations).toHaveLength(1);
  await giveBack(stage, good);
  const again = await client.queue.redo({ jobId, maxCost: 60 * PRICE });
  await waitForJob(client, again.jobId, isDone);
  expect(readdirSync(out)).toEqual(['take (service-2).wav']);
  expect(readFileSync(path.join(out, 'take (service-2).wav'))).toEqual(readFileSync(good));
  expect(stage.service.generations).toHaveLength(2);
  expect(ledgerOf(stage, again.jobId)).toContainEqual(['charge', 60 * PRICE]);
  const { jobs } = await client.queue.list({ offset: 0, limit: 10 });
  expect(jobs.map(({ id }) => id).toSorted()).toEqual([again.jobId, ...jobIds].toSorted());
  await expect(client.queue.redo({ jobId, maxCost: 60 * PRICE })).rejects.toMatchObject({
    data: { code: 'notPossibleNow' },
  });
});

test('whoever wants no check gets every result; a result that is a few milliseconds late is brought into place, not held back', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  const { client } = stage.desk;
  await giveBack(stage, writeSpeech(stage.folder).bad);
  await client.system.setPreferences({ checksResults: false });
  await waitForJob(client, await stage.begin(), isDone);
  const out = path.join(stage.folder, 'out');
  expect(readdirSync(out)).toEqual(['take (service-2).wav']);

  await client.system.setPreferences({ checksResults: true });
  const spoken = speech(stage.folder, 4, RATE).map((value) => 0.5 * value);
  const late = new Float32Array(spoken.length);
  late.set(spoken.subarray(0, spoken.length - 1105), 1105);
  const at = (name: string) => path.join(stage.folder, name);
  writeWav(at('next.wav'), [spoken], RATE);
  writeWav(at('late.wav'), [late], RATE);
  await giveBack(stage, at('late.wav'));
  const { connectionId } = stage;
  const preset = presetFor(['service-2'], out);
  const { jobIds } = await client.queue.add({ paths: [at('next.wav')], preset, start: true, connectionId });
  const job = await waitForJob(client, jobIds[0] ?? '', isDone);
  expect(job.generations[0]?.exportFigures).toMatchObject({ lag: 1105 });
  // Save and a drag have that file, too.
  const { desk } = stage.desk;
  const take = `result:${job.generations[0]?.id}`;
  const output = job.generations[0]?.exportedPath;
  expect([desk.fileOfResult(take), (await desk.savedFile(take)).filePath]).toEqual([output, output]);
});

test('a result that only the library has is compared when it is exported, and can be saved by whoever has heard it', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  const { client, desk } = stage.desk;
  await giveBack(stage, writeSpeech(stage.folder).bad);
  const { jobIds } = await client.queue.add({
    paths: [path.join(stage.folder, 'take.wav')],
    preset: { ...presetFor(['service-2'], stage.folder), output: { kind: 'library' } },
    start: true,
    connectionId: stage.connectionId,
  });
  const job = await waitForJob(client, jobIds[0] ?? '', isDone);
  const out = path.join(stage.folder, 'later');
  mkdirSync(out);
  const exporting = async () =>
    (await saveAs(client, { jobIds, changes: { output: { kind: 'folder', path: out } } })).outputs;
  expect(await exporting()).toMatchObject([
    { path: null, problem: expect.stringMatching(/differs from its recording at 0:0[12], so it was not exported/) },
  ]);
  expect(outputsIn(out)).toEqual([]);
  const saved = await desk.savedFile(`result:${job.generations[0]?.id}`);
  expect(readFileSync(saved.filePath)).toEqual(readFileSync(path.join(stage.folder, 'bad.wav')));
  await client.system.setPreferences({ checksResults: false });
  expect(await exporting()).toMatchObject([{ path: expect.stringContaining(out), problem: null }]);
});

const KILLS: readonly (readonly [
  diesAt: Checkpoint,
  write: (folder: string) => string,
  result: string,
  finding: string,
])[] = [
  ['export:checked', (folder) => writeSpeech(folder).recording, 'bad.wav', 'lost-speech'],
  ['export:render-recorded', writePeaks, 'take.wav', 'loudness'],
];

test.each(KILLS)(
  'killed at %s, nothing that is held back reaches the output folder, or stays there as a part',
  { tags: 'long' },
  async (diesAt, write, result, finding) => {
    const service = await scriptedService();
    const folder = temporaryFolder();
    const out = path.join(folder, 'out');
    const recording = write(folder);
    await giveBack({ service }, path.join(folder, result));
    const options: WorkerOptions = {
      settings: testSettings(path.join(folder, 'data'), { concurrency: 1 }),
      baseUrl: service.baseUrl,
      key: SCRIPTED_KEY,
      recording,
      preset: { ...presetFor(['service-2'], out), loudness: LOUDEST_TARGET },
      diesAt,
    };
    for (const made of [options.settings.dataDirectory, out]) mkdirSync(made);
    expect(await live(options)).toBe('SIGKILL');
    expect(await live({ ...options, diesAt: null })).toBe(0);
    expect(readdirSync(out)).toEqual([]);
    // It waits for the person over a restart, too.
    const store = openStoreForReading(path.join(options.settings.dataDirectory, 'cleartake.sqlite'));
    const held = store.jobs.page(0, 10).map(({ state }) => state);
    store.close();
    expect(held).toMatchObject([{ kind: 'in-review', held: [{ findings: [{ kind: finding }] }] }]);
    expect(service.generations).toHaveLength(1);
  },
);

async function live(options: WorkerOptions): Promise<number | string | null> {
  const worker = path.resolve(import.meta.dirname, '../../../harness/kills/exports/worker.ts');
  const child = spawn(process.execPath, ['--no-warnings', worker, JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}
