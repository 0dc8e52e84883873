import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Checkpoint } from '../../../electron/core/checkpoints.ts';
import { openStoreForReading } from '../../../electron/core/store/open-store.ts';
import { nodeFiles } from '../../../electron/platform/files/files.ts';
import { hashFile } from '../../../electron/platform/files/hashing.ts';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import { decode, ffmpeg } from '../../fixtures/audio/media.ts';
import { packetHash, tagged, toldOf } from '../../fixtures/audio/tagged.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { testSettings } from '../../harness/desk/desk-ports.ts';
import { presetFor, waitForJob } from '../../harness/desk/open-test-desk.ts';
import { giveBack, isDone, openStage, type Stage, scriptedService } from '../../harness/desk/scripted-stage.ts';
import type { WorkerOptions } from '../../harness/kills/exports/worker.ts';
import { SCRIPTED_KEY } from '../../harness/remote/scripted-service.ts';
import { someOf } from '../depth.ts';

/** Adds a recording, by default the stage's own, with a preset that goes beyond the usual one. */
async function add(
  { desk, folder, service }: Stage,
  preset: Partial<BatchPreset>,
  recording = path.join(folder, 'take.wav'),
) {
  const { connections } = await desk.client.connections.list();
  const connectionId = connections.find((one) => one.baseUrl === service.baseUrl)?.id ?? '';
  const whole = { ...presetFor(['service-2'], path.join(folder, 'out')), ...preset };
  const { jobIds } = await desk.client.queue.add({ paths: [recording], preset: whole, start: true, connectionId });
  return jobIds[0] ?? '';
}

function resultOf({ desk }: Stage, jobId: string) {
  const [generation] = desk.store.generations.ofJob(jobId);
  return desk.store.results.get(generation?.id ?? '');
}

test('the output has the chosen strength, loudness and format, and its measurements are recorded', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  const jobId = await add(stage, { strength: 0.5, loudness: -20, format: 'flac' });
  const job = await waitForJob(stage.desk.client, jobId, isDone);
  const out = path.join(stage.folder, 'out');
  expect(readdirSync(out)).toEqual(['take (service-2).flac']);
  const output = path.join(out, 'take (service-2).flac');
  expect(job.generations[0]).toMatchObject({
    exportedPath: output,
    exportFigures: { gain: expect.any(Number), limited: false, after: { loudness: expect.closeTo(-20, 1) } },
  });
  const result = resultOf(stage, jobId);
  expect(result).toMatchObject({ extension: 'wav', exportHash: await hashFile(output) });
  expect(result?.exportMade).toMatchObject({
    extension: 'flac',
    settings: { strength: 0.5, loudness: -20, format: 'flac' },
  });
  expect(decode(output, { channels: 1 }).frames).toBe(result?.frames);
});

test('an untagged recording whose result is wanted as it came is copied without an engine', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  const jobId = await add(stage, { strength: 1, loudness: null, format: 'source' });
  await waitForJob(stage.desk.client, jobId, isDone);
  const result = resultOf(stage, jobId);
  expect(result).toMatchObject({ exportHash: null, exportMade: null });
  expect(await hashFile(path.join(stage.folder, 'out/take (service-2).wav'))).toBe(result?.contentHash);
});

test('tags are carried over by default', { tags: 'long' }, async () => {
  const stage = await openStage();
  const recording = tagged(stage.folder, path.join(stage.folder, 'take.wav'), 'tagged.flac');
  const plain = path.join(stage.folder, 'plain.flac');
  ffmpeg('-i', path.join(stage.folder, 'take.wav'), plain);
  await giveBack(stage, plain);
  await waitForJob(stage.desk.client, await add(stage, {}, recording), isDone);
  const output = path.join(stage.folder, 'out/tagged (service-2).flac');
  expect(toldOf(output).tags).toMatchObject({ artist: 'Ada' });
  expect(packetHash(output, '0:a')).toBe(packetHash(plain, '0:a'));
});

test('a video stays a video, and its export is recognized as our own result', { tags: 'long' }, async () => {
  const stage = await openStage();
  const film = path.join(stage.folder, 'film.mp4');
  const pictures = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=25:duration=2'];
  ffmpeg(...pictures, '-i', path.join(stage.folder, 'take.wav'), '-c:v', 'libx264', '-c:a', 'aac', film);
  const sound = path.join(stage.folder, 'sound.m4a');
  ffmpeg('-i', film, '-vn', '-c', 'copy', sound);
  await giveBack(stage, sound);
  await waitForJob(stage.desk.client, await add(stage, {}, film), isDone);
  const output = path.join(stage.folder, 'out/film (service-2).mp4');
  expect(packetHash(output, '0:v')).toBe(packetHash(film, '0:v'));

  const moved = path.join(stage.folder, 'moved');
  mkdirSync(moved);
  copyFileSync(output, path.join(moved, 'Episode.mp4'));
  const again = await add(stage, {}, moved);
  const job = await waitForJob(stage.desk.client, again, ({ state }) => state.kind === 'failed');
  expect(job.state).toMatchObject({ error: { code: 'ownResult' } });
});

