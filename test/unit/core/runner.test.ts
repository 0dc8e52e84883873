import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRunner } from '../../../electron/core/queue/runner.ts';
import { createTransitions } from '../../../electron/core/queue/transitions.ts';
import { openStore } from '../../../electron/core/store/open-store.ts';
import { nodeHostInfo } from '../../../electron/hosts/common/paths.ts';
import { nodeFiles } from '../../../electron/platform/files/files.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch-preset.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { createVirtualClock } from '../../harness/time/virtual-clock.ts';

/** A runner over a store with this many queued jobs, whose work lasts until `end` or an interruption. */
function openRunner(count: number) {
  const folder = temporaryFolder();
  const store = openStore(path.join(folder, 'desk.sqlite'), nodeHostInfo('cli', folder).migrationsDirectory, nodeFiles);
  const prices = { 'service-2': 1, 'service-3.5': 1 };
  const connection = { id: 'studio', kind: 'remote', name: 'Studio', headerStyle: 'bearer', createdAt: 0 } as const;
  store.connections.insert({ ...connection, paths: {} as never, prices });
  store.batches.insert({ id: 'batch', createdAt: 0 });
  const file = { path: '/a.wav', realPath: '/a.wav', name: 'a.wav', folder: '', origin: 'path' } as const;
  store.recordings.insert({ ...file, id: 'recording', bytes: 1, modifiedAt: 0, addedAt: 0 });
  for (let index = 0; index < count; index++) {
    const job = { id: `job-${index}`, batchId: 'batch', recordingId: 'recording', connectionId: 'studio' };
    const queued = { stateKind: 'queued', state: { kind: 'queued' } } as const;
    store.jobs.insert({
      ...job,
      ...queued,
      position: index,
      preset: DEFAULT_BATCH_PRESET,
      admittedAt: 0,
      createdAt: 0,
    });
  }
  const clock = createVirtualClock();
  const transitions = createTransitions(store, clock);
  const work = new Map<string, { end: (stored: boolean) => void; signal: AbortSignal }>();
  const begun: string[] = [];
  const throttle = { calls: { quietFor: () => 0 }, generations: { most: null } };
  const context = {
    store,
    transitions,
    settings: { concurrency: null, patient: false, leavesEarlierWork: false, ignoresPause: false },
    ports: { clock, log: { error: () => undefined } },
    time: { check: () => undefined, onJump: () => () => undefined },
    connections: { list: store.connections.list, throttle: () => throttle },
  };
  const runner = createRunner(context as never, (jobId, _lane, signal) => {
    begun.push(jobId);
    return new Promise((resolve) => {
      work.set(jobId, { end: resolve, signal });
      signal.addEventListener('abort', () => resolve(true));
    });
  });
  onTestFinished(async () => {
    await runner.stop();
    store.close();
  });
  /** Ends work on a job, which is done unless its end could not be stored. */
  const end = (jobId: string, stored = true) => {
    if (stored) store.jobs.setState(jobId, { kind: 'done' }, 0);
    work.get(jobId)?.end(stored);
  };
  return { begun, clock, end, runner, store, signalOf: (jobId: string) => work.get(jobId)?.signal };
}

test('the runner begins what the plan says, and the next job when one has ended', async () => {
  const { begun, clock, end, runner } = openRunner(4);
  runner.wake();
  await clock.advance(50);
  expect(begun).toEqual(['job-0', 'job-1']);
  end('job-0');
  await clock.advance(50);
  expect(begun).toEqual(['job-0', 'job-1', 'job-2']);
  expect(runner.runningIds).toEqual(['job-1', 'job-2']);
});

test('an interrupted job has ended when the call resolves', async () => {
  const { clock, runner, signalOf, store } = openRunner(1);
  runner.wake();
  await clock.advance(50);
  store.jobs.setState('job-0', { kind: 'paused', from: 'preparing' }, null);
  await runner.interrupt('job-0');
  expect(signalOf('job-0')?.aborted).toBe(true);
  expect(runner.isRunning('job-0')).toBe(false);
});

test('a paused queue begins nothing, also in the next run, until it is resumed', async () => {
  const { begun, clock, end, runner, store } = openRunner(4);
  runner.wake();
  await clock.advance(50);
  runner.setPaused(true);
  end('job-0');
  await clock.advance(50);
  expect(begun).toEqual(['job-0', 'job-1']);
  expect(store.settings.get('queue-paused')).toBe(true);
  runner.setPaused(false);
  await clock.advance(50);
  expect(begun).toEqual(['job-0', 'job-1', 'job-2']);
});

test('jobs of a batch that is still being added do not begin', async () => {
  const { begun, clock, runner } = openRunner(1);
  const release = runner.holdBatch('batch');
  runner.wake();
  await clock.advance(50);
  expect(begun).toEqual([]);
  await release();
  await clock.advance(50);
  expect(begun).toEqual(['job-0']);
});

test('after an end that could not be stored nothing begins for a second', async () => {
  const { begun, clock, end, runner } = openRunner(1);
  runner.wake();
  await clock.advance(50);
  end('job-0', false);
  await clock.advance(900);
  expect(begun).toEqual(['job-0']);
  await clock.advance(200);
  expect(begun).toEqual(['job-0', 'job-0']);
});

test('a job waits until its time, and begins then by itself', async () => {
  const { begun, clock, runner, store } = openRunner(1);
  const reason = { code: 'serviceBusy', message: '', userMessage: '', retryable: true } as never;
  store.jobs.setState('job-0', { kind: 'waiting', from: 'uploading', until: clock.now() + 5000, reason }, null);
  runner.wake();
  await clock.advance(4900);
  expect(begun).toEqual([]);
  await clock.advance(200);
  expect(begun).toEqual(['job-0']);
});

test('a stop interrupts all work and begins nothing more', async () => {
  const { begun, clock, runner, signalOf } = openRunner(4);
  runner.wake();
  await clock.advance(50);
  await runner.stop();
  expect(runner.runningIds).toEqual([]);
  expect(signalOf('job-1')?.aborted).toBe(true);
  runner.wake();
  await clock.advance(50);
  expect(begun).toEqual(['job-0', 'job-1']);
});
