import { expect, test } from 'vitest';
import {
  type ConnectionStatus,
  planStops,
  planWork,
  type RunningJob,
  type Search,
  type Snapshot,
} from '../../../../electron/core/queue/plan.ts';
import { type Lane, limitsFor } from '../../../../electron/core/queue/scheduling/lanes.ts';
import type { LaneJob } from '../../../../electron/core/store/statements/job-lanes.ts';
import { STAGES, type Stage } from '../../../../shared/domain/job-state.ts';

const open = (id: string): ConnectionStatus => ({ id, gate: 'open', quietMs: 0, mostGenerations: null });
const job = (id: string, stage: Stage = 'queued', connectionId = 'one'): LaneJob => ({ id, stage, connectionId });
const jobs = (count: number, stage: Stage, connectionId = 'one') =>
  Array.from({ length: count }, (_, index) => job(`${stage}-${index}`, stage, connectionId));
const atWork = (id: string, lane: Lane, connectionId = 'one'): RunningJob => ({ id, lane, connectionId });

/** How many of them each connection has in each stage. */
const countsOf = (all: readonly LaneJob[]) =>
  [...Map.groupBy(all, ({ connectionId, stage }) => `${connectionId} ${stage}`).values()].flatMap((group) =>
    group.slice(0, 1).map(({ connectionId, stage }) => ({ connectionId, stage, count: group.length })),
  );

/** A snapshot of a store with these jobs, of which a snapshot has the first `firstLimit` in each stage. */
function snapshot(all: readonly LaneJob[], changes: Partial<Snapshot> = {}): Snapshot & { searches: Search[] } {
  const firstLimit = changes.firstLimit ?? 32;
  const searches: Search[] = [];
  const needsStart = changes.needsStart ?? (() => true);
  return {
    searches,
    limits: limitsFor(null),
    paused: false,
    running: [],
    connections: [open('one'), open('two')],
    counts: [],
    first: STAGES.flatMap((stage) => all.filter((one) => one.stage === stage).slice(0, firstLimit)),
    firstLimit,
    nextWaitMs: null,
    search: (search) => {
      searches.push(search);
      const { closedConnections, exceptConnections, limit, stage } = search;
      const found = all.filter(
        (one) =>
          one.stage === stage &&
          !exceptConnections.includes(one.connectionId) &&
          !(closedConnections.includes(one.connectionId) && needsStart(one.id)),
      );
      return found.slice(0, limit);
    },
    needsStart,
    ...changes,
  };
}

function begun(of: Snapshot): string[] {
  return planWork(of).begin.map(({ job: { id }, lane }) => `${lane}: ${id}`);
}

test('jobs begin in the lanes of their stages, the last stage first, in the queue’s order', () => {
  expect(begun(snapshot([job('a'), job('b', 'exporting'), job('c', 'ready'), job('d', 'generating')]))).toEqual([
    'exporting: b',
    'generating: d',
    'generating: c',
    'preparing: a',
  ]);
});

test('a lane whose slots are taken begins nothing, and the other lanes are not affected', () => {
  const running = [atWork('x', 'uploading'), atWork('y', 'uploading'), atWork('z', 'uploading')];
  expect(begun(snapshot([job('a', 'uploading'), job('b')], { running }))).toEqual(['preparing: b']);
  expect(begun(snapshot([job('a', 'uploading'), job('b', 'uploading')], { running: running.slice(1) }))).toEqual([
    'uploading: a',
  ]);
});

test('a job that is at work does not begin again', () => {
  expect(begun(snapshot([job('a'), job('b')], { running: [atWork('a', 'preparing')] }))).toEqual(['preparing: b']);
});

test('with a concurrency of one a job begins only when nothing is at work', () => {
  const limits = limitsFor(1);
  expect(begun(snapshot([job('a'), job('b', 'uploading'), job('c', 'ready')], { limits }))).toEqual(['generating: c']);
  expect(begun(snapshot([job('a')], { limits, running: [atWork('x', 'exporting')] }))).toEqual([]);
});

test('a paused queue begins nothing', () => {
  const all = [job('a'), job('b', 'downloading')];
  expect(planWork(snapshot(all, { paused: true, nextWaitMs: 500 }))).toEqual({ begin: [], wakeAfterMs: null });
});

test('over a parked connection only what is paid for continues', () => {
  const connections = [{ ...open('one'), gate: 'parked' as const }, open('two')];
  const all = [job('a'), job('b', 'generating'), job('c', 'uploading', 'two')];
  const needsStart = (id: string) => id === 'a';
  expect(begun(snapshot(all, { connections, needsStart }))).toEqual(['generating: b', 'uploading: c']);
});

test('a connection that is due for a trial gets one job that needs a start, and no second one', () => {
  const connections = [{ ...open('one'), gate: 'trial-due' as const }, open('two')];
  expect(begun(snapshot([job('a'), job('b')], { connections }))).toEqual(['preparing: a']);
  const across = [job('a', 'ready'), job('b', 'uploading'), job('c', 'queued', 'two')];
  expect(begun(snapshot(across, { connections }))).toEqual(['generating: a', 'preparing: c']);
  const paid = (id: string) => id !== 'a';
  expect(begun(snapshot(across, { connections, needsStart: paid }))).toEqual([
    'generating: a',
    'uploading: b',
    'preparing: c',
  ]);
});

