import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openStoreForReading } from '../../../../electron/core/store/open-store.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { hashFile } from '../../../../electron/platform/files/hashing.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { decode } from '../../../fixtures/audio/media.ts';
import { codecOf } from '../../../fixtures/audio/tagged.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { testSettings } from '../../../harness/desk/desk-ports.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { saveAs } from '../../../harness/desk/save-as.ts';
import { isDone, ledgerOf, openStage, type Stage, scriptedService } from '../../../harness/desk/scripted-stage.ts';
import type { WorkerOptions } from '../../../harness/kills/exports/worker.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';

const FEED: Partial<BatchPreset> = {
  ...{ namingTemplate: '{name} clean', format: 'mp3', loudness: -20 },
  also: { format: 'flac', loudness: false },
};

const failureIn = ({ state }: JobView) => (state.kind === 'failed' ? state.error.userMessage : null);
const isFailed = (job: JobView) => failureIn(job) !== null;

async function add({ connectionId, desk, folder }: Stage, changes: Partial<BatchPreset>): Promise<string> {
  const preset = { ...presetFor(['service-2'], path.join(folder, 'out')), ...changes };
  const paths = [path.join(folder, 'take.wav')];
  const { jobIds } = await desk.client.queue.add({ paths, preset, start: true, connectionId });
  return jobIds[0] ?? '';
}

test('one restoration, paid once, makes an MP3 for the feed and a FLAC for the archive', async () => {
  const stage = await openStage({}, {}, { service: { statusOf: () => 'complete' } });
  const { client, store } = stage.desk;
  const jobId = await add(stage, FEED);
  const job = await waitForJob(client, jobId, isDone);
  const out = path.join(stage.folder, 'out');
  const [feed, archive] = [path.join(out, 'take clean.mp3'), path.join(out, 'take clean.flac')];
  expect(readdirSync(out).sort()).toEqual(['take clean.flac', 'take clean.mp3']);
  expect([feed, archive].map(codecOf)).toEqual(['mp3 64000', 'flac']);
  expect(job.generations).toMatchObject([
    {
      exportedPath: feed,
      exportFigures: { after: { loudness: expect.closeTo(-20, 0) } },
      also: { path: archive, figures: { gain: 0 } },
    },
  ]);
  expect(stage.service.generations).toHaveLength(1);
  const paid = ledgerOf(stage, jobId);
  expect(paid.map(([kind]) => kind)).toEqual(['hold', 'charge', 'release']);

  // Both are ours: neither comes in with its folder.
  expect(
    (await client.queue.add({ paths: [out], preset: presetFor(['service-2'], out), start: false })).jobIds,
  ).toEqual([]);
  expect((await client.history.details({ jobId })).files.map(({ path: file }) => file)).toEqual(
    expect.arrayContaining([feed, archive]),
  );

  // One that was removed is made again, and nothing is paid for it.
  const hash = await hashFile(archive);
  rmSync(archive);
  await client.queue.retry({ jobIds: [jobId] });
  await waitForJob(client, jobId, isDone);
  await expect.poll(() => readdirSync(out).sort()).toEqual(['take clean.flac', 'take clean.mp3']);
  expect(await hashFile(archive)).toBe(hash);

  // Save as… previews and writes both, tells them apart, and takes both back.
  const request = {
    jobIds: [jobId],
    changes: { namingTemplate: 'Ep', also: { format: 'mp3' as const, bitRate: 32, loudness: true } },
  };
  const preview = await client.outputs.preview(request);
  expect([preview.files, preview.outputs.map(({ fileName }) => fileName)]).toEqual([2, ['Ep.mp3', 'Ep (mp3 32).mp3']]);
  const saved = await saveAs(client, request);
  expect(saved.outputs.map(({ path: file, slot }) => [slot, path.basename(file ?? '')])).toEqual([
    ['main', 'Ep.mp3'],
    ['also', 'Ep (mp3 32).mp3'],
  ]);
  expect(codecOf(path.join(out, 'Ep (mp3 32).mp3'))).toBe('mp3 32000');
  expect(await client.outputs.undo({ saveId: saved.saveId, jobIds: [jobId] })).toMatchObject({ removed: 2, left: 0 });
  expect(readdirSync(out).sort()).toEqual(['take clean.flac', 'take clean.mp3']);
  const [generation] = store.generations.ofJob(jobId);
  expect(store.results.get(generation?.id ?? '')).toMatchObject({ exportedPath: feed, alsoPath: archive });
  expect(ledgerOf(stage, jobId)).toEqual(paid);

  // Keep in Listen makes the second file again where it is missing, and taking that back takes it away.
  rmSync(archive);
  const take = `result:${generation?.id}`;
  const kept = await client.verdicts.keepOutput({ jobId, take, others: 'leave', listener: '' });
  expect(kept).toMatchObject({ path: feed, also: archive, alsoProblem: null, problem: null });
  expect(await hashFile(archive)).toBe(hash);
  expect(await client.verdicts.keepOutput({ jobId, take, others: 'leave', listener: '' })).toMatchObject({
    also: null,
  });
  await client.verdicts.withdraw({ jobId, id: kept.opinions.verdicts[0]?.id ?? 0 });
  expect(readdirSync(out).sort()).toEqual(['take clean.mp3']);
});

