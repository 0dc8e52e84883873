import { expect, onTestFinished, test } from 'vitest';
import { createPauseSwitch } from '../../../../electron/core/queue/parts/queue-context.ts';
import { createTransitions } from '../../../../electron/core/queue/parts/transitions.ts';
import { createRunner } from '../../../../electron/core/queue/runner.ts';
import { openJobStore } from '../../../harness/store/job-store.ts';
import { createVirtualClock } from '../../../harness/time/virtual-clock.ts';

/** A runner over a store with this many queued jobs, whose work lasts until `end` or an interruption. */
function openRunner(count: number) {
  const { store, addJob } = openJobStore(1);
  for (let index = 0; index < count; index++) addJob({ id: `job-${index}`, position: index, admittedAt: 0 });
  const clock = createVirtualClock();
  const transitions = createTransitions(store, clock);
  const work = new Map<string, { end: (stored: boolean) => void; signal: AbortSignal }>();
  const begun: string[] = [];
  const throttle = { calls: { quietFor: () => 0 }, generations: { most: null } };
  const context = {
    store,
    transitions,
    runs: { batches: new Set() },
    pause: createPauseSwitch(store, { ignoresPause: false }),
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
  onTestFinished(runner.stop);
  /** Ends work on a job, which is done unless its end could not be stored. */
  const end = (jobId: string, stored = true) => {
    if (stored) store.jobs.setState(jobId, { kind: 'done' }, 0);
    work.get(jobId)?.end(stored);
  };
  /** Lets the runner look for work, and everything that begins begin. */
  const wake = async () => {
    runner.wake();
    await clock.advance(50);
  };
  return { begun, clock, end, runner, store, wake, signalOf: (jobId: string) => work.get(jobId)?.signal };
}

test('the runner begins what the plan says, and the next job when one has ended', async () => {
  const { begun, clock, end, runner, wake } = openRunner(4);
  await wake();
  expect(begun).toEqual(['job-0', 'job-1']);
  end('job-0');
  await clock.advance(50);
  expect(begun).toEqual(['job-0', 'job-1', 'job-2']);
  expect(runner.runningIds).toEqual(['job-1', 'job-2']);
});

test('an interrupted job has ended when the call resolves', async () => {
  const { runner, signalOf, store, wake } = openRunner(1);
  await wake();
  store.jobs.setState('job-0', { kind: 'paused', from: 'preparing' }, null);
  await runner.interrupt('job-0');
  expect(signalOf('job-0')?.aborted).toBe(true);
  expect(runner.isRunning('job-0')).toBe(false);
});

test('a paused queue begins nothing, also in the next run, until it is resumed', async () => {
  const { begun, clock, end, runner, signalOf, store, wake } = openRunner(4);
  await wake();
  const paused = runner.setPaused(true);
  for (const id of ['job-0', 'job-1']) expect(signalOf(id)?.aborted).toBe(true);
  end('job-0');
  end('job-1');
  await paused;
  await clock.advance(50);
  expect(begun).toEqual(['job-0', 'job-1']);
  expect(store.settings.get('queue-paused')).toBe(true);
  await runner.setPaused(false);
  await clock.advance(50);
  expect(begun).toEqual(['job-0', 'job-1', 'job-2', 'job-3']);
});

test('jobs of a batch that is still being added do not begin', async () => {
  const { begun, clock, runner, wake } = openRunner(1);
  const release = runner.gatherBatch('batch');
  await wake();
  expect(begun).toEqual([]);
  await release();
  await clock.advance(50);
  expect(begun).toEqual(['job-0']);
});

test('after an end that could not be stored nothing begins for a second', async () => {
  const { begun, clock, end, wake } = openRunner(1);
  await wake();
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
  const { begun, runner, signalOf, wake } = openRunner(4);
  await wake();
  await runner.stop();
  expect(runner.runningIds).toEqual([]);
  expect(signalOf('job-1')?.aborted).toBe(true);
  await wake();
  expect(begun).toEqual(['job-0', 'job-1']);
});
