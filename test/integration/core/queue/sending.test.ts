import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeTone } from '../../../fixtures/tone.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import {
  isDone,
  ledgerOf,
  openStage,
  PRICE,
  scriptedService,
  writeTakes,
} from '../../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';

/** Three different recordings, restored over one connection, and another connection at twice the price. */
async function openRestored() {
  const stage = await openStage();
  const { client } = stage.desk;
  const takes = writeTakes(path.join(stage.folder, 'in'), 3);
  for (const number of [1, 2])
    writeTone(path.join(takes, `take ${number}.wav`), { seconds: 1, frequency: 300 + 100 * number });
  const out = path.join(stage.folder, 'out');
  await client.system.setPreset(presetFor(['service-2'], out));
  const { jobIds } = await client.queue.add({ paths: [takes], start: true, connectionId: stage.connectionId });
  await Promise.all(jobIds.map((id) => waitForJob(client, id, isDone)));
  const service = await scriptedService();
  const { id: connectionId } = await client.connections.add({
    ...{ name: 'Studio', baseUrl: service.baseUrl, headerStyle: 'bearer', key: SCRIPTED_KEY },
    prices: { 'service-2': 2 * PRICE, 'service-3.5': 2 * PRICE },
  });
  return { stage, client, jobIds, service, connectionId, out };
}

test('finished recordings are sent with their quote, and each is paid once; what they were restored to stays', {
  tags: 'long',
}, async () => {
  const { stage, client, jobIds, service, connectionId, out } = await openRestored();
  const [first = '', second = '', third = ''] = jobIds;
  const before = readdirSync(out).map((name) => [name, readFileSync(path.join(out, name), 'base64')]);
  // Settings that change later are not those of what was restored before.
  await client.system.setPreset(presetFor(['service-3.5'], path.join(stage.folder, 'elsewhere')));
  const asked = { jobIds: [first, second], connectionId };
  expect(await client.queue.quoteSending(asked)).toMatchObject({ recordings: 2, amount: 2 * 60 * 2 * PRICE });
  const { jobIds: sent } = await client.queue.send(asked);
  const done = await Promise.all(sent.map((id) => waitForJob(client, id, isDone)));
  expect(done.map((job) => [job.connectionId, job.generations.map(({ model }) => model)])).toEqual(
    Array(2).fill([connectionId, ['service-2']]),
  );
  expect(service.startRequests).toHaveLength(2);
  for (const id of sent) expect(ledgerOf(stage, id).filter(([kind]) => kind === 'charge')).toHaveLength(1);
  // The earlier rows, their results and their files are as they were.
  expect((await client.queue.list({ offset: 0, limit: 10 })).jobs.map(({ id }) => id)).toEqual([...jobIds, ...sent]);
  for (const id of [first, second, third]) {
    expect((await client.listening.takes({ jobId: id })).takes.length).toBeGreaterThan(1);
    expect(ledgerOf(stage, id).filter(([kind]) => kind === 'charge')).toHaveLength(1);
  }
  const after = readdirSync(out).map((name) => [name, readFileSync(path.join(out, name), 'base64')]);
  // Both services give the same sound, and an output that is there already isn't written twice.
  expect(after).toEqual(before);
});

test('what was sent before is not paid again; what can’t be sent is left out', { tags: 'long' }, async () => {
  const { stage, client, jobIds, service, connectionId } = await openRestored();
  const [first = '', second = ''] = jobIds;
  const { jobIds: sent } = await client.queue.send({ jobIds: [first, first], connectionId });
  // While it is on the queue, it isn't added once more.
  expect(await client.queue.send({ jobIds: [first], connectionId })).toEqual({ jobIds: [] });
  await waitForJob(client, sent[0] ?? '', isDone);
  expect(sent).toHaveLength(1);
  expect(await client.queue.quoteSending({ jobIds: [first, ...sent], connectionId })).toMatchObject({
    ...{ recordings: 1, amount: 0, reusable: 1 },
  });
  const { jobIds: again } = await client.queue.send({ jobIds: [first], connectionId });
  await waitForJob(client, again[0] ?? '', isDone);
  expect(service.startRequests).toHaveLength(1);
  expect(ledgerOf(stage, again[0] ?? '').filter(([kind]) => kind === 'charge')).toEqual([]);
  // Over its own connection there is nothing to send.
  const own = { jobIds: [second], connectionId: stage.connectionId };
  expect(await client.queue.quoteSending(own)).toMatchObject({ recordings: 0, amount: 0 });
  expect(await client.queue.send(own)).toEqual({ jobIds: [] });
  await expect(client.queue.send({ jobIds: [second], connectionId: 'none' })).rejects.toMatchObject({
    data: { code: 'notFound' },
  });
});
