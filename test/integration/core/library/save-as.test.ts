import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Checkpoint } from '../../../../electron/core/checkpoints.ts';
import { hashFile } from '../../../../electron/platform/files/hashing.ts';
import type { PreviewedOutput, SaveAsRequest } from '../../../../shared/contract/outputs.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { writeWav } from '../../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { testSettings } from '../../../harness/desk/desk-ports.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { saveAs } from '../../../harness/desk/save-as.ts';
import { giveBack, isDone, openStage, scriptedService } from '../../../harness/desk/scripted-stage.ts';
import type { WorkerOptions } from '../../../harness/kills/exports/worker.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';

const BOTH = ['service-2', 'service-3.5'] as const;

/** One desk for most tests: each has recordings of its own. Its service is done at the first look. */
const stage = await openStage({}, {}, { whenOver: afterAll, service: { statusOf: () => 'complete' } });
const { client, store } = stage.desk;
let scenes = 0;

interface Scene {
  readonly folder: string;
  readonly out: string;
  readonly jobIds: readonly string[];
  readonly preset: BatchPreset;
  outputs(): readonly string[];
  /** Lines of the ledger. */
  paid(): number;
}

/** Finished recordings with outputs in `out`. @param place null for the library */
async function restored(
  names: readonly string[],
  changes: Partial<BatchPreset> = {},
  on: Pick<typeof stage, 'connectionId' | 'desk' | 'folder' | 'service'> = stage,
): Promise<Scene> {
  scenes += 1;
  const folder = path.join(on.folder, `scene ${scenes}`);
  const out = path.join(folder, 'out');
  mkdirSync(folder);
  for (const [index, name] of names.entries())
    writeTone(path.join(folder, name), { seconds: 1, frequency: 300 + 20 * scenes + 3 * index });
  writeTone(path.join(on.folder, `restored ${scenes}.wav`), { seconds: 1, frequency: 900 });
  await giveBack(on, path.join(on.folder, `restored ${scenes}.wav`));
  const preset = { ...presetFor(['service-2'], out), namingTemplate: '{name} clean', ...changes };
  const paths = names.map((name) => path.join(folder, name));
  const added = await on.desk.client.queue.add({ paths, preset, start: true, connectionId: on.connectionId });
  for (const id of added.jobIds) await waitForJob(on.desk.client, id, isDone);
  const generations = added.jobIds.flatMap((id) => on.desk.store.generations.ofJob(id));
  return {
    ...{ folder, out, preset, jobIds: added.jobIds },
    outputs: () => readdirSync(out).sort(),
    paid: () => generations.flatMap(({ id }) => on.desk.store.ledger.ofGeneration(id)).length,
  };
}

function exportedPaths(jobIds: readonly string[]): (string | null)[] {
  return jobIds.flatMap((id) =>
    store.generations.ofJob(id).map((one) => store.results.get(one.id)?.exportedPath ?? null),
  );
}

test('three recordings get another format, loudness and name from what is here: nothing is paid, and Undo takes it back', {
  tags: 'long',
}, async () => {
  const { jobIds, outputs, out, paid, preset } = await restored(['a.wav', 'b.wav', 'c.wav']);
  const before = { paid: paid(), paths: exportedPaths(jobIds), starts: stage.service.generations.length };
  const settings = { ...preset, format: 'mp3', loudness: -16, namingTemplate: '{preset} {name}' } as const;
  const request: SaveAsRequest = { jobIds: [...jobIds], results: 'chosen', settings, presetName: 'Ep' };
  const preview = await client.outputs.preview(request);
  expect(preview).toMatchObject({ files: 3, missing: 0, earlier: 3, folder: out, otherFolders: 0 });
  const saved = await saveAs(client, request);
  expect(saved.outputs.map((one) => one.path)).toEqual(
    preview.outputs.map(({ fileName }) => path.join(out, fileName ?? '')),
  );
  expect(outputs()).toEqual(['Ep a.mp3', 'Ep b.mp3', 'Ep c.mp3', 'a clean.wav', 'b clean.wav', 'c clean.wav']);
  expect([paid(), stage.service.generations.length]).toEqual([before.paid, before.starts]);
  // The newest file is the output, with what was made of it.
  expect(exportedPaths(jobIds)).toEqual(saved.outputs.map((one) => one.path));
  const { job } = await client.listening.takes({ jobId: jobIds[0] ?? '' });
  expect(job.generations[0]?.exportFigures?.after.loudness).toBeCloseTo(-16, 0);

  // Somebody worked on one of them.
  appendFileSync(path.join(out, 'Ep b.mp3'), 'edited');
  const undo = { saveId: saved.saveId, jobIds: [...jobIds] };
  expect(await client.outputs.undo(undo)).toEqual({ removed: 2, left: 1, back: 0 });
  expect(outputs()).toEqual(['Ep b.mp3', 'a clean.wav', 'b clean.wav', 'c clean.wav']);
  expect(exportedPaths(jobIds)).toEqual(before.paths);
  expect(await client.outputs.undo(undo)).toEqual({ removed: 0, left: 0, back: 0 });
});

