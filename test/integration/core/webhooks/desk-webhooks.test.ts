import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BUILT_IN_ID } from '../../../../electron/core/connections/connections.ts';
import * as deliveries from '../../../../electron/hosts/cli/commands/services/webhooks/deliveries.ts';
import * as commands from '../../../../electron/hosts/cli/commands/services/webhooks.ts';
import { makeWebhookSecret, signWebhook } from '../../../../electron/platform/security/webhook-signature.ts';
import { EVENT_TYPES } from '../../../../shared/service-api/webhooks.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { runHere } from '../../../harness/cli/run-here.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { freePort } from '../../../harness/remote/listen.ts';
import { until } from '../../../harness/until.ts';
import { eventBody } from '../../../harness/webhooks/forgeries.ts';

const connectionId = BUILT_IN_ID;
/** Those of one restoration. */
const EVENTS = 3;

test('the desk receives the events of a restoration of its own service, and looks after its endpoint', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const { client } = openTestDesk(path.join(folder, 'data'));
  const { webhooks } = client;
  expect(await webhooks.receiver()).toMatchObject({ on: false, problem: null, counted: 0, arrived: [] });
  await expect(webhooks.receive({ connectionId })).rejects.toMatchObject({ data: { code: 'notPossibleNow' } });

  const port = await freePort();
  await webhooks.setReceiver({ on: true, port });
  const ready = await webhooks.receive({ connectionId });
  const address = `https://127.0.0.1:${port}/webhooks/${connectionId}`;
  expect(ready).toMatchObject({ problem: null, sources: [{ connectionId, address, isReady: true }] });
  const [endpoint] = (await webhooks.list({ connectionId })).endpoints;
  expect(endpoint).toMatchObject({ url: address, mode: 'live', enabled: true, eventTypes: [...EVENT_TYPES] });
  const endpointId = endpoint?.endpointId ?? '';

  const source = path.join(folder, 'tone.wav');
  writeTone(source, { seconds: 1 });
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const { jobIds } = await client.queue.add({ paths: [source], preset, start: true, connectionId });
  await waitForJob(client, jobIds[0] ?? '', ({ state }) => state.kind === 'done');
  await until(async () => (await webhooks.receiver()).counted === EVENTS);
  const { arrived, refused } = await webhooks.receiver();
  expect(arrived.map(({ eventType }) => eventType).sort()).toEqual([
    'generation.completed',
    'generation.processing',
    'generation.queued',
  ]);
  expect(refused).toBe(0);

  await until(
    async () => (await webhooks.deliveries({ connectionId, status: 'delivered' })).deliveries.length === EVENTS,
  );
  const { deliveries } = await webhooks.deliveries({ connectionId, endpointId });
  await webhooks.resend({ connectionId, endpointId, messageId: deliveries[0]?.messageId ?? '' });
  await until(async () => (await webhooks.receiver()).arrived.some(({ times }) => times === 2));
  expect((await webhooks.receiver()).counted).toBe(EVENTS);

  await webhooks.setEnabled({ connectionId, endpointId, enabled: false });
  const since = new Date(Date.now() - 60_000).toISOString();
  await expect(webhooks.recover({ connectionId, endpointId, since })).rejects.toMatchObject({
    data: { userMessage: expect.stringContaining('The endpoint is disabled.') },
  });
  const missed = await webhooks.test({ connectionId, mode: 'live', eventType: 'generation.failed' });
  expect(missed.endpoints).toEqual([{ endpointId, url: address, sent: false }]);
  await webhooks.setEnabled({ connectionId, endpointId, enabled: true });
  expect(await webhooks.recover({ connectionId, endpointId, since })).toEqual({ recovered: 1 });
  await until(async () =>
    (await webhooks.receiver()).arrived.some(({ eventType }) => eventType === 'generation.failed'),
  );

  await webhooks.setSigning({ connectionId, signing: null });
  await webhooks.test({ connectionId, mode: 'live', eventType: 'generation.queued' });
  await until(async () => (await webhooks.receiver()).refusals.some(({ reason }) => reason === 'secret'));
  expect((await webhooks.receiver()).counted).toBe(EVENTS + 1);
  await webhooks.setReceiver({ on: false });
  expect(await webhooks.receiver()).toMatchObject({ on: false, counted: 0 });
});

