import { expect, test } from 'vitest';
import { applyEvents, createQueueStore, loadQueue, NO_TOTALS } from '../../../renderer/state/queue-store.ts';
import { rangeOf, rowAfterRemoval } from '../../../renderer/state/view-store.ts';
import { visibleIds } from '../../../renderer/state/visible-rows.ts';
import type { JobView, QueueEvent } from '../../../shared/contract/views.ts';
import { errorOf, makeGeneration, makeJob } from '../../harness/fake-desk/fake-jobs.ts';
import { quickest } from '../../harness/time/quickest.ts';

function job(position: number, part: Partial<JobView> = {}): JobView {
  return makeJob(position, { name: `recording ${position}.wav`, started: true, ...part }, 0);
}

function event(revision: number, jobs: JobView[], removed: string[] = []): QueueEvent {
  return { revision, jobs, removed, totals: { ...NO_TOTALS, jobs: revision } };
}

function loaded(count: number) {
  const store = createQueueStore();
  const jobs = Array.from({ length: count }, (_, index) => job(index + 1));
  loadQueue(store, jobs, NO_TOTALS, 1);
  return store;
}

test('events in order change jobs, order and counts', () => {
  const store = loaded(3);
  const changed = event(2, [job(2, { state: { kind: 'done' } })]);
  const whole = applyEvents(store, [changed, event(3, [job(4)]), event(4, [], ['job-1'])]);
  const state = store.getState();
  expect(whole).toBe(true);
  expect(state.order).toEqual(['job-2', 'job-3', 'job-4']);
  expect(state.counts).toMatchObject({ done: 1, waiting: 2, active: 0 });
  expect(state.revision).toBe(4);
});

test('what only waits its turn at the service is counted apart from what is processed', () => {
  const store = loaded(3);
  const at = (position: number, ...states: ('stored' | 'queued' | 'processing' | 'ready')[]) =>
    job(position, {
      state: { kind: 'generating' },
      generations: states.map((state) => ({ ...makeGeneration('job', 'service-2'), state })),
    });
  applyEvents(store, [event(2, [at(1, 'stored', 'queued'), at(2, 'queued', 'processing'), at(3, 'ready')])]);
  expect(store.getState().counts).toMatchObject({ active: 3, 'queued-there': 1 });
  applyEvents(store, [event(3, [at(1, 'stored', 'processing')])]);
  expect(store.getState().counts).toMatchObject({ active: 3, 'queued-there': 0 });
});

test('nothing is applied after a gap, and a refetch is requested', () => {
  const store = loaded(2);
  expect(applyEvents(store, [event(2, [job(1, { state: { kind: 'done' } })]), event(4, [job(3)])])).toBe(false);
  expect(store.getState().revision).toBe(2);
  expect(store.getState().order).toHaveLength(2);
});

test('an event that the fetched queue includes is ignored', () => {
  const store = loaded(2);
  expect(applyEvents(store, [event(1, [job(1, { name: 'old' })])])).toBe(true);
  expect(store.getState().jobs.get('job-1')?.name).toBe('recording 1.wav');
});

test('one change among fifty thousand makes one new job and no new order', () => {
  const store = loaded(50_000);
  const { order, jobs } = store.getState();
  const others = [jobs.get('job-1'), jobs.get('job-50000')];
  const each = quickest((round) => {
    applyEvents(store, [event(2 + round, [job(25_000, { state: { kind: 'generating' } })])]);
  }, 100);
  const looksAtAll = quickest(() => [...jobs.values()].filter(({ started }) => started));
  const state = store.getState();
  expect(state.order).toBe(order);
  expect([state.jobs.get('job-1'), state.jobs.get('job-50000')]).toEqual(others);
  expect(state.jobs.get('job-1')).toBe(others[0]);
  expect(state.counts.active).toBe(1);
  expect(each).toBeLessThan(looksAtAll);
});

test('jobs that aren’t started are counted separately, without failed ones', () => {
  const store = createQueueStore();
  const error = { code: 'mediaEmpty', userMessage: 'Empty.', retryable: false } as const;
  const failed = { kind: 'failed', error, retryFrom: 'preparing' } as const;
  loadQueue(store, [job(1, { started: false }), job(2, { started: false, state: failed })], NO_TOTALS, 1);
  expect(store.getState().counts).toMatchObject({ startable: 1, attention: 1 });
});

test('filter and search narrow the list without changing its order', () => {
  const jobs = new Map([job(1), job(2, { state: { kind: 'done' }, folder: 'Season 1' })].map((one) => [one.id, one]));
  const order = ['job-1', 'job-2'];
  expect(visibleIds({ order, jobs }, { foldedBefore: null, filter: 'all', search: ' ', stalled: false })).toBe(order);
  expect(visibleIds({ order, jobs }, { foldedBefore: null, filter: 'done', search: '', stalled: false })).toEqual([
    'job-2',
  ]);
  expect(visibleIds({ order, jobs }, { foldedBefore: null, filter: 'all', search: 'season', stalled: false })).toEqual([
    'job-2',
  ]);
  const named = new Map([['job-1', job(1, { name: 'Émission à São Paulo.wav' })]]);
  expect(
    visibleIds(
      { order: ['job-1'], jobs: named },
      { foldedBefore: null, filter: 'all', search: 'emission a sao', stalled: false },
    ),
  ).toEqual(['job-1']);
  expect(
    visibleIds(
      { order: ['job-1'], jobs: named },
      { foldedBefore: null, filter: 'all', search: 'ÉMISSION', stalled: false },
    ),
  ).toEqual(['job-1']);
});

test('what had ended before the last Start is folded away, except failures, and only while all rows are shown', () => {
  const failed = { kind: 'failed', error: errorOf('mediaEmpty'), retryFrom: 'preparing' } as const;
  const rows = [
    job(1, { state: { kind: 'done' }, finishedAt: 10 }),
    job(2, { state: failed, finishedAt: 10 }),
    job(3, { state: { kind: 'done' }, finishedAt: 30 }),
    job(4),
  ];
  const queue = { order: rows.map(({ id }) => id), jobs: new Map(rows.map((one) => [one.id, one])) };
  const shown = (filter: 'all' | 'done') => visibleIds(queue, { foldedBefore: 20, filter, search: '', stalled: false });
  expect(shown('all')).toEqual(['job-2', 'job-3', 'job-4']);
  expect(shown('done')).toEqual(['job-1', 'job-3']);
});

test('a range goes from the anchor to the row in either direction', () => {
  const order = ['a', 'b', 'c', 'd'];
  expect([...rangeOf(order, 'd', 'b')]).toEqual(['b', 'c', 'd']);
  expect([...rangeOf(order, 'gone', 'b')]).toEqual(['b']);
});

test('after a removal the next row gets the focus, or else the previous one', () => {
  const order = ['a', 'b', 'c', 'd'];
  expect(rowAfterRemoval(order, new Set(['b', 'c']))).toBe('d');
  expect(rowAfterRemoval(order, new Set(['c', 'd']))).toBe('b');
  expect(rowAfterRemoval(order, new Set(order))).toBeNull();
});