test('a missing recording is reported when its export needs it, and its result is kept', { tags: 'long' }, async () => {
  const stage = await openStage();
  const recording = path.join(stage.folder, 'take.wav');
  const kept = path.join(stage.folder, 'kept.wav');
  copyFileSync(recording, kept);
  await giveBack(stage, kept, () => rmSync(recording, { force: true }));
  const jobId = await add(stage, { strength: 0.5 });
  const failed = await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'failed');
  expect(failed.state).toMatchObject({ error: { code: 'sourceMissing' }, retryFrom: 'exporting' });
  expect(failed.generations[0]?.state).toBe('stored');
  expect(readdirSync(path.join(stage.folder, 'out'))).toEqual([]);

  // Another file of its size in its place is not mixed in either; the same content is, whenever it was written.
  const others = readFileSync(kept);
  others[others.length - 1] = 1 ^ (others.at(-1) ?? 0);
  writeFileSync(recording, others);
  await stage.desk.client.queue.retry({ jobIds: [jobId] });
  const changed = await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'failed');
  expect(changed.state).toMatchObject({ error: { code: 'sourceMissing', detail: 'changed' } });
  copyFileSync(kept, recording);
  await stage.desk.client.queue.retry({ jobIds: [jobId] });
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.generations).toHaveLength(1);
});

test('without disk space nothing is rendered', { tags: 'long' }, async () => {
  const isExport = (folder: string) => folder.endsWith('out');
  let isFull = true;
  const freeBytes = async (folder: string) => (isExport(folder) && isFull ? 1000 : await nodeFiles.freeBytes(folder));
  const stage = await openStage({ files: { ...nodeFiles, freeBytes } });
  const jobId = await add(stage, { format: 'mp3' });
  await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'waiting');
  expect(readdirSync(path.join(stage.folder, 'out'))).toEqual([]);
  isFull = false;
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(readdirSync(path.join(stage.folder, 'out'))).toEqual(['take (service-2).mp3']);
});

const POINTS: readonly Checkpoint[] = ['export:rendered', 'export:render-recorded', 'export:copied', 'export:recorded'];

test.each(someOf(POINTS, 1))(
  'killed at %s, an export is there once, whole, and nothing beside it',
  { tags: 'long' },
  async (diesAt) => {
    const service = await scriptedService();
    const folder = temporaryFolder();
    const out = path.join(folder, 'out');
    const recording = path.join(folder, 'take.opus');
    // Opus is where a file made twice from the same sound could well be two files.
    ffmpeg('-f', 'lavfi', '-i', 'sine=duration=3', '-metadata', 'title=Take', recording);
    const options: WorkerOptions = {
      settings: testSettings(path.join(folder, 'data'), { concurrency: 1 }),
      baseUrl: service.baseUrl,
      key: SCRIPTED_KEY,
      recording,
      preset: { ...presetFor(['service-2'], out), strength: 0.5, format: 'opus' },
      diesAt,
    };
    mkdirSync(options.settings.dataDirectory);
    mkdirSync(out);
    writeFileSync(path.join(out, 'take (service-2).opus'), 'not ours');
    expect(await live(options)).toBe('SIGKILL');
    expect(await live({ ...options, diesAt: null })).toBe(0);
    expect(readdirSync(out).sort()).toEqual(['take (service-2) (2).opus', 'take (service-2).opus']);
    const store = openStoreForReading(path.join(options.settings.dataDirectory, 'cleartake.sqlite'));
    const [generation] = store.generations.inState('stored');
    const result = store.results.get(generation?.id ?? '');
    store.close();
    const output = path.join(out, 'take (service-2) (2).opus');
    expect(result).toMatchObject({ exportedPath: output, exportHash: await hashFile(output) });
    expect(service.generations).toHaveLength(1);
  },
);

async function live(options: WorkerOptions): Promise<number | string | null> {
  const worker = path.resolve(import.meta.dirname, '../../harness/kills/exports/worker.ts');
  const child = spawn(process.execPath, ['--no-warnings', worker, JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}
