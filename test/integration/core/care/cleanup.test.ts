import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_BATCH_PRESET } from '../../../../shared/domain/batch/batch-preset.ts';
import type { Cleanup } from '../../../../shared/domain/care/space.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage, PRICE, type Stage } from '../../../harness/desk/scripted-stage.ts';

async function restoreTone(stage: Stage, name: string, output: 'folder' | 'library', strength = 1) {
  const { desk, connectionId, folder } = stage;
  const source = path.join(folder, name);
  writeTone(source, { seconds: 2, frequency: 200 + 9 * name.charCodeAt(0) });
  const delivered = { ...presetFor(['service-2'], path.join(folder, 'out')), strength };
  const kept = { ...DEFAULT_BATCH_PRESET, models: ['service-2' as const], output: { kind: 'library' as const } };
  const preset = output === 'folder' ? delivered : kept;
  const { jobIds } = await desk.client.queue.add({ paths: [source], preset, start: true, connectionId });
  const jobId = jobIds[0] ?? '';
  await waitForJob(desk.client, jobId, isDone);
  const [generation] = desk.store.generations.ofJob(jobId);
  return { jobId, source, generationId: generation?.id ?? '', result: desk.store.results.get(generation?.id ?? '') };
}

/** Everything outside the data folder, by name. */
function outside(folder: string): Record<string, string> {
  const files = ['.', 'out'].flatMap((below) =>
    readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [path.join(below, entry.name)] : [],
    ),
  );
  return Object.fromEntries(files.map((file) => [file, readFileSync(path.join(folder, file)).toString('base64')]));
}

test('what is removed is what was shown; sources, outputs and what is at work stay, and everything can be heard', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  const { client, desk, dataDirectory, store } = stage.desk;
  const plain = await restoreTone(stage, 'plain.wav', 'folder');
  const mixed = await restoreTone(stage, 'mixed.wav', 'folder', 0.5);
  const alone = await restoreTone(stage, 'alone.wav', 'library');
  const waiting = path.join(stage.folder, 'waiting.wav');
  writeTone(waiting, { seconds: 1 });
  await client.queue.add({ paths: [waiting], preset: DEFAULT_BATCH_PRESET, start: false });
  const before = outside(stage.folder);

  const seen = await client.care.space();
  const part = (kind: Cleanup) => seen.cleanups.find((one) => one.kind === kind);
  expect(part('delivered')).toMatchObject({ files: 1, bytes: plain.result?.bytes, paid: 60 * PRICE });
  expect(part('converted')).toMatchObject({ files: 1, examples: ['mixed.wav (Service 2.0)'] });
  expect(part('only-here')).toMatchObject({
    files: 1,
    examples: ['alone.wav (Service 2.0)'],
    paid: 60 * PRICE,
    unpriced: 0,
  });
  // Two files for each of three recordings and three results.
  expect(part('waveforms')?.files).toBe(12);
  expect(seen.used.find(({ kind }) => kind === 'results')).toMatchObject({ files: 3 });

  const removed = await client.care.clean({ surveyId: seen.surveyId, kinds: ['waveforms', 'delivered'] });
  expect(removed).toEqual({
    files: 13,
    bytes: (part('waveforms')?.bytes ?? 0) + (part('delivered')?.bytes ?? 0),
    kept: 0,
  });
  expect(outside(stage.folder)).toEqual(before);
  expect([plain, mixed, alone].map(({ result }) => existsSync(result?.path ?? ''))).toEqual([false, true, true]);
  // An earlier list removes nothing.
  const again = client.care.clean({ surveyId: seen.surveyId, kinds: ['only-here'] });
  await expect(again).rejects.toMatchObject({ data: { code: 'notPossibleNow' } });

  const { takes } = await client.listening.takes({ jobId: plain.jobId });
  expect(takes.map(({ playable }) => playable)).toEqual([true, true]);
  for (const { id } of takes) expect(statSync((await desk.waveform(id)) ?? '').size).toBeGreaterThan(100);
  expect(desk.locateTake(`result:${plain.generationId}`)?.filePath).toBe(plain.result?.exportedPath);

  // The same recording is not paid again: the output folder has its result.
  const starts = stage.service.startRequests.length;
  const preset = presetFor(['service-2'], path.join(stage.folder, 'out'));
  const connectionId = stage.connectionId;
  const { jobIds } = await client.queue.add({ paths: [plain.source], preset, start: true, connectionId });
  await waitForJob(client, jobIds[0] ?? '', isDone);
  expect(stage.service.startRequests).toHaveLength(starts);
  expect(store.generations.ofJob(jobIds[0] ?? '')).toMatchObject([{ amount: 0, stateKind: 'stored' }]);
  expect(readdirSync(path.join(dataDirectory, 'library'))).toContain('recordings');
});

test('a result stays when its output changed since it was shown, and when the file is another one', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  const { client } = stage.desk;
  const plain = await restoreTone(stage, 'plain.wav', 'folder');
  const alone = await restoreTone(stage, 'alone.wav', 'library');
  const seen = await client.care.space();
  const output = plain.result?.exportedPath ?? '';
  writeFileSync(output, readFileSync(output).fill(1, 100, 200));
  writeFileSync(alone.result?.path ?? '', 'another');
  const kinds: Cleanup[] = ['delivered', 'only-here'];
  expect(await client.care.clean({ surveyId: seen.surveyId, kinds })).toEqual({ files: 0, bytes: 0, kept: 2 });
  expect(existsSync(plain.result?.path ?? '')).toBe(true);
});

test('links are not followed, and a waveform stays when its recording is gone', { tags: 'long' }, async () => {
  const stage = await openStage();
  const { client, dataDirectory, store } = stage.desk;
  const { jobId, source } = await restoreTone(stage, 'moved.wav', 'folder');
  const elsewhere = path.join(stage.folder, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(path.join(elsewhere, 'cleartake.log.1'), 'not ours');
  symlinkSync(elsewhere, path.join(dataDirectory, 'logs'));
  renameSync(source, `${source}.moved`);
  const { cleanups, surveyId } = await client.care.space();
  expect(cleanups.map(({ kind, files }) => [kind, files])).toEqual([
    ['waveforms', 2],
    ['delivered', 1],
  ]);
  await client.care.clean({ surveyId, kinds: ['waveforms', 'old-logs'] });
  expect(readdirSync(elsewhere)).toEqual(['cleartake.log.1']);
  const { recordingId } = store.jobs.get(jobId);
  expect(readdirSync(path.join(dataDirectory, 'library/recordings', recordingId)).sort()).toEqual([
    'index.bin',
    'peaks.bin',
  ]);
});
