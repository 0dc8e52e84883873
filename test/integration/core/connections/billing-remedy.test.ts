import path from 'node:path';
import { expect, test } from 'vitest';
import type { SpawnHelper } from '../../../../electron/platform/processes/helper-process.ts';
import { fromServiceSchema } from '../../../../shared/service-api/service-process.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { testPorts } from '../../../harness/desk/desk-ports.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage, scriptedService } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';

const refusal = { kind: 'answer', status: 402, body: { error: 'Payment failed', code: 'paymentFailed' } } as const;
const isHeld = (job: { state: { kind: string } }) => job.state.kind === 'waiting';

/** Starts the desk's helpers, and overhears the key of the built-in service. */
function overhear() {
  const heard = { baseUrl: '', key: '' };
  const { spawn: start } = testPorts();
  const spawn: SpawnHelper = (entry, environment) => {
    const helper = start(entry, environment);
    if (entry !== 'service') return helper;
    helper.onMessage((raw) => {
      const message = fromServiceSchema.safeParse(raw);
      if (message.success && message.data.kind === 'listening') heard.baseUrl = message.data.baseUrl;
    });
    return {
      ...helper,
      send: (message) => {
        const { key } = message as { key?: unknown };
        if (typeof key === 'string') heard.key = key;
        return helper.send(message);
      },
    };
  };
  return { heard, spawn };
}

test('a hold of the built-in account is lifted from the desk, and what waited continues', {
  tags: 'long',
}, async () => {
  const { heard, spawn } = overhear();
  const folder = temporaryFolder();
  const file = path.join(folder, 'take.wav');
  writeTone(file, { seconds: 1 });
  const { client } = openTestDesk(path.join(folder, 'data'), {}, { spawn });
  await client.connections.test({ connectionId: 'built-in' });
  const held = await fetch(`${heard.baseUrl}/portal/billing/hold`, {
    method: 'POST',
    headers: { authorization: `Bearer ${heard.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ hold: true }),
  });
  expect(held.status).toBe(200);

  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const { jobIds } = await client.queue.add({ paths: [file], preset, start: true });
  const waiting = await waitForJob(client, jobIds[0] ?? '', isHeld);
  expect(waiting.state).toMatchObject({ reason: { code: 'paymentFailed' } });
  await client.connections.liftHold({ connectionId: 'built-in' });
  await waitForJob(client, jobIds[0] ?? '', isDone);
  expect((await client.connections.list()).connections[0]?.parked).toBeNull();
});

test('the hold of another service is not lifted from here: nothing is sent', async () => {
  const stage = await openStage();
  let calls = 0;
  stage.service.override('/portal/billing/hold', () => {
    calls += 1;
    return { status: 200, body: {} };
  });
  await expect(stage.desk.client.connections.liftHold({ connectionId: stage.connectionId })).rejects.toMatchObject({
    data: { code: 'notPossibleNow' },
  });
  expect(calls).toBe(0);
});

test('the billing page of a service is opened while billing stops it, if there is one', async () => {
  const service = await scriptedService();
  service.startFaults.push(...Array(50).fill(refusal));
  const opened: string[] = [];
  const folder = temporaryFolder();
  const file = path.join(folder, 'take.wav');
  writeTone(file, { seconds: 1 });
  const ports = { openPage: (address: string) => void opened.push(address), spawn: createFakeEngine().spawn };
  const { client } = openTestDesk(path.join(folder, 'data'), {}, ports);
  const details = {
    name: 'Studio',
    headerStyle: 'bearer',
    prices: { 'service-2': 1000, 'service-3.5': 1000 },
  } as const;
  const { id: connectionId } = await client.connections.add({
    ...details,
    baseUrl: service.baseUrl,
    key: SCRIPTED_KEY,
  });
  const refused = { data: { code: 'notPossibleNow' } };
  await expect(client.connections.openBilling({ connectionId })).rejects.toMatchObject(refused);

  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const { jobIds } = await client.queue.add({ paths: [file], preset, start: true, connectionId });
  await waitForJob(client, jobIds[0] ?? '', isHeld);
  // Without a page that the person named there is none to open.
  await expect(client.connections.openBilling({ connectionId })).rejects.toMatchObject(refused);
  await client.connections.update({ connectionId, billingPage: 'https://example.com/billing?tab=cards' });
  await client.connections.openBilling({ connectionId });
  expect(opened).toEqual(['https://example.com/billing?tab=cards']);
  for (const billingPage of ['javascript:alert(1)', 'file:///etc/passwd', 'http://example.com/', 'https://a:b@c.de/']) {
    await expect(client.connections.update({ connectionId, billingPage })).rejects.toMatchObject({
      data: { code: 'unsafeAddress' },
    });
  }
  await expect(client.connections.openBilling({ connectionId: 'built-in' })).rejects.toMatchObject(refused);
});
