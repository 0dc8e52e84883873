import { expect, test, vi } from 'vitest';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { openStage } from '../../../harness/desk/scripted-stage.ts';

const LISTING = '/v1/list_project_generations';

test('a stopped start leaves its model ready, even if the other model was started before', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  let asked: Promise<unknown> | null = null;
  // The listing before the second start arrives in a desk that was paused meanwhile.
  stage.service.override(LISTING, () => {
    if (stage.service.startRequests.length === 1) asked ??= stage.desk.client.queue.pause({ jobIds: [jobId] });
    return null;
  });
  const jobId = await stage.begin(['service-2', 'service-3.5']);
  await vi.waitFor(() => expect(asked).not.toBeNull(), 20_000);
  await asked;
  await vi.waitFor(() => expect(stage.desk.store.jobs.get(jobId).stateKind).toBe('paused'), 20_000);
  await stage.desk.client.queue.resume({ jobIds: [jobId] });
  await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'done' || state.kind === 'failed');
  expect(stage.desk.store.jobs.get(jobId).state).toEqual({ kind: 'done' });
  expect(stage.service.startRequests).toHaveLength(2);
  expect(stage.desk.store.ledger.held()).toBe(0);
});
