import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createMediaHandler } from '../../../../electron/hosts/common/media/media-handler.ts';
import {
  fileAddress,
  pcmAddress,
  peaksAddress,
  tileAddress,
  uploadAddress,
} from '../../../../shared/contract/page/media-addresses.ts';
import { differenceId } from '../../../../shared/domain/listening/difference.ts';
import { decodePeaks } from '../../../../shared/engine-api/peaks-format.ts';
import { ffmpeg } from '../../../fixtures/audio/media.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';

const isDone = (job: { state: { kind: string } }) => job.state.kind === 'done';
const get = (address: string) => new Request(`http://desk${address}`);

type TestDesk = ReturnType<typeof openTestDesk>['desk'];
const mediaOf = ({ locateTake, pcm, tile, receiveUpload }: TestDesk) =>
  createMediaHandler({ locateTake: locateTake, pcm, tile, receiveUpload });

test('a recording is restored with both models, and both original and results can be played', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  writeTone(path.join(folder, 'take.wav'), { seconds: 3, sampleRate: 44_100 });
  const { client, desk } = openTestDesk(path.join(folder, 'data'));
  const preset = presetFor(['service-2', 'service-3.5'], path.join(folder, 'out'));
  const { jobIds } = await client.queue.add({ paths: [path.join(folder, 'take.wav')], preset, start: true });
  const jobId = jobIds[0] ?? '';
  await waitForJob(client, jobId, isDone);
  expect(readdirSync(path.join(folder, 'out')).sort()).toEqual(['take (service-2).wav', 'take (service-3.5).wav']);

  const { takes } = await client.listening.takes({ jobId });
  expect(takes.map(({ label, frames, sampleRate, playable }) => [label, frames, sampleRate, playable])).toEqual([
    ['Original', 132_300, 44_100, true],
    ['Service 2.0', 132_300, 44_100, true],
    ['Service 3.5', 132_300, 44_100, true],
  ]);
  expect(takes.map(({ measures }) => measures)).toEqual(
    takes.map(() => expect.objectContaining({ clippedSamples: 0 })),
  );
  expect(Math.abs((takes[0]?.measures?.loudness ?? 0) + 15)).toBeLessThan(8);
  const media = mediaOf(desk);
  for (const take of takes) {
    const peaks = decodePeaks(new Uint8Array(await (await media(get(peaksAddress(take.id)))).arrayBuffer()));
    expect([peaks.frames, peaks.sampleRate]).toEqual([132_300, 44_100]);
    const samples = new Float32Array(await (await media(get(pcmAddress(take.id, 48_000, 4800, 48_000)))).arrayBuffer());
    expect(samples).toHaveLength(9600);
    expect(Math.max(...samples)).toBeGreaterThan(0.01);
    const window = { fromFrame: 0, frames: 44_100, sampleRate: 44_100 };
    const tile = await media(get(tileAddress(take.id, window, { columns: 50, rows: 20, scale: 'mel' })));
    const levels = new Uint8Array(await tile.arrayBuffer());
    expect(levels).toHaveLength(1000);
    expect(Math.max(...levels)).toBeGreaterThan(100);
    const file = await media(get(fileAddress(take.id)));
    expect(file.headers.get('content-disposition')).toContain(take.kind === 'original' ? 'take.wav' : take.model);
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(132_300);
  }
  expect(await media(get(peaksAddress('original:unknown')))).toMatchObject({ status: 404 });
  const heard = async (take: string) =>
    new Float32Array(await (await media(get(pcmAddress(take, 44_100, 1000, 44_100)))).arrayBuffer());
  const [original, result] = await Promise.all(takes.slice(0, 2).map(({ id }) => heard(id)));
  const difference = await heard(differenceId({ original: takes[0]?.id ?? '', take: takes[1]?.id ?? '' }));
  expect(difference).toEqual(original?.map((value, i) => value - (result?.[i] as number)));
  expect(Math.max(...difference)).toBeGreaterThan(0);
});

test('a finished job is given the other model: one project, one upload, the first result untouched', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  writeTone(path.join(folder, 'take.wav'), { seconds: 2 });
  const { client, dataDirectory } = openTestDesk(path.join(folder, 'data'));
  const { jobIds } = await client.queue.add({
    paths: [path.join(folder, 'take.wav')],
    preset: presetFor(['service-2'], path.join(folder, 'out')),
    start: true,
  });
  const jobId = jobIds[0] ?? '';
  const first = await waitForJob(client, jobId, isDone);
  await expect(client.queue.addModel({ jobId, model: 'service-2' })).rejects.toMatchObject({
    data: { code: 'notPossibleNow' },
  });
  await client.queue.addModel({ jobId, model: 'service-3.5' });
  const second = await waitForJob(client, jobId, (job) => isDone(job) && job.generations.length === 2);
  expect(second.generations[0]).toEqual(first.generations[0]);
  expect(readdirSync(path.join(folder, 'out')).sort()).toEqual(['take (service-2).wav', 'take (service-3.5).wav']);
  const service = new Database(path.join(dataDirectory, 'service/service.sqlite'), { readonly: true });
  expect(service.prepare('select count(*) as count from projects').get()).toEqual({ count: 1 });
  expect(service.prepare('select count(*) as count from generations').get()).toEqual({ count: 2 });
  service.close();
});

