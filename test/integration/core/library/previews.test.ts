import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { createMediaHandler } from '../../../../electron/hosts/common/media/media-handler.ts';
import { pcmAddress, peaksAddress } from '../../../../shared/contract/page/media-addresses.ts';
import { differenceId } from '../../../../shared/domain/listening/difference.ts';
import { decodePeaks } from '../../../../shared/engine-api/peaks-format.ts';
import { decode, speech } from '../../../fixtures/audio/media.ts';
import { writeWav } from '../../../fixtures/audio/signals.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { saveAs } from '../../../harness/desk/save-as.ts';
import { giveBack, isDone, openStage } from '../../../harness/desk/scripted-stage.ts';

const LATE = 480;

async function lastOf<Event>(events: AsyncIterable<Event>): Promise<Event> {
  let last: Event | null = null;
  for await (const event of events) last = event;
  if (last === null) throw new Error('There was no event');
  return last;
}

/** One desk for all tests: each has a recording of its own. Its service is done at the first look. */
const stage = await openStage({}, {}, { whenOver: afterAll, service: { statusOf: () => 'complete' } });
const { client, desk, store } = stage.desk;
const spoken = speech(stage.folder, 3, 48_000);
let recordings = 0;

interface Restored {
  /** Of the recording. */
  readonly folder: string;
  readonly jobId: string;
  readonly takeId: string;
}

/** A finished recording whose result comes late. @param place of its outputs, below its folder; null for the library */
async function restored(place: string | null = null, content = spoken): Promise<Restored> {
  recordings += 1;
  const folder = path.join(stage.folder, String(recordings));
  mkdirSync(folder);
  // No two are the same.
  const original = content.map((value) => (0.4 - recordings / 100) * value);
  const late = new Float32Array(original.length);
  late.set(original.subarray(0, original.length - LATE), LATE);
  writeWav(path.join(folder, 'take.wav'), [original], 48_000);
  writeWav(path.join(folder, 'restored.wav'), [late], 48_000);
  await giveBack(stage, path.join(folder, 'restored.wav'));
  const paths = [path.join(folder, 'take.wav')];
  const inFolder = presetFor(['service-2'], path.join(folder, place ?? ''));
  const preset = place === null ? { ...inFolder, output: { kind: 'library' } as const } : inFolder;
  const { jobIds } = await client.queue.add({ paths, preset, start: true, connectionId: stage.connectionId });
  const jobId = jobIds[0] ?? '';
  const job = await waitForJob(client, jobId, isDone);
  return { folder, jobId, takeId: `result:${job.generations[0]?.id}` };
}

test('a preview knows the lag and the loudness that the export then finds, and answers a second time without decoding', {
  tags: 'long',
}, async () => {
  const { jobId, takeId } = await restored();
  const difference = differenceId({ original: `original:${jobId}`, take: takeId });
  expect(await client.listening.lag({ difference })).toEqual({ sampleRate: 48_000, lag: LATE });
  const preview = await client.listening.preview({ takeId, strength: 1 });
  // The result is late, so its output is rendered.
  for await (const _ of await client.listening.save({ takeId }));
  const [generation] = store.generations.ofJob(jobId);
  const result = store.results.get(generation?.id ?? '');
  expect(result?.exportMade?.figures).toMatchObject({ lag: LATE, before: preview.before });
  rmSync(result?.path ?? '');
  expect(await client.listening.preview({ takeId, strength: 1 })).toEqual(preview);
  await expect(client.listening.preview({ takeId, strength: 0.5 })).rejects.toMatchObject({
    data: { code: 'resultLost' },
  });
});

test('what an export would refuse has no preview, and says why', async () => {
  const { folder, takeId } = await restored();
  await expect(client.listening.preview({ takeId: 'result:none', strength: 1 })).rejects.toMatchObject({
    data: { code: 'notFound' },
  });
  // Mixed with another content, it would be no preview of anything.
  appendFileSync(path.join(folder, 'take.wav'), 'more');
  await expect(client.listening.preview({ takeId, strength: 0.5 })).rejects.toMatchObject({
    data: { code: 'sourceMissing' },
  });
});

const TRIED = { strength: 0.5, loudness: -20 };

async function savedWith(jobId: string, settings = TRIED): Promise<string> {
  const [made] = (await saveAs(client, { jobIds: [jobId], changes: settings })).outputs;
  return made?.path ?? '';
}

test('what was delivered can be played and drawn once it is prepared, and says how it was made', async () => {
  const { jobId, takeId } = await restored('out');
  const deliveredTo = await savedWith(jobId);
  const id = takeId.replace('result:', 'delivered:');
  const delivered = async () => (await client.listening.takes({ jobId })).takes.find((take) => take.id === id);
  const before = await delivered();
  expect(before).toMatchObject({ kind: 'delivered', label: 'Service 2.0', channels: 1, playable: false });
  expect(before?.delivery).toMatchObject({ settings: TRIED, extension: 'wav', problem: null, prepared: false });
  expect(before?.delivery?.figures.loudness).toBeCloseTo(TRIED.loudness, 0);
  await client.listening.prepare({ takeId: id });
  expect(await delivered()).toMatchObject({ playable: true, frames: before?.frames });
  const media = createMediaHandler({ ...desk, locateTake: desk.locateTake });
  const get = (address: string) => media(new Request(`http://desk${address}`));
  const peaks = await get(peaksAddress(id));
  expect(peaks.status).toBe(200);
  expect((await peaks.arrayBuffer()).byteLength).toBeGreaterThan(100);
  const [from, frames] = [40_000, 4000];
  const samples = new Float32Array(await (await get(pcmAddress(id, from, frames, 48_000))).arrayBuffer());
  const [file] = decode(deliveredTo, { channels: 1 }).channels;
  const left = samples.filter((_, index) => index % 2 === 0);
  expect(left).toEqual(file?.slice(from, from + frames));
  // A result is one thing, what was delivered of it another.
  expect(left.some((value) => Math.abs(value) > 0.01)).toBe(true);
  // Another file in its place is not what was delivered.
  appendFileSync(deliveredTo, 'more');
  expect((await delivered())?.delivery?.problem).toBe('changed');
  rmSync(deliveredTo);
  expect(await delivered()).toMatchObject({ playable: false, delivery: { problem: 'missing' } });
  await expect(client.listening.prepare({ takeId: id })).rejects.toMatchObject({ data: { code: 'sourceMissing' } });
});

