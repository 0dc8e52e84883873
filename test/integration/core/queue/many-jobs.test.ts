import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { QueueEvent } from '../../../../shared/contract/views.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';

const isDone = (job: { state: { kind: string } }) => job.state.kind === 'done';

/** Links to a few files: writing so many takes longer than what is tested. */
function manyFiles(folder: string, count: number): string {
  mkdirSync(folder);
  for (let index = 0; index < count; index++) {
    const file = path.join(folder, `${index}.wav`);
    // A file has only so many links.
    if (index % 1000 === 0) writeTone(file, { seconds: 0.05 });
    else linkSync(path.join(folder, `${index - (index % 1000)}.wav`), file);
  }
  return folder;
}

test('paused work of an earlier run does not block a new run', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const earlier = openTestDesk(path.join(folder, 'data'));
  await earlier.client.queue.pauseAll();
  const { jobIds } = await earlier.client.queue.add({ paths: [manyFiles(path.join(folder, 'in'), 1100)], start: true });
  await earlier.close();

  writeTone(path.join(folder, 'take.wav'), { seconds: 1 });
  const now = openTestDesk(path.join(folder, 'data'), { leavesEarlierWork: true, ignoresPause: true });
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const added = await now.client.queue.add({ paths: [path.join(folder, 'take.wav')], preset, start: true });
  await waitForJob(now.client, added.jobIds[0] ?? '', isDone);
  expect(now.store.jobs.many(jobIds).every((job) => job.stateKind === 'queued')).toBe(true);
  expect(now.store.settings.get('queue-paused')).toBe(true);
});

test('with many jobs no call blocks the desk', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const { client } = openTestDesk(path.join(folder, 'data'));
  await client.queue.pauseAll();
  const { jobIds } = await client.queue.add({ paths: [manyFiles(path.join(folder, 'in'), 3000)], start: true });
  for (const act of ['pause', 'resume', 'cancel'] as const) {
    const call = client.queue[act]({ jobIds });
    let isOver = false;
    void call.finally(() => {
      isOver = true;
    });
    let turns = 0;
    while (!isOver) {
      turns += 1;
      await new Promise(setImmediate);
    }
    expect(await call).toEqual({ changed: 3000 });
    // One that never lets go of the loop is over after a few turns, however long they are.
    expect(turns, act).toBeGreaterThan(20);
  }
});

test('large additions are split so that other calls proceed, and every job exists once and in order', async () => {
  const folder = temporaryFolder();
  const { client, store } = openTestDesk(path.join(folder, 'data'));
  await client.queue.pauseAll();
  const input = manyFiles(path.join(folder, 'in'), 2001);
  const adding = client.queue.add({ paths: [input], start: true });
  const seen = [0];
  let isOver = false;
  void adding.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    seen.push(store.jobs.count());
    await new Promise(setImmediate);
  }
  const { jobIds, skipped } = await adding;
  expect(skipped).toEqual([]);
  const steps = seen.slice(1).map((rows, index) => rows - (seen[index] ?? 0));
  expect(Math.max(...steps)).toBeLessThanOrEqual(500);

  const rows = store.jobs.page(0, 5000);
  expect(rows.map((job) => job.id)).toEqual(jobIds);
  expect(new Set(rows.map((job) => job.position)).size).toBe(2001);
  const paths = new Map(store.recordings.many(rows.map((job) => job.recordingId)).map((row) => [row.id, row.path]));
  const inOrder = Array.from({ length: 2001 }, (_, index) => path.join(input, `${index}.wav`));
  expect(rows.map((job) => paths.get(job.recordingId))).toEqual(inOrder);
  expect(store.generations.ofJobs(jobIds)).toHaveLength(2001);
  expect(store.recordings.openAmong([...inOrder, path.join(folder, 'new.wav')])).toEqual(inOrder);
});

test('two simultaneous imports take a file only once, under either name', async () => {
  const folder = temporaryFolder();
  const input = manyFiles(path.join(folder, 'in'), 300);
  symlinkSync(path.join(input, '7.wav'), path.join(folder, 'seven.wav'));
  const { client, store } = openTestDesk(path.join(folder, 'data'));
  const [one, two] = await Promise.all([
    client.queue.add({ paths: [input], start: false }),
    client.queue.add({ paths: [input, path.join(folder, 'seven.wav')], start: false }),
  ]);
  expect([one.jobIds.length, two.jobIds.length, two.skipped.length]).toEqual([300, 0, 300]);
  const third = await client.queue.add({ paths: [path.join(folder, 'seven.wav')], start: false });
  expect(third).toMatchObject({ jobIds: [], skipped: [{ reason: expect.stringContaining('already') }] });
  expect(store.jobs.count()).toBe(300);
});

test('with start, rows are admitted as they are written, and none begins before all exist', async () => {
  const folder = temporaryFolder();
  const input = manyFiles(path.join(folder, 'in'), 700);
  const { client, store } = openTestDesk(path.join(folder, 'data'));
  const adding = client.queue.add({ paths: [input], start: true });
  const seen: (readonly [rows: number, started: number, begun: number])[] = [];
  let isOver = false;
  void adding.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const rows = store.jobs.page(0, 1000);
    const begun = rows.filter((job) => job.stateKind !== 'queued');
    seen.push([rows.length, rows.filter((job) => job.admittedAt !== null).length, begun.length]);
    await new Promise(setImmediate);
  }
  const partial = seen.filter(([rows]) => rows > 0 && rows < 700);
  expect(partial.length).toBeGreaterThan(0);
  for (const [rows, started, begun] of partial) expect([started, begun]).toEqual([rows, 0]);
  await client.queue.cancel({ jobIds: (await adding).jobIds });
});

test('an unknown connection is refused, and nothing is written', async () => {
  const folder = temporaryFolder();
  const { client, store } = openTestDesk(path.join(folder, 'data'));
  const paths = [manyFiles(path.join(folder, 'in'), 1)];
  await expect(client.queue.add({ paths, start: true, connectionId: 'nowhere' })).rejects.toMatchObject({
    data: { code: 'notFound' },
  });
  expect(store.jobs.count()).toBe(0);
});

test('a job removed from the queue does not start working again', async () => {
  const folder = temporaryFolder();
  const { client } = openTestDesk(path.join(folder, 'data'));
  await client.queue.pauseAll();
  const { jobIds } = await client.queue.add({ paths: [manyFiles(path.join(folder, 'in'), 1)], start: true });
  await client.queue.cancel({ jobIds });
  expect(await client.queue.remove({ jobIds })).toEqual({ changed: 1 });
  expect(await client.queue.retry({ jobIds })).toEqual({ changed: 0 });
});

test('a change between the call of watch and its first event is not lost', async () => {
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const events = await client.queue.watch();
  await client.queue.pauseAll();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const seen: QueueEvent[] = [];
  for await (const event of events) if (seen.push(event) === 2) break;
  expect(seen.map((event) => event.totals.paused)).toEqual([false, true]);
  expect(seen[1]?.revision).toBe((seen[0]?.revision ?? 0) + 1);
});