test('what is saved again with the settings it had is there already: nothing is written', async () => {
  const { jobIds, outputs } = await restored(['a.wav', 'b.wav'], { format: 'flac' });
  const before = outputs();
  const again = { jobIds: [...jobIds] };
  expect((await client.outputs.preview(again)).outputs.map(({ oddities }) => oddities)).toEqual([
    [{ kind: 'there' }],
    [{ kind: 'there' }],
  ]);
  const { outputs: made } = await saveAs(client, again);
  expect(made.map(({ wasThere }) => wasThere)).toEqual([true, true]);
  expect(outputs()).toEqual(before);

  // Also once other files of theirs were written.
  await saveAs(client, { ...again, changes: { loudness: -20, namingTemplate: '{name} loud' } });
  expect(await client.outputs.preview(again)).toMatchObject({ files: 2, there: 2, earlier: 0, differing: [] });
  expect((await saveAs(client, again)).outputs.map(({ wasThere }) => wasThere)).toEqual([true, true]);
  await saveAs(client, { ...again, changes: { format: 'mp3' } });
  const { files } = await client.history.details({ jobId: jobIds[0] ?? '' });
  expect(files.slice(2).map(({ kind, path: file }) => [kind, path.basename(file)])).toEqual([
    ['output', 'a clean.mp3'],
    ['earlier', 'a clean.flac'],
    ['earlier', 'a loud.flac'],
  ]);
  const other = await restored(['a.wav'], { format: 'flac', loudness: -18 });
  const both = await client.outputs.preview({ jobIds: [...jobIds, ...other.jobIds] });
  expect(both.differing).toEqual(['output', 'loudness']);
});

test('another sound under the path of the intro makes another file; the same one is there', async () => {
  const { folder, jobIds, outputs } = await restored(['a.wav']);
  const intro = path.join(folder, 'jingle.wav');
  writeTone(intro, { seconds: 1, frequency: 500 });
  const request: SaveAsRequest = { jobIds: [...jobIds], changes: { format: 'flac', intro } };
  await saveAs(client, request);
  expect(await client.outputs.preview(request)).toMatchObject({ there: 1 });
  writeTone(intro, { seconds: 2, frequency: 700 });
  expect(await client.outputs.preview(request)).toMatchObject({
    there: 0,
    outputs: [{ fileName: 'a clean (2).flac' }],
  });
  expect((await saveAs(client, request)).outputs.map(({ wasThere }) => wasThere)).toEqual([false]);
  expect(outputs()).toEqual(['a clean (2).flac', 'a clean.flac', 'a clean.wav']);
  expect(await client.outputs.preview(request)).toMatchObject({ there: 1 });
  rmSync(intro);
  const gone = await saveAs(client, { ...request, changes: { ...request.changes, format: 'mp3' } });
  expect(gone.outputs[0]?.problem).toMatch(/^There is no file .*jingle\.wav.*Save as…, under Intro and outro\.$/);
});

test('the preview knows that a silent side makes mono, which has a loudness of its own', async () => {
  const own = await openStage({}, {}, { service: { statusOf: () => 'complete' } });
  const file = path.join(own.folder, 'left only.wav');
  const left = Float32Array.from({ length: 16_000 }, (_, i) => 0.3 * Math.sin(i / 6));
  writeWav(file, [left, new Float32Array(left.length)], 16_000);
  await giveBack(own, file);
  const preset = { ...presetFor(['service-2'], path.join(own.folder, 'out')), channels: 'mono-if-silent' } as const;
  const paths = [file];
  const { jobIds } = await own.desk.client.queue.add({ paths, preset, start: true, connectionId: own.connectionId });
  await waitForJob(own.desk.client, jobIds[0] ?? '', isDone);
  const request: SaveAsRequest = { jobIds, changes: { loudness: -16, monoLoudness: -19 } };
  expect((await own.desk.client.outputs.preview(request)).outputs[0]?.loudness?.to).toBe(-19);
  await saveAs(own.desk.client, request);
  const { job } = await own.desk.client.listening.takes({ jobId: jobIds[0] ?? '' });
  expect(job.generations[0]?.exportFigures?.after.loudness).toBeCloseTo(-19, 0);
});