test('where a take clips that an earlier version scanned is found by another scan, once, and kept', async () => {
  const loud = spoken.map((value) => Math.max(-0.5, Math.min(0.5, 4 * value)));
  const { folder, jobId } = await restored(null, loud);
  const before = (await client.listening.takes({ jobId })).takes[0];
  expect(before?.measures?.clippedPlaces?.length).toBeGreaterThan(0);
  const database = new Database(path.join(stage.desk.dataDirectory, 'cleartake.sqlite'));
  const { recordingId } = store.jobs.get(jobId);
  database
    .prepare(`update recording set measures = json_remove(measures, '$.clippedPlaces') where id = ?`)
    .run(recordingId);
  database.close();
  const clippedPlaces = async () => (await client.listening.takes({ jobId })).takes[0]?.measures?.clippedPlaces;
  expect(await clippedPlaces()).toBeUndefined();
  const takeId = `original:${jobId}`;
  const { places } = await client.listening.clipping({ takeId });
  expect(places).toEqual(before?.measures?.clippedPlaces);
  expect(await clippedPlaces()).toEqual(places);
  // What is known needs no file.
  rmSync(path.join(folder, 'take.wav'));
  expect(await clippedPlaces()).toEqual(places);
  expect(await client.listening.clipping({ takeId: 'original:none' })).toEqual({ places: [] });
});

test('results of other jobs with the same content are offered, compared and judged', async () => {
  const { folder, jobId, takeId } = await restored();
  const other = spoken.map((value) => 0.2 * value);
  writeWav(path.join(folder, 'other.wav'), [other], 48_000);
  await giveBack(stage, path.join(folder, 'other.wav'));
  const preset = { ...presetFor(['service-2'], folder), output: { kind: 'library' } as const, reuse: false };
  const paths = [path.join(folder, 'take.wav')];
  const added = await client.queue.add({ paths, preset, start: true, connectionId: stage.connectionId });
  const later = added.jobIds[0] ?? '';
  await waitForJob(client, later, isDone);
  const plain = await client.listening.takes({ jobId: later });
  expect(plain.others).toEqual([{ takeId, label: 'Service 2.0 · Scripted', at: expect.any(Number) }]);
  expect(plain.takes.map(({ kind }) => kind)).toEqual(['original', 'result']);
  const { takes } = await client.listening.takes({ jobId: later, added: [takeId, 'result:none'] });
  expect(takes.map(({ kind }) => kind)).toEqual(['original', 'result', 'earlier']);
  expect(takes[2]).toMatchObject({ id: takeId, label: 'Service 2.0 · Scripted', playable: true });
  const verdict = { jobId: later, kind: 'better', take: takes[1]?.id ?? '', over: takeId, listener: 'Ada' } as const;
  expect((await client.verdicts.give(verdict)).verdicts[0]).toMatchObject({ over: takeId, overLabel: 'Service 2.0' });
  const part = { jobId: later, take: takeId, isRemoved: false, passage: null, format: 'wav24' } as const;
  expect((await lastOf(await client.listening.part(part))).made?.fileName).toBe('take – Service 2.0 · Scripted.wav');
  // Nor is its difference that of another row's original only: both have the same content.
  const media = createMediaHandler({ ...desk, locateTake: desk.locateTake });
  const get = (address: string) => media(new Request(`http://desk${address}`));
  const difference = differenceId({ original: takes[0]?.id ?? '', take: takeId });
  expect(await client.listening.lag({ difference })).toEqual({ sampleRate: 48_000, lag: LATE });
  // The result is the original, only later: nothing is left until it ends.
  const window = await get(pcmAddress(difference, 40_000, 4000, 48_000));
  const loudest = (bytes: ArrayBuffer) => Math.max(...new Float32Array(bytes).map(Math.abs));
  expect(loudest(await window.arrayBuffer())).toBeLessThan(1e-4);
  expect(loudest(await (await get(pcmAddress(takeId, 40_000, 4000, 48_000))).arrayBuffer())).toBeGreaterThan(0.01);
  const peaks = await get(peaksAddress(difference));
  expect(peaks.status).toBe(200);
  const { levels } = decodePeaks(new Uint8Array(await peaks.arrayBuffer()));
  expect(Math.max(...(levels[0]?.pairs.subarray(0, 800) ?? [127]))).toBeLessThanOrEqual(1);
  expect((await get(peaksAddress(difference.replace(/@.*/, '@nobody')))).status).toBe(404);
  // What is no longer there can't be compared.
  const [generation] = store.generations.ofJob(jobId);
  rmSync(store.results.get(generation?.id ?? '')?.path ?? '');
  expect((await client.listening.takes({ jobId: later })).others).toEqual([]);
});