test('a second file that can’t be written costs the first one nothing, and the row says so', async () => {
  const isSecond = (file: string) => path.basename(file).startsWith('take clean.flac');
  let isRefused = true;
  const takeFreeName: typeof nodeFiles.takeFreeName = async (from, to) => {
    if (isRefused && isSecond(to)) throw Object.assign(new Error('refused'), { code: 'EACCES' });
    return await nodeFiles.takeFreeName(from, to);
  };
  const stage = await openStage(
    { files: { ...nodeFiles, takeFreeName } },
    {},
    { service: { statusOf: () => 'complete' } },
  );
  const jobId = await add(stage, FEED);
  const failed = await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'failed');
  expect(failed.state).toMatchObject({
    retryFrom: 'exporting',
    error: { userMessage: expect.stringMatching(/^The first file is saved, the second isn’t yet\. /) },
  });
  expect(readdirSync(path.join(stage.folder, 'out'))).toEqual(['take clean.mp3']);
  isRefused = false;
  await stage.desk.client.queue.retry({ jobIds: [jobId] });
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(readdirSync(path.join(stage.folder, 'out')).sort()).toEqual(['take clean.flac', 'take clean.mp3']);
  expect(stage.service.generations).toHaveLength(1);
});

test('an intro that is gone once there is a result costs nothing again', { tags: 'long' }, async () => {
  const stage = await openStage({}, {}, { service: { statusOf: () => 'complete' } });
  const intro = path.join(stage.folder, 'jingle.wav');
  writeTone(intro, { seconds: 3 });
  let isGone = false;
  stage.service.override('/v1/get_generation_download', () => {
    if (!isGone) rmSync(intro);
    isGone = true;
    return null;
  });
  const jobId = await add(stage, { format: 'wav24', namingTemplate: '{name} clean', intro });
  const failed = await waitForJob(stage.desk.client, jobId, isFailed);
  const userMessage = expect.stringMatching(/^There is no file \/.*jingle\.wav to use as the intro\. .*then retry\.$/);
  expect(failed.state).toMatchObject({ retryFrom: 'exporting', error: { code: 'bookendUnusable', userMessage } });
  expect(failed.generations).toMatchObject([{ state: 'stored', exportedPath: null }]);
  writeTone(intro, { seconds: 3 });
  await stage.desk.client.queue.retry({ jobIds: [jobId] });
  const { generations } = await waitForJob(stage.desk.client, jobId, isDone);
  expect(decode(generations[0]?.exportedPath ?? '', { channels: 1, sampleRate: 16_000 }).frames / 16_000).toBeCloseTo(
    4,
    1,
  );
  expect(stage.service.generations).toHaveLength(1);
});

