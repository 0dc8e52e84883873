import path from 'node:path';
import { expect, test } from 'vitest';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage, PRICE } from '../../../harness/desk/scripted-stage.ts';

test('a start that would cost more than was quoted waits for a yes, and nothing is sent before', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  const { client } = stage.desk;
  const { connectionId, folder, service } = stage;
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  await client.system.setPreset(preset);
  const { jobIds } = await client.queue.add({
    paths: [path.join(folder, 'take.wav')],
    preset,
    start: false,
    connectionId,
  });
  const jobId = jobIds[0] ?? '';
  await expect.poll(async () => (await client.queue.quote({})).unmeasured, { timeout: 30_000 }).toBe(0);
  expect(await client.queue.quote({})).toMatchObject({ amount: 60 * PRICE });
  await client.queue.pauseAll();
  await client.queue.start({});
  const costlier = { 'service-2': 5 * PRICE, 'service-3.5': 5 * PRICE };
  await client.connections.update({ connectionId, prices: costlier });
  await client.queue.resumeAll();
  const held = await waitForJob(client, jobId, ({ state }) => state.kind === 'waiting');
  expect(held.state).toMatchObject({
    until: null,
    reason: { code: 'costsMoreThanQuoted', userMessage: expect.stringContaining('0.30 USD instead of 0.06 USD') },
  });
  // Resume alone is no yes.
  await client.queue.resume({ jobIds });
  await waitForJob(client, jobId, ({ state }) => state.kind === 'waiting');
  expect(service.startRequests).toHaveLength(0);
  expect(service.uploads).toHaveLength(0);
  expect(ledgerOf(stage, jobId)).toEqual([]);

  expect(await client.queue.agree({ jobIds })).toEqual({ changed: 1 });
  await waitForJob(client, jobId, isDone);
  expect(ledgerOf(stage, jobId)).toContainEqual(['charge', 300 * PRICE]);
});

test('a lower price than quoted needs no yes', { tags: 'long' }, async () => {
  const stage = await openStage();
  const { client } = stage.desk;
  const { connectionId, folder } = stage;
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  await client.system.setPreset(preset);
  const added = { paths: [path.join(folder, 'take.wav')], preset, start: false, connectionId };
  const { jobIds } = await client.queue.add(added);
  await expect.poll(async () => (await client.queue.quote({})).unmeasured, { timeout: 30_000 }).toBe(0);
  await client.queue.pauseAll();
  await client.queue.start({});
  await client.connections.update({ connectionId, prices: { 'service-2': 10, 'service-3.5': 10 } });
  await client.queue.resumeAll();
  await waitForJob(client, jobIds[0] ?? '', isDone);
  expect(ledgerOf(stage, jobIds[0] ?? '')).toContainEqual(['charge', 600]);
});
