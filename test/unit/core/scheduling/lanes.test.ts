import { expect, test } from 'vitest';
import {
  choose,
  countJobs,
  freeSlots,
  fullConnections,
  LANES,
  laneOf,
  limitsFor,
  type Occupancy,
} from '../../../../electron/core/queue/scheduling/lanes.ts';
import { STAGES } from '../../../../shared/domain/job-state.ts';

const empty: Occupancy = { limits: limitsFor(null), busy: [], counts: [], mostGenerations: new Map() };
const at = (lane: (typeof LANES)[number], connectionId = 'one') => ({ lane, connectionId });
const jobs = (...connections: string[]) => connections.map((connectionId, id) => ({ id, connectionId }));

test('every stage has a lane, and what is nearer to the end comes first', () => {
  expect(STAGES.map(laneOf)).toEqual([
    'preparing',
    'preparing',
    'uploading',
    'generating',
    'generating',
    'downloading',
    'exporting',
  ]);
  expect(LANES[0]).toBe('exporting');
});

test('a lane takes as many as it has places, in the order given', () => {
  const occupancy = { ...empty, busy: [at('uploading')] };
  expect(choose(occupancy, 'uploading', jobs('one', 'two', 'one', 'two'))).toEqual(jobs('one', 'two'));
  expect(choose(occupancy, 'generating', jobs('one'))).toHaveLength(1);
});

test('following a generation takes no place of an upload', () => {
  const busy = Array.from({ length: empty.limits.lanes.generating }, () => at('generating'));
  expect(freeSlots({ ...empty, busy }, 'generating')).toBe(0);
  expect(freeSlots({ ...empty, busy }, 'uploading')).toBe(empty.limits.lanes.uploading);
});

test('with a concurrency of N no lane has more, and with one there is one job in all', () => {
  const two = { ...empty, limits: limitsFor(2), busy: [at('generating'), at('generating')] };
  expect(LANES.map((lane) => freeSlots(two, lane))).toEqual([2, 2, 0, 2, 2]);
  const one = { ...empty, limits: limitsFor(1), busy: [at('generating')] };
  expect(LANES.map((lane) => freeSlots(one, lane))).toEqual([0, 0, 0, 0, 0]);
});

test('the person chooses how many uploads and downloads go on at once, unless the terminal says', () => {
  const chosen = limitsFor(null, { uploads: 1, downloads: 8 });
  expect([chosen.lanes.uploading, chosen.lanes.downloading]).toEqual([1, 8]);
  expect(chosen.lanes.generating).toBe(limitsFor(null).lanes.generating);
  expect(limitsFor(2, { uploads: 5, downloads: 5 })).toEqual(limitsFor(2));
});

test('what waits for the next lane is not piled up, and stops nobody else', () => {
  const counts = [{ ...at('uploading', 'slow'), count: empty.limits.lanes.uploading + 1 }];
  const busy = [at('uploading', 'slow')];
  const occupancy = { ...empty, counts, busy };
  expect(fullConnections(occupancy, 'preparing')).toEqual(['slow']);
  expect(choose(occupancy, 'preparing', jobs('slow', 'slow', 'quick'))).toEqual([{ id: 2, connectionId: 'quick' }]);
  expect(fullConnections({ ...occupancy, busy: [...busy, at('uploading', 'slow')] }, 'preparing')).toEqual([]);
});

test('a connection has no more under way than it takes', () => {
  const occupancy = { ...empty, busy: [at('generating')], mostGenerations: new Map([['one', 2]]) };
  expect(choose(occupancy, 'generating', jobs('one', 'one', 'two'))).toEqual([
    { id: 0, connectionId: 'one' },
    { id: 2, connectionId: 'two' },
  ]);
});

test('the jobs of each connection are counted over the stages of a lane', () => {
  const stages = [
    { connectionId: 'one', stage: 'ready', count: 70 },
    { connectionId: 'two', stage: 'generating', count: 3 },
    { connectionId: 'one', stage: 'generating', count: 2 },
  ] as const;
  expect(countJobs(stages)).toEqual([
    { lane: 'generating', connectionId: 'one', count: 72 },
    { lane: 'generating', connectionId: 'two', count: 3 },
  ]);
});
