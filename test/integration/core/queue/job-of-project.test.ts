import { expect, test } from 'vitest';
import { openJobStore } from '../../../harness/store/job-store.ts';

test('the latest job with a project is found, by its own project or by that of a generation, also once removed', () => {
  const { addJob, store } = openJobStore(0);
  addJob({ id: 'early', projectId: 'shared', createdAt: 1 });
  addJob({ id: 'late', projectId: 'shared', createdAt: 2, removedAt: 3 });
  addJob({ id: 'moved on', projectId: 'other', createdAt: 3 });
  store.generations.insert({
    ...{ id: 'generation', jobId: 'moved on', connectionId: 'studio', model: 'service-2', projectId: 'former' },
    ...{ stateKind: 'ready', state: { kind: 'ready' }, createdAt: 0 },
  });
  const found = (project: string) => store.recoveredJobs.latestOfProject(project);
  expect([found('shared'), found('former'), found('other'), found('none')]).toEqual([
    'late',
    'moved on',
    'moved on',
    undefined,
  ]);
});
