import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { QueueEvent } from '../../../shared/contract/views.ts';
import { writeManyRecordings } from '../../fixtures/queue-load/load-steps.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { openTestDesk, presetFor, waitForJob } from './open-test-desk.ts';

const isDone = (job: { state: { kind: string } }) => job.state.kind === 'done';

function manyFiles(folder: string, count: number): string {
  mkdirSync(folder);
  const first = path.join(folder, '0.wav');
  writeTone(first, { seconds: 0.05 });
  for (let index = 1; index < count; index++) copyFileSync(first, path.join(folder, `${index}.wav`));
  return folder;
}

test('what an earlier run left, and paused, is in nobody’s way', async () => {
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

test('with many jobs no call keeps the desk from answering', async () => {
  const folder = temporaryFolder();
  const { client } = openTestDesk(path.join(folder, 'data'));
  await client.queue.pauseAll();
  const { jobIds } = await client.queue.add({ paths: [manyFiles(path.join(folder, 'in'), 3000)], start: true });
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  for (const act of ['pause', 'resume', 'cancel'] as const) {
    longest = 0;
    const began = performance.now();
    expect(await client.queue[act]({ jobIds })).toEqual({ changed: 3000 });
    // Only now does the clock see a call that never let go of the loop.
    await new Promise((resolve) => setTimeout(resolve, 10));
    const took = performance.now() - began;
    // One that never lets go holds it for as long as it takes; however slow the disk is, a call of many rows holds it for a part.
    expect(longest, act).toBeLessThan(took / 3);
  }
  clearInterval(timer);
});

test('many are added in parts that let others go on, and each is there once, in order, wherever a part ends', async () => {
  const folder = temporaryFolder();
  const { client, store } = openTestDesk(path.join(folder, 'data'));
  await client.queue.pauseAll();
  const input = path.join(folder, 'in');
  writeManyRecordings(input, 2001);
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
  const nameOf = (index: number) => path.join(input, `day ${Math.floor(index / 1000)}`, `take ${index}.wav`);
  const inOrder = Array.from({ length: 2001 }, (_, index) => nameOf(index));
  expect(rows.map((job) => paths.get(job.recordingId))).toEqual(inOrder);
  expect(store.generations.ofJobs(jobIds)).toHaveLength(2001);
  expect(store.recordings.openAmong([...inOrder, path.join(folder, 'new.wav')])).toEqual(inOrder);
});

test('two imports at once take a file once, by whichever name', async () => {
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

test('added with start, the rows are admitted as they are written, and none is begun before all are there', async () => {
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

test('a connection that is not there is refused, and nothing is written', async () => {
  const folder = temporaryFolder();
  const { client, store } = openTestDesk(path.join(folder, 'data'));
  const paths = [manyFiles(path.join(folder, 'in'), 1)];
  await expect(client.queue.add({ paths, start: true, connectionId: 'nowhere' })).rejects.toMatchObject({
    data: { code: 'notFound' },
  });
  expect(store.jobs.count()).toBe(0);
});

test('a job that was taken off the queue is not brought back to work', async () => {
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