test('a new file takes the place of the earlier one, and Undo brings that back, also after a restart', {
  tags: 'long',
}, async () => {
  const own = await openStage();
  const { jobIds, out, outputs } = await restored(['a.wav', 'b.wav'], {}, own);
  const [a, b] = [path.join(out, 'a clean.wav'), path.join(out, 'b clean.wav')];
  const hash = await hashFile(a);
  appendFileSync(b, 'edited');
  const request: SaveAsRequest = { jobIds: [...jobIds], changes: { loudness: -20 }, earlier: 'replace' };
  expect((await own.desk.client.outputs.preview(request)).outputs[0]?.fileName).toBe('a clean.wav');
  const { outputs: made, saveId } = await saveAs(own.desk.client, request);
  expect(made).toMatchObject([
    { path: a, replaced: a, stayed: false },
    // What somebody changed is never replaced.
    { path: path.join(out, 'b clean (2).wav'), replaced: null, stayed: true },
  ]);
  expect(outputs()).toEqual(['a clean.wav', 'b clean (2).wav', 'b clean.wav']);
  expect(await hashFile(a)).not.toBe(hash);
  await own.desk.close();
  const again = openTestDesk(own.desk.dataDirectory);
  expect(await again.client.outputs.undo({ saveId, jobIds: [...jobIds] })).toEqual({ removed: 2, left: 0, back: 1 });
  expect(outputs()).toEqual(['a clean.wav', 'b clean.wav']);
  expect(await hashFile(a)).toBe(hash);
  expect(readFileSync(b).toString()).toMatch(/edited$/);
});

test('one that fails stops no other, and what is on record of its earlier file stays', { tags: 'long' }, async () => {
  const { folder, jobIds, out, outputs } = await restored(['a.wav', 'b.wav', 'c.wav'], { loudness: -20 });
  const records = () => jobIds.map((id) => store.results.get(store.generations.ofJob(id)[0]?.id ?? '')?.exportHash);
  const before = records();
  rmSync(store.results.get(store.generations.ofJob(jobIds[1] ?? '')[0]?.id ?? '')?.path ?? '');
  rmSync(path.join(folder, 'c.wav'));
  // Half of the original is mixed in, which is gone.
  const { outputs: made } = await saveAs(client, { jobIds: [...jobIds], changes: { strength: 0.5 } });
  expect(made.map(({ path: file, problem }) => [file, problem !== null])).toEqual([
    [path.join(out, 'a clean (2).wav'), false],
    [null, true],
    [null, true],
  ]);
  expect(records().slice(1)).toEqual(before.slice(1));
  expect(outputs().filter((name) => name.startsWith('.'))).toEqual([]);
});

test('of two results the kept one is saved, without its model in the name; without a verdict the better model’s', {
  tags: 'long',
}, async () => {
  const { jobIds, out, preset } = await restored(['a.wav'], { models: [...BOTH], namingTemplate: '{name}' });
  const [jobId = ''] = jobIds;
  const elsewhere = { ...preset, output: { kind: 'folder', path: path.join(out, 'chosen') } } as const;
  const chosen = async () =>
    (await saveAs(client, { jobIds: [...jobIds], results: 'chosen', settings: elsewhere })).outputs;
  expect(await chosen()).toMatchObject([{ model: 'service-3.5', path: path.join(out, 'chosen', 'a.wav') }]);
  const [two] = store.generations.ofJob(jobId);
  await client.verdicts.keepOutput({ jobId, take: `result:${two?.id}`, others: 'leave', listener: 'Ada' });
  expect(await chosen()).toMatchObject([{ model: 'service-2' }]);
  const all = await saveAs(client, { jobIds: [...jobIds], settings: { ...elsewhere, namingTemplate: '{name} all' } });
  expect(all.outputs.map((one) => path.basename(one.path ?? ''))).toEqual([
    'a all (service-2).wav',
    'a all (service-3.5).wav',
  ]);
});

