import { expect, test } from 'vitest';
import { startJobs } from '../../../electron/core/queue/admission.ts';
import { openJobStore } from '../../harness/store/job-store.ts';
import { createVirtualClock } from '../../harness/time/virtual-clock.ts';

test('a length that is measured while Start looks for earlier results is in the quote that is written', async () => {
  const { store, addJob } = openJobStore(1000);
  addJob();
  const context = {
    store,
    transitions: { touch: () => undefined },
    connections: { list: store.connections.list },
    ports: { clock: createVirtualClock(), newId: () => 'generation', files: { facts: async () => null } },
  };
  const starting = startJobs(context as never, {});
  store.recordings.update('recording', { durationSeconds: 600 });
  expect(await starting).toBe(1);
  expect(store.generations.ofJob('job')).toMatchObject([{ amount: 600_000, billableSeconds: 600 }]);
});