test('while a trial is at work nothing else starts over its connection', () => {
  const connections = [{ ...open('one'), gate: 'on-trial' as const }, open('two')];
  const running = [atWork('trial', 'uploading')];
  expect(begun(snapshot([job('a'), job('b', 'queued', 'two')], { connections, running }))).toEqual(['preparing: b']);
});

test('a parked connection stops the jobs at work that need a start, and no others', () => {
  const running = [atWork('a', 'uploading'), atWork('paid', 'generating'), atWork('c', 'uploading', 'two')];
  const needsStart = (id: string) => id !== 'paid';
  const stops = (gate: ConnectionStatus['gate']) =>
    planStops({ running, needsStart, connections: [{ ...open('one'), gate }, open('two')] });
  expect(stops('parked')).toEqual(['a']);
  for (const gate of ['open', 'trial-due', 'on-trial'] as const) expect(stops(gate)).toEqual([]);
});

test('a connection gets no more generations under way than it takes', () => {
  const connections = [{ ...open('one'), mostGenerations: 2 }, open('two')];
  const all = [...jobs(3, 'generating'), job('other', 'generating', 'two')];
  const running = [atWork('x', 'generating')];
  expect(begun(snapshot(all, { connections, running }))).toEqual(['generating: generating-0', 'generating: other']);
});

test('what waits for the next lane is not piled up: nothing more is prepared for a full upload lane', () => {
  const counts = [{ connectionId: 'one', stage: 'uploading', count: 3 }] as const;
  expect(begun(snapshot([job('a'), job('b', 'queued', 'two')], { counts }))).toEqual(['preparing: b']);
});

test('a service that asked to be left alone is not called, and its local work continues', () => {
  const connections = [{ ...open('one'), quietMs: 4000 }, open('two')];
  const all = [job('a', 'exporting'), job('b', 'downloading'), job('c', 'ready'), job('d', 'uploading'), job('e')];
  expect(planWork(snapshot(all, { connections }))).toMatchObject({ wakeAfterMs: 4000 });
  expect(begun(snapshot(all, { connections }))).toEqual(['exporting: a', 'preparing: e']);
});

test.each([
  ['nothing waits for a time', {}, null],
  ['a job waits until a time', { nextWaitMs: 1234 }, 1234],
  ['a wait is over already', { nextWaitMs: 0 }, 10],
  ['a wait is long', { nextWaitMs: 3_600_000 }, 60_000],
  ['a connection is quiet for less long', { nextWaitMs: 900, connections: [{ ...open('one'), quietMs: 300 }] }, 300],
] as const)('when to plan again: %s', (_name, changes, expected) => {
  expect(planWork(snapshot([], changes)).wakeAfterMs).toBe(expected);
});

test('jobs behind the first are searched for only where none of the first may begin', () => {
  const all = [...jobs(4, 'queued'), job('other', 'queued', 'two')];
  const connections = [{ ...open('one'), gate: 'parked' as const }, open('two')];
  const blocked = snapshot(all, { connections, counts: countsOf(all), firstLimit: 4 });
  expect(begun(blocked)).toEqual(['preparing: other']);
  expect(blocked.searches[0]).toEqual({ stage: 'queued', exceptConnections: [], closedConnections: ['one'], limit: 2 });
  const free = snapshot(all, { firstLimit: 4 });
  expect(begun(free)).toEqual(['preparing: queued-0', 'preparing: queued-1']);
  expect(free.searches).toEqual([]);
  // All jobs of the stage were read: there are none behind them.
  const few = snapshot(all.slice(0, 3), { connections, firstLimit: 4 });
  expect(begun(few)).toEqual([]);
  expect(few.searches).toEqual([]);
});

test('a search passes over connections that are full or quiet', () => {
  const connections = [open('one'), { ...open('two'), quietMs: 100 }, open('three')];
  const all = [...jobs(2, 'uploading'), job('a', 'uploading', 'two'), job('b', 'uploading', 'three')];
  const counts = [...countsOf(all), { connectionId: 'one', stage: 'ready', count: 16 }] as const;
  const of = snapshot(all, { counts, connections, firstLimit: 2 });
  expect(begun(of)).toEqual(['uploading: b']);
  expect(of.searches[0]?.exceptConnections).toEqual(['one', 'two']);
});

test('a search is not made where only jobs of full connections wait, however many', () => {
  const all = [...jobs(4, 'queued'), job('other', 'queued', 'two')];
  const counts = [...countsOf(all), { connectionId: 'one', stage: 'uploading', count: 3 }] as const;
  const running = [atWork('other', 'preparing', 'two')];
  const full = snapshot(all, { counts, running, firstLimit: 4 });
  expect(begun(full)).toEqual([]);
  expect(full.searches).toEqual([]);
  expect(begun(snapshot(all, { counts, firstLimit: 4 }))).toEqual(['preparing: other']);
});

test('lanes never take more than their slots, however the jobs are spread', () => {
  const all = [...jobs(40, 'queued'), ...jobs(40, 'uploading'), ...jobs(40, 'ready'), ...jobs(40, 'downloading')];
  const { begin } = planWork(snapshot(all));
  const inLane = (lane: Lane) => begin.filter((one) => one.lane === lane).length;
  expect({ ...limitsFor(null).lanes, exporting: 0 }).toEqual({
    exporting: 0,
    downloading: inLane('downloading'),
    generating: inLane('generating'),
    uploading: inLane('uploading'),
    preparing: inLane('preparing'),
  });
  expect(new Set(begin.map(({ job: { id } }) => id)).size).toBe(begin.length);
});