test('outputs never replace what is there, and mirror the folders that were added', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const input = path.join(folder, 'season');
  mkdirSync(path.join(input, 'day 1'), { recursive: true });
  mkdirSync(path.join(folder, 'out/day 1'), { recursive: true });
  writeTone(path.join(input, 'intro.wav'), { seconds: 1 });
  writeTone(path.join(input, 'day 1/guest.wav'), { seconds: 1, frequency: 300 });
  writeFileSync(path.join(folder, 'out/intro (service-2).wav'), 'somebody else’s');
  const { client } = openTestDesk(path.join(folder, 'data'));
  const { jobIds } = await client.queue.add({
    paths: [input, path.join(input, 'intro.wav')],
    preset: presetFor(['service-2'], path.join(folder, 'out')),
    start: true,
  });
  expect(jobIds).toHaveLength(2);
  for (const id of jobIds) await waitForJob(client, id, isDone);
  expect(readdirSync(path.join(folder, 'out')).sort()).toEqual([
    'day 1',
    'intro (service-2) (2).wav',
    'intro (service-2).wav',
  ]);
  expect(readdirSync(path.join(folder, 'out/day 1'))).toEqual(['guest (service-2).wav']);
  expect(statSync(path.join(folder, 'out/intro (service-2).wav')).size).toBe('somebody else’s'.length + 2);
});

test('nothing is sent before Start: the row has its length and the quote its figures', async () => {
  const folder = temporaryFolder();
  writeTone(path.join(folder, 'short.wav'), { seconds: 5 });
  const { client, dataDirectory, store } = openTestDesk(path.join(folder, 'data'));
  const { jobIds } = await client.queue.add({ paths: [path.join(folder, 'short.wav')], start: false });
  const job = await waitForJob(client, jobIds[0] ?? '', ({ durationSeconds }) => durationSeconds !== null);
  expect(job).toMatchObject({ started: false, state: { kind: 'queued' }, durationSeconds: 5, generations: [] });
  await client.system.setPreset(presetFor(['service-2', 'service-3.5'], folder));
  expect(await client.queue.quote({})).toEqual({
    recordings: 1,
    generations: 2,
    durationSeconds: 5,
    billableSeconds: 120,
    secondsAddedByMinimum: 110,
    amount: 0,
    amountAddedByMinimum: 0,
    reusable: 0,
    twins: 0,
    reused: [],
    unmeasured: 0,
    unmeasuredMayCost: false,
    savedByHistory: 0,
    alternatives: { 'service-2': 0, 'service-3.5': 0 },
    connections: [
      {
        connectionId: 'built-in',
        name: 'This computer',
        isBuiltIn: true,
        recordings: 1,
        amount: 0,
        cap: null,
        threshold: null,
      },
    ],
    // The first guess for this computer, both models side by side.
    outputProblem: null,
    secondsTaken: { least: 0, most: 2 },
  });
  expect(existsSync(path.join(dataDirectory, 'service'))).toBe(false);
  expect(store.jobs.get(job.id).admittedAt).toBeNull();
  // Dropped twice is not paid twice.
  const again = await client.queue.add({ paths: [path.join(folder, 'short.wav')], start: true });
  expect(again).toMatchObject({ jobIds: [], skipped: [{ reason: expect.stringContaining('already in the queue') }] });
});

test('what holds nothing to restore is named before Start, and not added again while it stays as it is', async () => {
  const folder = temporaryFolder();
  writeTone(path.join(folder, 'take.wav'), { seconds: 1 });
  writeTone(path.join(folder, 'blip.wav'), { seconds: 0.05 });
  ffmpeg('-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=mono', '-t', '2', path.join(folder, 'silent.wav'));
  writeFileSync(path.join(folder, 'broken.wav'), 'not audio');
  const { client } = openTestDesk(temporaryFolder());
  const { jobIds } = await client.queue.add({ paths: [folder], start: false });
  const codes = async () => {
    const jobs = await Promise.all(jobIds.map(async (jobId) => (await client.listening.takes({ jobId })).job));
    return jobs.map(({ state }) => (state.kind === 'failed' ? state.error.code : state.kind)).sort();
  };
  await expect
    .poll(codes, { timeout: 15_000 })
    .toEqual(['mediaNotRecognized', 'mediaSilent', 'mediaTooShort', 'queued']);
  const again = await client.queue.add({ paths: [folder], start: false });
  expect(again.jobIds).toEqual([]);
  expect(again.skipped.map(({ kind, path: file }) => [path.basename(file), kind]).sort()).toEqual([
    ['blip.wav', 'failed-here'],
    ['broken.wav', 'failed-here'],
    ['silent.wav', 'failed-here'],
    ['take.wav', 'in-queue'],
  ]);
  // A file that was exported anew is another one.
  writeTone(path.join(folder, 'silent.wav'), { seconds: 1, frequency: 300 });
  expect((await client.queue.add({ paths: [folder], start: false })).jobIds).toHaveLength(1);
});

