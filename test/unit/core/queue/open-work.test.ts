import { expect, test } from 'vitest';
import { createEstimates, type EstimatesContext } from '../../../../electron/core/queue/estimates/estimates.ts';
import { createRunRecords } from '../../../../electron/core/queue/parts/run-records.ts';
import type { JobRow } from '../../../../electron/core/store/schema.ts';
import { openJobStore } from '../../../harness/store/job-store.ts';
import { createVirtualClock } from '../../../harness/time/virtual-clock.ts';

type NewJob = Partial<JobRow> & { readonly id: string };

/** @param addAll adds jobs, each with its generations in these states */
function openScene(addAll: (add: (job: NewJob, ...states: string[]) => void) => void) {
  const { addJob, store } = openJobStore(0);
  store.progress(() =>
    addAll((job, ...states) => {
      addJob({ admittedAt: 1, ...job });
      for (const [index, kind] of states.entries()) {
        const model = index === 0 ? 'service-2' : 'service-3.5';
        const row = { id: `${job.id} ${index}`, jobId: job.id, connectionId: 'studio', model, createdAt: 0 } as const;
        store.generations.insert({ ...row, stateKind: kind as 'ready', state: { kind: kind as 'ready' } });
      }
    }),
  );
  const pages = (limit: number) => [...store.openWork.pages(limit)];
  return { store, pages };
}

test.each([1, 2, 3, 100])('open work is read in the queue’s order, in pages of %s jobs', (limit) => {
  const { pages } = openScene((add) => {
    add({ id: 'low', priority: -1, position: 1 }, 'ready');
    add({ id: 'c', position: 9 }, 'ready', 'ready');
    add({ id: 'nothing left', position: 4, stateKind: 'exporting' }, 'stored');
    add({ id: 'b', position: 4 }, 'ready');
    add({ id: 'done', position: 3, stateKind: 'done' }, 'stored');
    add({ id: 'paused', position: 3, stateKind: 'paused' }, 'ready');
    add({ id: 'not started', position: 3, admittedAt: null }, 'ready');
    add({ id: 'at work', position: 2, stateKind: 'generating' }, 'processing', 'queued');
    add({ id: 'high', priority: 1, position: 9, stateKind: 'ready' }, 'ready');
  });
  const rows = pages(limit).flat();
  expect(rows.map(({ id, rank }) => `${id}: ${rank}`)).toEqual([
    ...['high 0: 2', 'at work 0: 0', 'at work 1: 1', 'b 0: 3', 'c 0: 3', 'c 1: 3', 'low 0: 3'],
  ]);
});

test('a long queue’s time left is computed over several turns, and not after the end', async () => {
  const { store } = openScene((add) => {
    for (let position = 1; position <= 600; position++) add({ id: `job ${position}`, position }, 'ready');
  });
  const context = {
    ...{ pause: { isOn: false }, ports: { clock: createVirtualClock() }, runs: createRunRecords(), store },
    settings: { concurrency: null },
    connections: {
      list: () => [{ id: 'studio', parked: null }],
      throttle: () => ({ generations: { most: 2 } }),
    },
  } as unknown as EstimatesContext;
  const learned = { get: () => ({ count: 1000, baseMs: 0, msPerSecond: 10 }) };
  const open = () => createEstimates(context, learned, () => undefined);
  const [estimates, stopped] = [open(), open()];
  expect([estimates.whole(), stopped.whole()]).toEqual([null, null]);
  stopped.stop();
  let turns = 0;
  for (; estimates.whole() === null && turns < 100; turns++) await new Promise(setImmediate);
  expect(turns).toBeGreaterThan(2);
  const { least = 0, most = 0 } = estimates.whole() ?? {};
  // 600 times 0.6 seconds on two places.
  expect((least + most) / 2).toBeCloseTo(180, -1);
  expect(stopped.whole()).toBeNull();
});
