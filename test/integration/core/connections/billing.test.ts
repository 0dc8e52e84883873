import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor } from '../../../harness/desk/open-test-desk.ts';
import { scriptedService } from '../../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';

const FILES = 12;
const refusal = { kind: 'answer', status: 402, body: { error: 'Payment failed', code: 'paymentFailed' } } as const;

test('while billing is on hold one job tries, and the others follow when it succeeds', { tags: 'long' }, async () => {
  const service = await scriptedService();
  service.startFaults.push(...Array(20).fill(refusal));
  const folder = temporaryFolder();
  const paths = Array.from({ length: FILES }, (_, index) => path.join(folder, `take ${index}.wav`));
  paths.forEach((file, index) => {
    writeTone(file, { seconds: 1, frequency: 200 + 20 * index });
  });
  const { client, desk, store } = openTestDesk(path.join(folder, 'data'));
  const connectionId = await desk.adHocConnection(service.baseUrl, SCRIPTED_KEY);
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const { jobIds } = await client.queue.add({ paths, preset, start: true, connectionId });
  const held = () => store.jobs.many(jobIds).filter((job) => job.state.kind === 'waiting' && job.state.until === null);
  const allHeld = () => vi.waitFor(() => expect(held()).toHaveLength(FILES), { timeout: 20_000 });

  await allHeld();
  // No more than were at work when the first refusal came.
  expect(service.startRequests.length).toBeLessThanOrEqual(3);
  // Behind the three that were to start, three more may have been ready, and others on their way: none of that costs anything.
  expect(service.uploads.length).toBeLessThanOrEqual(9);

  const before = service.startRequests.length;
  await client.queue.resume({ jobIds: [...jobIds] });
  await vi.waitFor(() => expect(service.startRequests.length).toBeGreaterThan(before), { timeout: 20_000 });
  await allHeld();
  expect(service.startRequests).toHaveLength(before + 1);

  service.startFaults.length = 0;
  await client.queue.resume({ jobIds: jobIds.slice(3, 4) });
  await vi.waitFor(() => expect(store.jobs.many(jobIds).every((job) => job.stateKind === 'done')).toBe(true), {
    timeout: 40_000,
  });
  expect(service.generations).toHaveLength(FILES);
});

test('a one-run connection is not listed, and the key of its run is gone with it', async () => {
  const dataDirectory = path.join(temporaryFolder(), 'data');
  const run = openTestDesk(dataDirectory);
  const connectionId = await run.desk.adHocConnection('http://127.0.0.1:9', SCRIPTED_KEY);
  expect((await run.client.connections.list()).connections.map(({ kind }) => kind)).toEqual(['built-in']);
  await run.close();
  const { client } = openTestDesk(dataDirectory);
  expect(await client.connections.test({ connectionId })).toMatchObject({ ok: false, code: 'keyMissing' });
});
