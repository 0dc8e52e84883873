import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { QueueEvent } from '../../shared/contract/views.ts';
import { DEFAULT_BATCH_PRESET } from '../../shared/domain/batch/batch-preset.ts';
import { until } from '../harness/until.ts';
import { BREAKING_PATH, type Carried, TRANSPORTS, UNREADABLE_PATH } from './transports.ts';

describe.each(Object.entries(TRANSPORTS))('the contract over a %s', (name, open) => {
  let carried: Carried;
  beforeEach(async () => {
    carried = await open();
  });
  afterEach(() => carried.close());

  test('calls and answers keep their shape', async () => {
    const { client } = carried;
    const report = await client.queue.add({ paths: ['/takes/Ünïcode 🎙.wav', '/takes/b.wav'], start: true });
    expect(report).toEqual({
      batchId: 'batch-2',
      jobIds: ['job-1', 'job-2'],
      skipped: [],
      restoredBefore: [],
      parts: [],
    });
    const { jobs, total, revision } = await client.queue.list({ offset: 0, limit: 10 });
    expect(jobs.map((job) => job.name)).toEqual(['Ünïcode 🎙.wav', 'b.wav']);
    expect(jobs[0]?.transfer).toBeNull();
    expect({ total, revision }).toEqual({ total: 2, revision: 2 });
  });

  test('a call without an answer resolves to nothing', async () => {
    const { client } = carried;
    await expect(client.system.setPreset({ ...DEFAULT_BATCH_PRESET, format: 'mp3' })).resolves.toBeUndefined();
    expect((await client.system.preset()).format).toBe('mp3');
  });

  test('an input against the schema never reaches the handler', async () => {
    const { client, desk } = carried;
    const failure = await client.queue.add({ paths: [], start: true }).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(ORPCError);
    expect(failure).toMatchObject({ code: 'BAD_REQUEST' });
    expect(desk.jobs.size).toBe(0);
  });

  test('a refusal brings its code and its sentence', async () => {
    const failure = await carried.client.queue
      .add({ paths: [UNREADABLE_PATH], start: true })
      .catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(ORPCError);
    expect(failure).toMatchObject({
      defined: true,
      code: 'REFUSED',
      status: 422,
      data: {
        code: 'sourceUnreadable',
        userMessage: expect.stringContaining('doesn’t have permission to read this file'),
      },
    });
  });

  test('a defect in a handler is an error to the caller and leaves the line open', async () => {
    const failure = await carried.client.queue
      .add({ paths: [BREAKING_PATH], start: true })
      .catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(Error);
    // Only a direct call, within one process, may show what was thrown.
    if (name !== 'direct call') expect(String(failure)).not.toContain('secret');
    await expect(carried.client.system.info()).resolves.toMatchObject({ samples: 3 });
  });

  test('events arrive in the order of their revisions, the first at once', async () => {
    const { client, desk } = carried;
    desk.seed([{ name: 'before.wav' }]);
    const seen: QueueEvent[] = [];
    for await (const event of await client.queue.watch()) {
      seen.push(event);
      if (seen.length === 1)
        for (let index = 0; index < 50; index++) desk.seed([{ name: `${index}.wav`, started: true }]);
      if (seen.length === 51) break;
    }
    expect(seen[0]).toMatchObject({ revision: 2, jobs: [], totals: { jobs: 1, notStarted: 1 } });
    expect(seen.map((event) => event.revision)).toEqual(Array.from({ length: 51 }, (_, index) => index + 2));
  });

  test('two watchers are told alike', async () => {
    const { client, desk } = carried;
    const one = await client.queue.watch();
    const other = await client.queue.watch();
    await Promise.all([one.next(), other.next()]);
    desk.seed([{ name: 'a.wav', started: true }]);
    const [first, second] = await Promise.all([one.next(), other.next()]);
    expect(first).toEqual(second);
    await Promise.all([one.return?.(), other.return?.()]);
    await until(() => desk.watchers() === 0);
  });

  test('leaving the loop ends the iterator on the other side', async () => {
    const { client, desk } = carried;
    for await (const _event of await client.queue.watch()) {
      expect(desk.watchers()).toBe(1);
      break;
    }
    await until(() => desk.watchers() === 0);
  });

  test('aborting the signal ends the iterator on both sides', async () => {
    const { client, desk } = carried;
    const abort = new AbortController();
    const events = await client.queue.watch(undefined, { signal: abort.signal });
    await events.next();
    const waiting = Promise.resolve(events.next()).then(
      (result) => (result.done === true ? 'ended' : 'went on'),
      () => 'ended',
    );
    abort.abort();
    expect(await waiting).toBe('ended');
    await until(() => desk.watchers() === 0);
  });

  // A direct call has no line.
  if (name !== 'direct call') {
    test('a cut line ends the iterator on the other side', async () => {
      const { client, desk } = carried;
      const events = await client.queue.watch();
      await events.next();
      expect(desk.watchers()).toBe(1);
      carried.cut();
      await until(() => desk.watchers() === 0);
    });
  }
});