test('the preview has the odd ones first: what is missing, names that are taken, other folders', async () => {
  const { folder, jobIds, out, preset } = await restored(['a.wav', 'b.wav', 'c.wav', 'd.wav']);
  writeFileSync(path.join(out, 'c new.wav'), 'of somebody else');
  const settings = { ...preset, namingTemplate: '{name} new' };
  const kinds = ({ oddities }: PreviewedOutput) => oddities.map(({ kind }) => kind);
  const { outputs } = await client.outputs.preview({ jobIds: [...jobIds], settings });
  expect(outputs.map((one) => [one.fileName, ...kinds(one)])).toEqual([
    ['c new (2).wav', 'numbered'],
    ['a new.wav'],
    ['b new.wav'],
    ['d new.wav'],
  ]);
  const beside = { jobIds: [...jobIds], changes: { output: { kind: 'beside-source' } } } as const;
  const elsewhere = await client.outputs.preview({ ...beside, jobIds: [...jobIds] });
  expect(elsewhere).toMatchObject({ folder, otherFolders: 0, earlier: 4 });
  const none = await client.outputs.preview({ jobIds: [...jobIds], results: 'service-3.5' });
  expect(none).toMatchObject({ files: 0, missing: 4, models: ['service-2'] });
  expect(none.outputs.map(kinds)).toEqual(Array(4).fill(['missing']));
});

test('without an output folder the person takes the file, and it leaves with the desk', async () => {
  const { jobIds } = await restored(['a.wav'], { output: { kind: 'library' } });
  const { outputs } = await saveAs(client, { jobIds: [...jobIds], changes: { format: 'flac' } });
  expect(outputs).toMatchObject([{ path: null, problem: null, taken: { fileName: 'a clean.flac' } }]);
  const file = await stage.desk.desk.savedFile(outputs[0]?.taken?.id ?? '');
  expect(existsSync(file.filePath)).toBe(true);
  expect((await client.outputs.preview({ jobIds: [...jobIds] })).outputs[0]?.oddities).toEqual([
    { kind: 'taken', before: false },
  ]);
  const again: SaveAsRequest = { jobIds: [...jobIds], changes: { format: 'flac' } };
  expect((await client.outputs.preview(again)).outputs[0]?.oddities).toEqual([{ kind: 'taken', before: true }]);
});

const KILLS: readonly Checkpoint[] = [
  'export:rendered',
  'export:render-recorded',
  'save-as:written',
  'save-as:recorded',
];

test.each(KILLS)(
  'killed at %s, every file is whole, the earlier one is not lost, and nothing is paid again',
  {
    tags: 'long',
  },
  async (diesAt) => {
    const service = await scriptedService({ statusOf: () => 'complete' });
    const folder = temporaryFolder();
    const [data, out] = [path.join(folder, 'data'), path.join(folder, 'out')];
    for (const made of [data, out]) mkdirSync(made);
    const recording = path.join(folder, 'take.wav');
    writeTone(recording, { seconds: 1 });
    writeTone(path.join(folder, 'restored.wav'), { seconds: 1, frequency: 900 });
    await giveBack({ service }, path.join(folder, 'restored.wav'));
    const options: WorkerOptions = {
      settings: testSettings(data, { concurrency: 1 }),
      ...{ baseUrl: service.baseUrl, key: SCRIPTED_KEY, recording, diesAt: null },
      preset: presetFor(['service-2'], out),
    };
    expect(await live(options)).toBe(0);
    const before = await hashFile(path.join(out, 'take (service-2).wav'));
    const savedAs = { loudness: -20 };
    expect(await live({ ...options, savedAs, diesAt })).toBe('SIGKILL');
    const hashes = () => Promise.all(readdirSync(out).map((name) => hashFile(path.join(out, name))));
    expect(await hashes()).toContain(before);
    expect(await live({ ...options, savedAs })).toBe(0);
    expect(readdirSync(out).filter((name) => name.startsWith('.'))).toEqual([]);
    const after = await hashes();
    const kept = readdirSync(path.join(data, 'library'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.parentPath.includes('set-aside'))
      .map((entry) => hashFile(path.join(entry.parentPath, entry.name)));
    expect([...after, ...(await Promise.all(kept))]).toContain(before);
    expect(after.filter((hash) => hash !== before)).toHaveLength(1);
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
