import path from 'node:path';
import { expect, test } from 'vitest';
import type { QueueEvent } from '../../../../shared/contract/views.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, type TestDesk } from '../../../harness/desk/open-test-desk.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'];

async function openWith(recordings: readonly string[]): Promise<{ desk: TestDesk; idOf: (name: string) => string }> {
  const folder = temporaryFolder();
  for (const name of recordings) writeTone(path.join(folder, `${name}.wav`), { seconds: 0.05 });
  const desk = openTestDesk(path.join(folder, 'data'));
  const { jobIds } = await desk.client.queue.add({
    paths: recordings.map((name) => path.join(folder, `${name}.wav`)),
    start: false,
  });
  return { desk, idOf: (name) => jobIds[recordings.indexOf(name)] ?? '' };
}

async function names({ client }: TestDesk): Promise<string> {
  const { jobs } = await client.queue.list({ offset: 0, limit: 100 });
  return jobs.map((job) => job.name.slice(0, 1)).join('');
}

test('recordings move, alone or together, to the front, between others and to the end', async () => {
  const { desk, idOf } = await openWith(NAMES);
  const { move } = desk.client.queue;
  expect(await names(desk)).toBe('abcde');
  await move({ jobIds: [idOf('d')], before: idOf('b') });
  expect(await names(desk)).toBe('adbce');
  await move({ jobIds: [idOf('e'), idOf('c')], before: idOf('a') });
  expect(await names(desk)).toBe('ceadb');
  await move({ jobIds: [idOf('c'), idOf('a')], before: null });
  expect(await names(desk)).toBe('edbca');
});

test('priority comes before position, and the order within a priority is kept', async () => {
  const { desk, idOf } = await openWith(NAMES);
  const { move, prioritize } = desk.client.queue;
  await prioritize({ jobIds: [idOf('d'), idOf('e')], priority: 'high' });
  await prioritize({ jobIds: [idOf('a')], priority: 'low' });
  expect(await names(desk)).toBe('debca');
  await move({ jobIds: [idOf('e')], before: idOf('d') });
  await move({ jobIds: [idOf('b')], before: null });
  expect(await names(desk)).toBe('edcba');
});

test('a given order holds within each priority, and the earlier one given again undoes it', async () => {
  const { desk, idOf } = await openWith(NAMES);
  const { arrange, prioritize } = desk.client.queue;
  await prioritize({ jobIds: [idOf('b'), idOf('d')], priority: 'high' });
  expect(await names(desk)).toBe('bdace');
  expect(await arrange({ jobIds: [...'edcba', 'nothing'].map(idOf) })).toEqual({ changed: 4 });
  expect(await names(desk)).toBe('dbeca');
  await arrange({ jobIds: [...'bdace'].map(idOf) });
  expect(await names(desk)).toBe('bdace');
});

test('a move announces enough to know the order and moves few other rows', { tags: 'long' }, async () => {
  const recordings = Array.from({ length: 60 }, (_, index) => `take ${index}`);
  const { desk, idOf } = await openWith(recordings);
  const { client } = desk;
  const known = new Map<string, number>();
  const stop = new AbortController();
  const events: QueueEvent[] = [];
  const watching = (async () => {
    for await (const event of await client.queue.watch(undefined, { signal: stop.signal })) events.push(event);
  })().catch(() => undefined);
  await expect.poll(() => events.length).toBeGreaterThan(0);
  for (const job of (await client.queue.list({ offset: 0, limit: 100 })).jobs) known.set(job.id, job.position);
  let revision = events.at(-1)?.revision ?? 0;
  let mostMoved = 0;
  // Always the last to the same place: there the room between two is used up.
  for (let round = 0; round < 24; round++) {
    const order = [...known].sort((one, other) => one[1] - other[1]).map(([id]) => id);
    const before = order.filter((id) => id !== idOf('take 0'))[0] ?? '';
    await client.queue.move({ jobIds: [order.at(-1) ?? ''], before });
    const seen = events.length;
    await expect.poll(() => events.length, { interval: 5 }).toBeGreaterThan(seen);
    for (const event of events.slice(seen)) {
      expect(event.revision).toBe(revision + 1);
      const moved = event.jobs.filter((job) => job.position !== known.get(job.id));
      mostMoved = Math.max(mostMoved, moved.length);
      for (const job of event.jobs) known.set(job.id, job.position);
      revision = event.revision;
    }
    const told = [...known].sort((one, other) => one[1] - other[1]).map(([id]) => id);
    const { jobs } = await client.queue.list({ offset: 0, limit: 100 });
    expect(told).toEqual(jobs.map((job) => job.id));
  }
  expect(mostMoved).toBeGreaterThan(1);
  expect(mostMoved).toBeLessThan(20);
  stop.abort();
  await watching;
});
