import { expect, test } from 'vitest';
import { batchOf, setCap } from '../../../../electron/core/features/watch-folders/definitions.ts';
import { roomOfBatch } from '../../../../electron/core/queue/money/caps.ts';
import { doubtHistory, isDoubted, trustHistory } from '../../../../electron/core/recovery/rebuild/record-recovery.ts';
import { startOfDay } from '../../../../electron/platform/time/calendar.ts';
import { openJobStore } from '../../../harness/store/job-store.ts';

const NOW = startOfDay(Date.UTC(2026, 10, 20, 12)) + 60_000;

test('the cap of a watch folder holds for each day: earlier charges don’t count, everything held does', () => {
  const { addJob, store } = openJobStore(1000);
  const batchId = batchOf('/shows/incoming');
  const room = (now: number) => roomOfBatch({ store, ports: { clock: { now: () => now } as never } }, batchId);
  setCap(store, '/shows/incoming', 100_000, NOW);
  addJob({ batchId });
  store.generations.insert({
    id: 'g',
    jobId: 'job',
    connectionId: 'studio',
    model: 'service-2',
    stateKind: 'ready',
    state: { kind: 'ready' },
    createdAt: 0,
  });
  const write = (id: string, at: number, kind: 'hold' | 'charge' | 'release', amount: number) => {
    if (kind === 'hold')
      store.generations.insertAttempt({ id, generationId: 'g', parameterHash: '', baseline: [], intentAt: at });
    store.ledger.append({ at, generationId: 'g', attemptId: id, kind, seconds: 60, amount });
  };
  write('yesterday', NOW - 120_000, 'hold', 60_000);
  write('yesterday', NOW - 120_000, 'charge', 60_000);
  write('yesterday', NOW - 120_000, 'release', 60_000);
  expect(room(NOW - 120_000)).toMatchObject([{ left: 40_000 }]);
  expect(room(NOW)).toMatchObject([{ kind: 'batch', isOfWatchFolder: true, cap: 100_000, left: 100_000 }]);
  write('held', NOW - 120_000, 'hold', 30_000);
  expect(room(NOW)).toMatchObject([{ left: 70_000 }]);
  setCap(store, '/shows/incoming/', 30_000, NOW);
  expect(room(NOW)).toMatchObject([{ cap: 30_000, left: 0 }]);
});

test('after a recovery, each folder on a service waits for the person, also one that only a terminal knows; each recovery asks anew', () => {
  const { store } = openJobStore(1000);
  const doubted = () => ['/a', '/b'].map((folder) => isDoubted(store, folder, 'studio'));
  expect(doubted()).toEqual([false, false]);
  doubtHistory(store);
  expect(doubted()).toEqual([true, true]);
  expect(isDoubted(store, '/a', 'built-in')).toBe(false);
  trustHistory(store, '/b');
  expect(doubted()).toEqual([true, false]);
  doubtHistory(store);
  expect(doubted()).toEqual([true, true]);
});