test('recordings without a path become managed copies, keep their folder, and stay in the library', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  writeTone(path.join(folder, 'take.wav'), { seconds: 1 });
  const body = new Uint8Array(readFileSync(path.join(folder, 'take.wav')));
  const { client, desk, dataDirectory } = openTestDesk(path.join(folder, 'data'));
  const media = mediaOf(desk);
  const library = path.join(dataDirectory, 'library/managed');
  const copies: string[] = [];
  for (const name of ['../../My take.wav', 'Season 1/guest.wav']) {
    const answer = await media(new Request(`http://desk${uploadAddress(name)}`, { method: 'POST', body }));
    copies.push(((await answer.json()) as { path: string }).path);
  }
  expect(path.relative(library, copies[0] ?? '')).toMatch(/^[^/]+\/My take\.wav$/);
  expect(path.relative(library, copies[1] ?? '')).toMatch(/^[^/]+\/Season 1\/guest\.wav$/);
  // Dropped once more it is the same copy, and nothing is queued twice.
  const again = await media(new Request(`http://desk${uploadAddress('Season 1/guest.wav')}`, { method: 'POST', body }));
  expect(await again.json()).toEqual({ path: copies[1] });
  const { jobIds } = await client.queue.add({ paths: copies, start: true });
  const twice = await client.queue.add({ paths: [copies[1] ?? ''], start: true });
  expect(twice).toMatchObject({ jobIds: [], skipped: [{ reason: expect.stringContaining('already in the queue') }] });
  const jobs = await Promise.all(jobIds.map((id) => waitForJob(client, id, isDone)));
  expect(jobs.map((job) => [job.folder, job.name, job.generations[0]?.exportedPath])).toEqual([
    ['', 'My take.wav', null],
    ['Season 1', 'guest.wav', null],
  ]);
  expect(readdirSync(path.dirname(copies[0] ?? ''))).toEqual(['My take.wav']);
});

test('jobs are paused, resumed, cancelled and removed', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  for (const name of ['a', 'b', 'c'])
    writeTone(path.join(folder, `${name}.wav`), { seconds: 4, frequency: 200 + name.charCodeAt(0) });
  const { client } = openTestDesk(path.join(folder, 'data'), { concurrency: 1 });
  await client.queue.pauseAll();
  const { jobIds } = await client.queue.add({
    paths: ['a', 'b', 'c'].map((name) => path.join(folder, `${name}.wav`)),
    preset: presetFor(['service-2'], path.join(folder, 'out')),
    start: true,
  });
  const [a = '', b = '', c = ''] = jobIds;
  expect(await client.queue.pause({ jobIds: [b] })).toEqual({ changed: 1 });
  expect(await client.queue.cancel({ jobIds: [c] })).toEqual({ changed: 1 });
  await client.queue.resumeAll();
  await waitForJob(client, a, isDone);
  expect((await waitForJob(client, b, () => true)).state).toEqual({ kind: 'paused', from: 'queued' });
  expect(await client.queue.remove({ jobIds: [a, b, c] })).toEqual({ changed: 2 });
  await client.queue.resume({ jobIds: [b] });
  await waitForJob(client, b, isDone);
  expect((await client.queue.list({ offset: 0, limit: 10 })).jobs.map((job) => job.name)).toEqual(['b.wav']);
  const history = await client.history.search({ filter: { search: 'a.wav' } });
  expect(history.entries.map((entry) => [entry.name, entry.state])).toEqual([['a.wav', 'done']]);
});

test('a truncated recording is restored as far as it goes when the person agrees', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const cut = path.join(folder, 'cut.mp3');
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=f=300:d=20', cut]);
  truncateSync(cut, 60_000);
  const { client } = openTestDesk(path.join(folder, 'data'));
  const { jobIds } = await client.queue.add({
    paths: [cut],
    preset: presetFor(['service-2'], path.join(folder, 'out')),
    start: true,
  });
  const jobId = jobIds[0] ?? '';
  const failed = await waitForJob(client, jobId, ({ state }) => state.kind === 'failed');
  expect(failed.state).toMatchObject({ error: { code: 'mediaTruncated' } });
  const quote = await client.queue.quoteRepair({ jobIds: [jobId] });
  const [sound, missing] = quote.found[0]?.spans ?? [];
  expect([sound?.kind, missing?.kind, quote.recordings]).toEqual(['sound', 'missing', 1]);
  expect(missing?.to).toBeCloseTo(20, 0);
  expect(failed.durationSeconds).toBe(sound?.to);
  expect(await client.queue.repair({ jobIds: [jobId] })).toEqual({ changed: 1 });
  const done = await waitForJob(client, jobId, ({ state }) => state.kind === 'done' || state.kind === 'failed');
  expect(done.state.kind).toBe('done');
  expect(done.durationSeconds).toBeLessThan(10);
});