test('the desk’s own service delivers to this computer alone, whatever the page asks for', {
  tags: 'long',
}, async () => {
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const { webhooks } = client;
  const told = { data: { userMessage: expect.stringContaining('only to this computer') } };
  for (const address of ['https://example.com/hook', 'https://192.168.0.1/hook', 'https://127.0.0.1.example.com/']) {
    const asked = { connectionId, mode: 'live' as const, url: address, eventTypes: [...EVENT_TYPES] };
    await expect(webhooks.configure(asked)).rejects.toMatchObject(told);
  }
  await webhooks.setReceiver({ on: true, port: await freePort(), publicAddress: 'https://desk.example.com/hooks' });
  await expect(webhooks.receive({ connectionId })).rejects.toMatchObject(told);
  expect((await webhooks.list({ connectionId })).endpoints).toEqual([]);
});

test('a port that is taken is told, and another one listens', async () => {
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const other = openTestDesk(path.join(temporaryFolder(), 'data'));
  const port = await freePort();
  await other.client.webhooks.setReceiver({ on: true, port });
  expect((await client.webhooks.setReceiver({ on: true, port })).problem).toContain(String(port));
  expect((await client.webhooks.setReceiver({ on: true, port: await freePort() })).problem).toBeNull();
});

test('behind a proxy whose address has a query, each connection has a path of its own', async () => {
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const prices = { 'service-2': null, 'service-3.5': null };
  const details = { name: 'Studio', headerStyle: 'bearer' as const, prices, baseUrl: 'https://a.example', key: 'k-1' };
  const { id } = await client.connections.add(details);
  const [secret, other] = [makeWebhookSecret(randomBytes), makeWebhookSecret(randomBytes)];
  await client.webhooks.setSigning({ connectionId: id, signing: secret });
  await client.webhooks.setSigning({ connectionId: BUILT_IN_ID, signing: other });
  const port = await freePort();
  const publicAddress = 'https://Tunnel.example/hooks/?tunnel=a';
  const { problem, sources } = await client.webhooks.setReceiver({ on: true, port, publicAddress });
  expect(problem).toBeNull();
  const address = sources.find(({ connectionId: one }) => one === id)?.address ?? '';
  expect(address).toBe(`https://tunnel.example/hooks/${id}?tunnel=a`);

  const body = eventBody('one');
  const { pathname, search } = new URL(address);
  const headers = signWebhook([secret], { id: 'msg_one', timestamp: Math.floor(Date.now() / 1000), body });
  const sent = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  });
  expect(sent.status).toBe(200);
  expect((await client.webhooks.receiver()).arrived).toMatchObject([{ connectionId: id }]);
});

test('the terminal configures, tests, lists, resends, recovers and rotates', { tags: 'long' }, async () => {
  const dataDir = path.join(temporaryFolder(), 'data');
  const name = 'This computer';
  const json = { dataDir, json: true } as const;
  const told = async (work: () => Promise<number>) => {
    const { sentence, status, stdout } = await runHere(work);
    expect([status, sentence]).toEqual([0, '']);
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  // Nobody listens there: the deliveries fail.
  const address = `https://127.0.0.1:${await freePort()}/hook`;
  const events = ['generation.completed'] as const;
  const [made] = await told(() => commands.configure(name, address, { ...json, mode: 'test', events }));
  expect(made).toMatchObject({ event: 'configured', address });
  const { endpointId } = made;
  const [sent] = await told(() =>
    deliveries.sendTest(name, {
      ...json,
      mode: 'test',
      event: 'generation.completed',
      sample: { apiProjectId: 'prj_own' },
    }),
  );
  expect(sent.reached).toEqual([{ endpointId, address, sent: true }]);
  const [delivery] = await told(() =>
    deliveries.listDeliveriesCommand(name, { ...json, limit: 10, endpoint: endpointId }),
  );
  expect(delivery).toMatchObject({ event: 'delivery', messageId: sent.messageId, eventType: 'generation.completed' });
  expect(await told(() => deliveries.resendCommand(name, sent.messageId, endpointId, json))).toMatchObject([
    { event: 'resent' },
  ]);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const [recovered] = await told(() => deliveries.recover(name, endpointId, { ...json, since }));
  expect(recovered).toMatchObject({ event: 'recovered', endpointId });

  const [first] = await told(() => commands.showSecret(name, endpointId, json));
  const [second] = await told(() => commands.showSecret(name, endpointId, { ...json, rotate: true }));
  expect([first.secret, second.secret]).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/^whsec_/)]);
  expect(second.secret).not.toBe(first.secret);
  await told(() => commands.setEnabled(name, endpointId, false, json));
  const inWords = await runHere(() => commands.listEndpointsCommand(name, { dataDir }));
  expect(inWords.stdout).toContain('disabled');
});
