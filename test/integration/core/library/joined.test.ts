import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone } from '../../../harness/desk/scripted-stage.ts';

const NAMES = ['ZOOM0001.WAV', 'ZOOM0001-0002.WAV', 'ZOOM0001-0003.WAV'];

function openParts(names: readonly string[] = NAMES) {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'card'));
  for (const [index, name] of names.entries())
    writeTone(path.join(folder, 'card', name), { seconds: 1 + index, frequency: 300 + 100 * index });
  const { client, store } = openTestDesk(path.join(folder, 'data'));
  const managed = path.join(folder, 'data', 'library', 'managed');
  const rows = async () => (await client.queue.list({ offset: 0, limit: 10 })).jobs;
  return { client, folder, managed, rows, store };
}

test('parts are offered, joined to one row with one quote, split again, and restored to one file', async () => {
  const { client, folder, managed, rows } = openParts();
  const { jobIds, parts } = await client.queue.add({ paths: [path.join(folder, 'card')], start: false });
  expect(parts).toMatchObject([{ names: NAMES, missing: [] }]);
  const asked = parts?.[0]?.jobIds ?? [];
  expect([...asked].sort()).toEqual([...jobIds].sort());

  const { jobId } = await client.queue.join({ jobIds: asked });
  const whole = await waitForJob(client, jobId, ({ durationSeconds }) => durationSeconds !== null);
  expect(whole).toMatchObject({ name: 'ZOOM0001.WAV', joined: NAMES, durationSeconds: 6 });
  expect((await rows()).map(({ id }) => id)).toEqual([jobId]);
  expect((await client.queue.quote({})).recordings).toBe(1);

  await client.queue.split({ jobId });
  expect((await rows()).map(({ id }) => id)).toEqual(jobIds);
  await expect(client.queue.split({ jobId })).rejects.toMatchObject({ data: { code: 'notPossibleNow' } });

  const again = await client.queue.join({ jobIds: asked });
  const out = path.join(folder, 'out');
  await client.queue.change({ jobIds: [again.jobId], changes: presetFor(['service-2'], out) });
  // Whatever becomes of the copy, it can be made again.
  rmSync(managed, { recursive: true });
  await client.queue.start({ jobIds: [again.jobId] });
  expect(await waitForJob(client, again.jobId, isDone)).toMatchObject({ durationSeconds: 6 });
  expect(readdirSync(out)).toEqual(['ZOOM0001 (service-2).wav']);
  expect(NAMES.every((name) => existsSync(path.join(folder, 'card', name)))).toBe(true);
  await expect(client.queue.split({ jobId: again.jobId })).rejects.toMatchObject({ data: { code: 'notPossibleNow' } });
});

test('parts between which one is missing stay apart, and say so', async () => {
  const { client, folder } = openParts(['ZOOM0001.WAV', 'ZOOM0001-0003.WAV']);
  const { parts } = await client.queue.add({ paths: [path.join(folder, 'card')], start: false, join: true });
  expect(parts).toMatchObject([{ missing: ['ZOOM0001-0002.WAV'] }]);
});

test('a quote counts parts as one where that is asked for', async () => {
  const { client, folder } = openParts();
  const request = { paths: [path.join(folder, 'card')], preset: presetFor(['service-2'], path.join(folder, 'out')) };
  const apart = await client.queue.quotePaths(request);
  expect(apart.parts).toEqual([{ names: NAMES, missing: [] }]);
  expect(apart.quote).toMatchObject({ recordings: 3, billableSeconds: 180 });
  const { quote } = await client.queue.quotePaths({ ...request, join: true });
  expect(quote).toMatchObject({ recordings: 1, durationSeconds: 6, billableSeconds: 60 });
});

test('joined as it is added, it is restored beside its first part', { tags: 'long' }, async () => {
  const { client, folder, store } = openParts();
  const preset = { ...presetFor(['service-2'], folder), output: { kind: 'beside-source' as const } };
  const { jobIds } = await client.queue.add({ paths: [path.join(folder, 'card')], preset, start: true, join: true });
  expect(jobIds).toHaveLength(1);
  const done = await waitForJob(client, jobIds[0] ?? '', isDone);
  expect(done).toMatchObject({ joined: NAMES, durationSeconds: 6 });
  expect(readdirSync(path.join(folder, 'card')).sort()).toEqual([...NAMES, 'ZOOM0001 (service-2).wav'].sort());
  expect(store.recordings.get(store.jobs.get(done.id).recordingId).origin).toBe('managed');
});
