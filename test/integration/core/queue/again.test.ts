import path from 'node:path';
import { expect, test } from 'vitest';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage, PRICE } from '../../../harness/desk/scripted-stage.ts';

/** A recording that was restored with one model and removed from the queue: History alone has it. */
async function openPast() {
  const stage = await openStage();
  const { client } = stage.desk;
  const jobId = await stage.begin(['service-2']);
  await waitForJob(client, jobId, isDone);
  await client.queue.remove({ jobIds: [jobId] });
  return { stage, client, jobId };
}

const charges = (stage: Parameters<typeof ledgerOf>[0], jobId: string) =>
  ledgerOf(stage, jobId).filter(([kind]) => kind === 'charge');

test('the other model is added to a recording of History for what was quoted, and paid once', {
  tags: 'long',
}, async () => {
  const { stage, client, jobId } = await openPast();
  const asked = { jobIds: [jobId], models: ['service-3.5' as const] };
  const quote = await client.queue.quoteAgain(asked);
  expect(quote).toMatchObject({ recordings: 1, amount: 60 * PRICE, reusable: 0 });
  expect(stage.service.startRequests).toHaveLength(1);
  const { jobIds } = await client.queue.restoreAgain({ ...asked, maxCost: quote.amount });
  // While it is on the queue, it isn't restored once more.
  expect(await client.queue.restoreAgain({ ...asked, maxCost: quote.amount })).toEqual({ jobIds: [] });
  const done = await waitForJob(client, jobIds[0] ?? '', isDone);
  expect(done.generations.map(({ model }) => model)).toEqual(['service-3.5']);
  expect(stage.service.startRequests).toHaveLength(2);
  expect(charges(stage, done.id)).toEqual([['charge', 60 * PRICE]]);
  expect(charges(stage, jobId)).toHaveLength(1);
});

test('what History has is used again, whatever it was started with: nothing is paid', { tags: 'long' }, async () => {
  const stage = await openStage();
  const { client } = stage.desk;
  const preset = { ...presetFor(['service-2'], path.join(stage.folder, 'out')), reuse: false };
  const paths = [path.join(stage.folder, 'take.wav')];
  const added = await client.queue.add({ paths, preset, start: true, connectionId: stage.connectionId });
  const jobId = added.jobIds[0] ?? '';
  await waitForJob(client, jobId, isDone);
  expect(await client.queue.quoteAgain({ jobIds: [jobId] })).toMatchObject({ recordings: 1, amount: 0, reusable: 1 });
  const { jobIds } = await client.queue.restoreAgain({ jobIds: [jobId], maxCost: 0 });
  await waitForJob(client, jobIds[0] ?? '', isDone);
  expect(stage.service.startRequests).toHaveLength(1);
  expect(charges(stage, jobIds[0] ?? '')).toEqual([]);
});

test('other settings are those of a preset; other than that, nothing is started that costs more than was said', {
  tags: 'long',
}, async () => {
  const { stage, client, jobId } = await openPast();
  // It asks the service for something else than the earlier result is.
  const asked = { jobIds: [jobId], presetId: 'podcast-episode' };
  const { amount } = await client.queue.quoteAgain(asked);
  expect(amount).toBe(60 * PRICE);
  await expect(client.queue.restoreAgain({ ...asked, maxCost: 60 * PRICE - 1 })).rejects.toMatchObject({
    data: { code: 'costsMoreThanQuoted' },
  });
  expect(stage.service.startRequests).toHaveLength(1);
  const { jobIds } = await client.queue.restoreAgain({ ...asked, maxCost: amount });
  const id = jobIds[0] ?? '';
  await waitForJob(client, id, isDone);
  expect(stage.desk.store.jobs.get(id).preset).toMatchObject({ samplingPreset: 'podcast', loudness: -16 });
  expect(stage.desk.store.jobs.get(id).preset.models).toEqual(['service-2']);
  expect(stage.service.startRequests).toHaveLength(2);
  await expect(client.queue.quoteAgain({ jobIds: [jobId], presetId: 'none' })).rejects.toMatchObject({
    data: { code: 'notFound' },
  });
});

test('what is under way, or whose service was removed, is left out', { tags: 'long' }, async () => {
  const { stage, client, jobId } = await openPast();
  const second = await stage.begin(['service-2']);
  expect(await client.queue.quoteAgain({ jobIds: [second] })).toMatchObject({ recordings: 0, amount: 0 });
  await waitForJob(client, second, isDone);
  await client.connections.remove({ connectionId: stage.connectionId });
  expect(await client.queue.quoteAgain({ jobIds: [jobId, second] })).toMatchObject({ recordings: 0, amount: 0 });
  expect(await client.queue.restoreAgain({ jobIds: [jobId, second], maxCost: null })).toEqual({ jobIds: [] });
});
