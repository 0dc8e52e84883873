import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { type Files, nodeFiles } from '../../../../electron/platform/files/files.ts';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage, PRICE } from '../../../harness/desk/scripted-stage.ts';

/** Files whose flushes do something else first, as often as there is something. */
function flushing(...first: ((path: string) => Promise<void>)[]): Files {
  return {
    ...nodeFiles,
    openToFlush(path) {
      const { flush, close } = nodeFiles.openToFlush(path);
      return {
        async flush() {
          await first.shift()?.(path);
          await flush();
        },
        close,
      };
    },
  };
}

test('an intent that could not be flushed is withdrawn without sending, and the next one is sent', {
  tags: 'long',
}, async () => {
  const fail = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
  const stage = await openStage({ files: flushing(fail) });
  const jobId = await stage.begin();
  await vi.waitFor(() => expect(stage.desk.store.jobs.get(jobId).stateKind).toMatch(/waiting|failed|done/), 20_000);
  const { state } = stage.desk.store.jobs.get(jobId);
  if (state.kind === 'waiting') expect(state.reason.code).not.toBe('startUncertain');
  if (state.kind === 'failed') {
    expect(stage.service.startRequests).toHaveLength(0);
    expect(stage.desk.store.ledger.held()).toBe(0);
    await stage.desk.client.queue.retry({ jobIds: [jobId] });
  }
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.startRequests).toHaveLength(1);
  expect(ledgerOf(stage, jobId)).toEqual([
    ['hold', 60 * PRICE],
    ['release', 60 * PRICE],
    ['hold', 60 * PRICE],
    ['charge', 60 * PRICE],
    ['release', 60 * PRICE],
  ]);
});

test('a recorded answer counts even if its flush failed: nobody is asked, and nothing is sent again', {
  tags: 'long',
}, async () => {
  const fail = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
  const stage = await openStage({ files: flushing(() => Promise.resolve(), fail) });
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.startRequests).toHaveLength(1);
  const events = stage.desk.store.events.ofJob(jobId).map(({ event, detail }) => `${event} ${detail ?? ''}`);
  expect(events.filter((event) => event.startsWith('wait') || event.startsWith('lost-sight'))).toEqual([]);
});

test('after a failed flush, what it may have lost is written again before anything is sent', {
  tags: 'long',
}, async () => {
  const logs: number[] = [];
  let database = '';
  const fail = (path: string) => {
    database = path.replace(/-wal$/, '');
    return Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
  };
  const look = async () => {
    // Opened without its log: what was put into the database itself.
    const copy = `${database}.copy`;
    await nodeFiles.copy(database, copy);
    const raw = new Database(copy);
    logs.push(
      raw
        .prepare("select count(*) from start_attempt where outcome = 'not-sent' or outcome is null")
        .pluck()
        .get() as number,
    );
    raw.close();
  };
  const stage = await openStage({ files: flushing(fail, look) });
  const jobId = await stage.begin();
  await vi.waitFor(() => expect(logs).toHaveLength(1), 20_000);
  expect(logs[0]).toBeGreaterThan(0);
  expect(existsSync(`${database}-wal`)).toBe(true);
  if (stage.desk.store.jobs.get(jobId).stateKind === 'failed') await stage.desk.client.queue.retry({ jobIds: [jobId] });
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.startRequests).toHaveLength(1);
});

test.each(['pause', 'cancel'] as const)(
  '%s while the intent is being flushed sends nothing',
  { tags: 'long' },
  async (act) => {
    let asked: Promise<unknown> | null = null;
    const stage = await openStage({
      files: flushing(async () => {
        asked = stage.desk.client.queue[act]({ jobIds: [jobId] });
        await vi.waitFor(() => expect(stage.desk.store.jobs.get(jobId).stateKind).toMatch(/paused|cancelling/));
      }),
    });
    const jobId = await stage.begin();
    await vi.waitFor(() => expect(asked).not.toBeNull(), 20_000);
    await asked;
    expect(stage.service.startRequests).toHaveLength(0);
    expect(stage.desk.store.generations.ofJob(jobId).map(({ stateKind }) => stateKind)).toEqual(['ready']);
    expect(stage.desk.store.ledger.held()).toBe(0);
    await stage.desk.client.queue[act === 'pause' ? 'resume' : 'retry']({ jobIds: [jobId] });
    await waitForJob(stage.desk.client, jobId, isDone);
    expect(stage.service.startRequests).toHaveLength(1);
  },
);
