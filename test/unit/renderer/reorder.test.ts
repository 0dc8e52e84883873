import { expect, test } from 'vitest';
import { scrollingAt } from '../../../renderer/features/desk/queue-table/follow-drag.ts';
import { applyEvents, createQueueStore, loadQueue, NO_TOTALS } from '../../../renderer/state/queue-store.ts';
import { destinationAt, placeJobs, showArranged, showPrioritized } from '../../../renderer/state/reorder.ts';
import type { JobView } from '../../../shared/contract/views.ts';
import { inQueueOrder, POSITION_STEP, positionsBetween } from '../../../shared/domain/queue-order.ts';
import { makeJob } from '../../harness/fake-desk/fake-jobs.ts';

function loaded(names: string, part: (name: string) => Partial<JobView> = () => ({})) {
  const store = createQueueStore();
  const jobs = [...names].map((name, index) =>
    makeJob(index, { id: name, name, started: true, position: (index + 1) * POSITION_STEP, ...part(name) }, 0),
  );
  loadQueue(store, jobs, NO_TOTALS, 1);
  return { store, order: () => store.getState().order.join('') };
}

function of(store: ReturnType<typeof loaded>['store'], id: string): JobView {
  const job = store.getState().jobs.get(id);
  if (job === undefined) throw new Error(`No job ${id}`);
  return job;
}

test('positions are spread evenly between two others, also before the first one, until there are too few', () => {
  expect(positionsBetween(100, 200, 3)).toEqual({ first: 125, step: 25 });
  const front = positionsBetween(undefined, 0, 2);
  expect((front?.first ?? 0) + (front?.step ?? 0)).toBeLessThan(0);
  expect(positionsBetween(7, 8, 1)).toBeNull();
});

test('the queue is ordered by priority, then by position', () => {
  const jobs = [
    { priority: 'low', position: 1 },
    { priority: 'normal', position: 3 },
    { priority: 'high', position: 9 },
    { priority: 'normal', position: 2 },
  ] as const;
  expect([...jobs].sort(inQueueOrder).map((job) => job.position)).toEqual([9, 2, 3, 1]);
});

test('a given order exchanges positions within each priority, and leaves all others where they are', () => {
  const { store, order } = loaded('abcdef', (name) => ({ priority: name === 'b' || name === 'e' ? 'high' : 'normal' }));
  expect(order()).toBe('beacdf');
  const change = showArranged(store, ['f', 'e', 'd', 'b', 'a']);
  expect(order()).toBe('ebfcda');
  change.undo();
  expect(order()).toBe('beacdf');
});

test('jobs move at once, together and in order', () => {
  const { store, order } = loaded('abcde');
  placeJobs(store, new Set(['d', 'b']), { priority: 'normal', before: 'a' });
  expect(order()).toBe('bdace');
  placeJobs(store, new Set(['b', 'a']), { priority: 'normal', before: null });
  expect(order()).toBe('dceba');
});

test('without an integer between two positions, the page still knows the order', () => {
  const { store, order } = loaded('abc', (name) => ({ position: 'abc'.indexOf(name) }));
  placeJobs(store, new Set(['c']), { priority: 'normal', before: 'b' });
  expect(order()).toBe('acb');
});

test('an older event doesn’t undo a move; once the desk has answered, its events apply', () => {
  const { store, order } = loaded('abc');
  const change = placeJobs(store, new Set(['c']), { priority: 'high', before: 'a' });
  const stale = makeJob(3, { id: 'c', name: 'c', started: true, position: 3 * POSITION_STEP }, 0);
  applyEvents(store, [{ revision: 2, jobs: [{ ...stale, name: 'renamed' }], removed: [], totals: NO_TOTALS }]);
  expect(order()).toBe('cab');
  expect(of(store, 'c')).toMatchObject({ name: 'renamed', priority: 'high' });
  change.done();
  applyEvents(store, [{ revision: 3, jobs: [stale], removed: [], totals: NO_TOTALS }]);
  expect(order()).toBe('abc');
});

test('a refused move is undone, but not over a later one', () => {
  const { store, order } = loaded('abcd');
  const first = placeJobs(store, new Set(['d']), { priority: 'normal', before: 'a' });
  first.undo();
  expect(order()).toBe('abcd');
  const second = placeJobs(store, new Set(['d']), { priority: 'normal', before: 'b' });
  showPrioritized(store, ['d'], 'low');
  second.undo();
  expect(of(store, 'd').priority).toBe('low');
});

test('a drop goes above the row below it or to the end, and nowhere if nothing would change', () => {
  const { store } = loaded('abcde');
  const queue = store.getState();
  const at = (index: number, ...moving: string[]) => destinationAt(queue.order, index, new Set(moving), queue);
  expect(at(1, 'd')).toEqual({ priority: 'normal', before: 'b' });
  expect(at(5, 'b')).toEqual({ priority: 'normal', before: null });
  expect(at(3, 'd')).toBeNull();
  expect(at(4, 'd')).toBeNull();
  expect(at(2, 'b', 'c')).toBeNull();
  expect(at(2, 'b', 'd')).toEqual({ priority: 'normal', before: 'c' });
  expect(at(0, ...'abcde')).toBeNull();
});

test('a drop inside a priority adopts it, and between two keeps its own', () => {
  const priorities = { a: 'high', b: 'high', c: 'normal', d: 'normal', e: 'low' } as const;
  const { store } = loaded('abcde', (name) => ({ priority: priorities[name as 'a'] }));
  const queue = store.getState();
  const at = (index: number, ...moving: string[]) => destinationAt(queue.order, index, new Set(moving), queue);
  expect(at(1, 'd')).toEqual({ priority: 'high', before: 'b' });
  expect(at(2, 'd')).toEqual({ priority: 'normal', before: 'c' });
  expect(at(2, 'a')).toEqual({ priority: 'high', before: null });
  expect(at(2, 'e')).toEqual({ priority: 'normal', before: 'c' });
  expect(at(5, 'a')).toEqual({ priority: 'low', before: null });
  expect(at(4, 'b', 'c')).toEqual({ priority: 'low', before: 'e' });
});

test('at the end of a filtered list, hidden rows keep their positions', () => {
  const { store } = loaded('abcde');
  const queue = store.getState();
  expect(destinationAt(['a', 'b', 'c'], 3, new Set(['a']), queue)).toEqual({ priority: 'normal', before: 'd' });
});

test('the list scrolls only at its edges, faster further out', () => {
  expect(scrollingAt(300, 100, 500)).toBe(0);
  expect(scrollingAt(110, 100, 500)).toBeLessThan(0);
  expect(scrollingAt(600, 100, 500)).toBeGreaterThan(scrollingAt(480, 100, 500));
  expect(scrollingAt(480, 100, 500)).toBeGreaterThan(0);
});
