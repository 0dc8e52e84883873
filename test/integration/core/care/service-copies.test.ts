import { existsSync, readdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createMediaHandler } from '../../../../electron/hosts/common/media/media-handler.ts';
import { pcmAddress } from '../../../../shared/contract/page/media-addresses.ts';
import { DEFAULT_BATCH_PRESET } from '../../../../shared/domain/batch/batch-preset.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor, type TestDesk, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone } from '../../../harness/desk/scripted-stage.ts';

const KINDS = ['service-copies' as const];

interface Begun {
  readonly jobId: string;
  readonly source: string;
}

function openDesk() {
  const folder = temporaryFolder();
  const desk = openTestDesk(path.join(folder, 'data'));
  return { ...desk, folder };
}

async function begin({ client }: TestDesk, source: string, seconds: number, out: string | null = null): Promise<Begun> {
  writeTone(source, { seconds, frequency: 200 + 9 * path.basename(source).charCodeAt(0) });
  const kept = { ...DEFAULT_BATCH_PRESET, models: ['service-2' as const], output: { kind: 'library' as const } };
  const preset = out === null ? kept : presetFor(['service-2'], out);
  const { jobIds } = await client.queue.add({ paths: [source], preset, start: true });
  return { jobId: jobIds[0] ?? '', source };
}

async function restore(desk: TestDesk & { readonly folder: string }, name: string, out: string | null = null) {
  const begun = await begin(desk, path.join(desk.folder, name), 2, out);
  await waitForJob(desk.client, begun.jobId, isDone);
  return { ...begun, ...partsOf(desk, begun.jobId) };
}

/** The folder of a job's project at the built-in service, and the job's first result. */
function partsOf({ dataDirectory, store }: TestDesk, jobId: string) {
  const media = path.join(dataDirectory, 'service/media', store.jobs.get(jobId).projectId ?? 'none');
  const generationId = store.generations.ofJob(jobId)[0]?.id ?? '';
  return { media, generationId, result: store.results.get(generationId)?.path ?? '' };
}

/** Files and bytes below a folder. */
function sizeOf(folder: string): { files: number; bytes: number } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const sizes = entries.map((entry) => statSync(path.join(entry.parentPath, entry.name)).size);
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** All that the service and the desk have written about money. */
function books({ dataDirectory, store }: TestDesk, jobIds: readonly string[]) {
  const service = new Database(path.join(dataDirectory, 'service/service.sqlite'), { readonly: true });
  onTestFinished(() => void service.close());
  const rows = ['usage', 'invoices', 'ledger_entries'].map((table) => service.prepare(`select * from ${table}`).all());
  const ofDesk = jobIds.flatMap((id) =>
    store.generations.ofJob(id).map((one) => [one.amount, store.ledger.ofGeneration(one.id)]),
  );
  return { rows, ofDesk };
}

async function copiesOf({ client }: TestDesk) {
  const { cleanups, surveyId } = await client.care.space();
  return { surveyId, part: cleanups.find(({ kind }) => kind === 'service-copies') };
}