test('nothing is sent with an intro, outro or cover that can’t be used; with another, the row goes on', async () => {
  const stage = await openStage({}, {}, { service: { statusOf: () => 'complete' } });
  const { client } = stage.desk;
  const inStage = (name: string) => path.join(stage.folder, name);
  writeFileSync(inStage('words.txt'), 'no sound');
  const wrong = [
    [{ intro: inStage('nothere.wav') }, `There is no file ${inStage('nothere.wav')} to use as the intro.`],
    [{ outro: stage.folder }, `The outro ${stage.folder} isn’t a file.`],
    [{ outro: inStage('words.txt') }, `The outro ${inStage('words.txt')} can’t be read as sound.`],
    [{ tags: { cover: inStage('words.txt') } }, `The cover picture ${inStage('words.txt')} isn’t a JPEG or PNG.`],
  ] as const;
  let jobId = await add(stage, { format: 'wav24', ...wrong[0][0] });
  for (const [changes, said] of wrong) {
    await client.queue.change({ jobIds: [jobId], changes: { intro: '', outro: '', tags: {}, ...changes } });
    await client.queue.retry({ jobIds: [jobId] });
    const isSaid = (message: string) =>
      message.startsWith(said) && message.includes('under Change preset…, then retry.');
    const { state } = await waitForJob(client, jobId, (job) => isSaid(failureIn(job) ?? ''));
    expect(state).toMatchObject({ retryFrom: 'preparing' });
  }
  expect(stage.service.generations).toHaveLength(0);
  expect(ledgerOf(stage, jobId)).toEqual([]);
  await client.queue.change({ jobIds: [jobId], changes: { tags: {} } });
  await client.queue.retry({ jobIds: [jobId] });
  await waitForJob(client, jobId, isDone);
  // In the library nothing is put before it.
  const kept = { output: { kind: 'library' }, intro: inStage('nothere.wav'), reuse: false } as const;
  jobId = await add(stage, kept);
  await waitForJob(client, jobId, isDone);
});

test('killed between the two files, the second is made at the next start and nothing is paid again', async () => {
  const service = await scriptedService({ statusOf: () => 'complete' });
  const folder = temporaryFolder();
  const out = path.join(folder, 'out');
  const recording = path.join(folder, 'take.wav');
  writeTone(recording, { seconds: 1 });
  const options: WorkerOptions = {
    settings: testSettings(path.join(folder, 'data'), { concurrency: 1 }),
    ...{ baseUrl: service.baseUrl, key: SCRIPTED_KEY, recording, diesAt: 'export:recorded' },
    preset: { ...presetFor(['service-2'], out), ...FEED },
  };
  mkdirSync(options.settings.dataDirectory);
  expect(await live(options)).toBe('SIGKILL');
  expect(readdirSync(out)).toEqual(['take clean.mp3']);
  expect(await live({ ...options, diesAt: null })).toBe(0);
  expect(readdirSync(out).sort()).toEqual(['take clean.flac', 'take clean.mp3']);
  const store = openStoreForReading(path.join(options.settings.dataDirectory, 'cleartake.sqlite'));
  const [generation] = store.generations.inState('stored');
  const result = store.results.get(generation?.id ?? '');
  store.close();
  const archive = path.join(out, 'take clean.flac');
  expect(result).toMatchObject({ alsoPath: archive, alsoHash: await hashFile(archive) });
  expect(service.generations).toHaveLength(1);
});

async function live(options: WorkerOptions): Promise<number | string | null> {
  const worker = path.resolve(import.meta.dirname, '../../../harness/kills/exports/worker.ts');
  const child = spawn(process.execPath, ['--no-warnings', worker, JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}
