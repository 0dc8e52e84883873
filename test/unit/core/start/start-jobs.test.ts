import { expect, test } from 'vitest';
import { startJobs } from '../../../../electron/core/queue/admission.ts';
import { changeStarted } from '../../../../electron/core/queue/changes/change-started.ts';
import { openJobStore } from '../../../harness/store/job-store.ts';
import { createVirtualClock } from '../../../harness/time/virtual-clock.ts';

test('what a length costs that was counted after Start was pressed is not agreed to: it is quoted when the job is prepared', async () => {
  const { store, addJob } = openJobStore(1000);
  addJob();
  const context = {
    store,
    transitions: { touch: () => undefined },
    connections: { list: store.connections.list },
    ports: { clock: createVirtualClock(), newId: () => 'generation', files: { facts: async () => null } },
  };
  const starting = startJobs(context as never, {});
  store.recordings.update('recording', { durationSeconds: 600, countedSeconds: 600 });
  expect(await starting).toBe(1);
  expect(store.generations.ofJob('job')).toMatchObject([{ amount: null, agreed: null }]);
});

test.each([
  ['a counted length is quoted and agreed to', { countedSeconds: 600 }, 600_000],
  ['the length of a header is neither', { durationSeconds: 600 }, null],
])('%s', async (_name, length, amount) => {
  const { store, addJob } = openJobStore(1000);
  addJob();
  store.recordings.update('recording', length);
  const context = {
    store,
    transitions: { touch: () => undefined },
    connections: { list: store.connections.list },
    ports: { clock: createVirtualClock(), newId: () => 'generation', files: { facts: async () => null } },
  };
  expect(await startJobs(context as never, {})).toBe(1);
  expect(store.generations.ofJob('job')).toMatchObject([{ amount, agreed: amount }]);
});

test('a start is numbered, and named after the chosen preset, for names of outputs; changes of a job that still waits keep that', async () => {
  const { store, addJob } = openJobStore(1000);
  addJob();
  const context = {
    store,
    transitions: { touch: () => undefined },
    connections: { list: store.connections.list },
    ports: { clock: createVirtualClock(), newId: () => 'generation', files: { facts: async () => null } },
  };
  await startJobs(context as never, {});
  const startedAs = { presetName: 'Restore only', n: 1, of: 1 };
  expect(store.jobs.get('job').preset.startedAs).toEqual(startedAs);
  const { startedAs: _, ...same } = store.jobs.get('job').preset;
  expect(changeStarted(context as never, store.jobs.get('job'), same, null)).toBe(false);
  expect(changeStarted(context as never, store.jobs.get('job'), same, { loudness: -16 })).toBe(true);
  expect(store.jobs.get('job').preset).toMatchObject({ loudness: -16, startedAs });
});
