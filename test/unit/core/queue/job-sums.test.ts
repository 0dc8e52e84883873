import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JobRow } from '../../../../electron/core/store/schema.ts';
import { openJobStore } from '../../../harness/store/job-store.ts';

const RUN_START = 1000;
const JOBS = ['a', 'b', 'c'];

const moment = fc.constantFrom(null, RUN_START - 1, RUN_START);
const kind = fc.constantFrom(...(['queued', 'generating', 'paused', 'needs-you', 'done'] as const));
const step = fc.record({
  job: fc.constantFrom(...JOBS),
  isUndone: fc.boolean(),
  change: fc.oneof(
    fc.record({ kind, finishedAt: moment }),
    fc.record({ removedAt: moment }),
    fc.record({ connectionId: fc.constantFrom('studio', 'second') }),
    fc.record({ seconds: fc.constantFrom(null, 0.2, 90) }),
  ),
});

function openScene() {
  const { addJob, store } = openJobStore(0);
  store.connections.insert({ ...store.connections.list()[0], id: 'second' } as never);
  for (const [index, id] of JOBS.entries()) addJob({ id, admittedAt: index === 0 ? null : RUN_START - 2 + index });
  const read = () => ({
    all: store.jobSums.all().map((sum) => ({ ...sum, seconds: Math.round(sum.seconds * 10) })),
    ofRun: store.jobSums.ofRun(RUN_START).map((sum) => ({ ...sum, seconds: Math.round(sum.seconds * 10) })),
    perStage: store.jobSums.perStage(),
  });
  return { addJob, store, read };
}

test('sums that follow each change are those of counting anew, after a rollback too', () => {
  const property = fc.property(fc.array(step, { minLength: 40, maxLength: 40 }), (steps) => {
    const { addJob, read, store } = openScene();
    read();
    for (const [index, { job, isUndone, change }] of steps.entries()) {
      const work = () => {
        if (index % 10 === 0) addJob({ id: `added ${index}`, admittedAt: RUN_START });
        if ('kind' in change) store.jobs.setState(job, { kind: change.kind } as JobRow['state'], change.finishedAt);
        else if ('seconds' in change) store.recordings.update('recording', { durationSeconds: change.seconds });
        else store.jobs.update(job, change);
        if (isUndone) throw new Error('undone');
      };
      if (isUndone) expect(() => store.progress(work)).toThrow('undone');
      else store.progress(work);
    }
    const followed = read();
    store.jobSums.ofRun(0);
    expect(followed).toEqual(read());
  });
  fc.assert(property, { numRuns: 10 });
});

test('a run has what is open or has ended since, without what an earlier one left paused', () => {
  const { addJob, store } = openJobStore(0);
  const earlier = RUN_START - 1;
  const add = (id: string, stateKind: JobRow['stateKind'], row: Partial<JobRow>) =>
    addJob({ id, stateKind, state: { kind: stateKind } as JobRow['state'], admittedAt: earlier, ...row });
  add('open', 'generating', {});
  add('left paused', 'paused', {});
  add('paused', 'paused', { admittedAt: RUN_START });
  add('not started', 'queued', { admittedAt: null });
  add('ended before', 'done', { finishedAt: earlier });
  add('ended', 'done', { finishedAt: RUN_START });
  add('ended and removed', 'failed', { finishedAt: RUN_START, removedAt: RUN_START });
  add('removed before', 'failed', { finishedAt: earlier, removedAt: earlier });
  expect(store.jobSums.ofRun(RUN_START)).toEqual(
    ['done', 'failed', 'generating', 'paused'].map((kind) => ({ kind, count: 1, seconds: 60 })),
  );
  expect(store.jobSums.perStage()).toEqual([{ connectionId: 'studio', stage: 'generating', count: 1 }]);
  expect(store.jobSums.all()).toEqual([
    { kind: 'done', started: 1, count: 2, seconds: 120 },
    { kind: 'generating', started: 1, count: 1, seconds: 60 },
    { kind: 'paused', started: 1, count: 2, seconds: 120 },
    { kind: 'queued', started: 0, count: 1, seconds: 60 },
  ]);
  // A backup is made where rows have changed: these are no one's.
  const changes = store.changes();
  store.jobSums.ofRun(earlier);
  expect(store.changes()).toBe(changes);
});