test('copies at the built-in service go with their size told before; results play, the books stay, work keeps its project', {
  tags: 'long',
}, async () => {
  const desk = openDesk();
  const { client } = desk;
  const done = await restore(desk, 'done.wav');
  const forgotten = await restore(desk, 'forgotten.wav');
  const lost = await restore(desk, 'lost.wav');
  await client.history.forget({ jobIds: [forgotten.jobId] });
  unlinkSync(forgotten.result);
  unlinkSync(lost.result);
  const busy = await begin(desk, path.join(desk.folder, 'busy.wav'), 60);
  await waitForJob(client, busy.jobId, ({ generations }) => generations[0]?.state === 'processing');
  await client.queue.pause({ jobIds: [busy.jobId] });
  await waitForJob(client, busy.jobId, ({ state }) => state.kind === 'paused');
  const atWork = partsOf(desk, busy.jobId).media;
  const all = [done, forgotten, lost, busy].map(({ jobId }) => jobId);
  const before = books(desk, all);

  const { part, surveyId } = await copiesOf(desk);
  const [one, two] = [sizeOf(done.media), sizeOf(forgotten.media)];
  const both = { files: one.files + two.files, bytes: one.bytes + two.bytes };
  expect(part).toMatchObject({ ...both, paid: 0, unpriced: 0 });
  expect([...(part?.examples ?? [])].sort()).toEqual(['done.wav', 'forgotten.wav']);
  expect(await client.care.clean({ surveyId, kinds: KINDS })).toEqual({ ...both, kept: 0 });

  expect([done.media, forgotten.media, lost.media, atWork].map((folder) => existsSync(folder))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(books(desk, all)).toEqual(before);
  const { takes } = await client.listening.takes({ jobId: done.jobId });
  expect(takes.map(({ playable }) => playable)).toEqual([true, true]);
  const { locateTake, pcm, receiveUpload, tile } = desk.desk;
  const media = createMediaHandler({ locateTake: locateTake, pcm, receiveUpload, tile });
  for (const { id } of takes) {
    const heard = await media(new Request(`http://desk${pcmAddress(id, 4800, 4800, 48_000)}`));
    expect(Math.max(...new Float32Array(await heard.arrayBuffer()))).toBeGreaterThan(0.01);
  }
  expect((await copiesOf(desk)).part).toBeUndefined();

  await client.queue.resume({ jobIds: [busy.jobId] });
  await waitForJob(client, busy.jobId, isDone);
  expect((await copiesOf(desk)).part?.examples).toEqual(['busy.wav']);
});

test('what is used or changed after it was shown stays; another model is sent to a new project', {
  tags: 'long',
}, async () => {
  const desk = openDesk();
  const { client, store } = desk;
  const changed = await restore(desk, 'changed.wav');
  const extended = await restore(desk, 'extended.wav');
  const seen = await copiesOf(desk);
  writeFileSync(path.join(changed.media, 'not shown.wav'), 'new');
  // It waits with the other model, so its project is needed again.
  await client.queue.pauseAll();
  await client.queue.addModel({ jobId: extended.jobId, model: 'service-3.5' });
  const files = seen.part?.files ?? 0;
  expect(await client.care.clean({ surveyId: seen.surveyId, kinds: KINDS })).toEqual({
    files: 0,
    bytes: 0,
    kept: files,
  });
  expect([changed.media, extended.media].map((folder) => existsSync(folder))).toEqual([true, true]);

  const again = await copiesOf(desk);
  expect(again.part?.examples).toEqual(['changed.wav']);
  await client.care.clean({ surveyId: again.surveyId, kinds: KINDS });
  expect(existsSync(changed.media)).toBe(false);
  await client.queue.resumeAll();
  const project = store.jobs.get(changed.jobId).projectId;
  await client.queue.addModel({ jobId: changed.jobId, model: 'service-3.5' });
  const two = await waitForJob(client, changed.jobId, (job) => isDone(job) && job.generations.length === 2);
  expect(two.generations.map(({ state }) => state)).toEqual(['stored', 'stored']);
  expect(store.jobs.get(changed.jobId).projectId).not.toBe(project);
});

test('with delivered results both copies go at once; a result that is removed for good stays at the service', {
  tags: 'long',
}, async () => {
  const desk = openDesk();
  const { client } = desk;
  const delivered = await restore(desk, 'delivered.wav', path.join(desk.folder, 'out'));
  const alone = await restore(desk, 'alone.wav');
  const { surveyId } = await client.care.space();
  const left = sizeOf(alone.media).files;
  expect(await client.care.clean({ surveyId, kinds: ['service-copies', 'delivered', 'only-here'] })).toMatchObject({
    kept: left,
  });
  expect([delivered, alone].map(({ media }) => existsSync(media))).toEqual([false, true]);
  expect([delivered, alone].map(({ result }) => existsSync(result))).toEqual([false, false]);
  const { takes } = await client.listening.takes({ jobId: delivered.jobId });
  expect(takes.map(({ playable }) => playable)).toEqual([true, true]);
});
