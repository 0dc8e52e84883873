/** What the terminal does at the account of a real service, through a connection: its test, its webhooks, their deliveries and secrets. */

import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as connections from '../../../electron/hosts/cli/commands/services/connections.ts';
import * as webhookDeliveries from '../../../electron/hosts/cli/commands/services/webhooks/deliveries.ts';
import * as webhooks from '../../../electron/hosts/cli/commands/services/webhooks.ts';
import { EVENT_TYPES } from '../../../shared/service-api/webhooks.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { runHere as run } from '../../harness/cli/run-here.ts';
import { makeKey } from '../../harness/service/accounts.ts';
import { startService } from '../../harness/service/test-service.ts';

/** Nobody listens there, so that deliveries fail. */
const ADDRESS = 'https://127.0.0.1:9/hooks';

beforeEach(() => {
  // No keychain, whatever the computer that the tests run on has.
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nowhere/bus');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function place(key: 'adminKey' | 'apiKey' = 'adminKey') {
  const service = await startService({ configuration: { webhooks: { allowPrivateAddresses: true } } });
  const dataDir = path.join(temporaryFolder(), 'data');
  const details = { header: 'bearer', store: 'file', dataDir } as const;
  const added = await run(() => connections.addConnection('Studio', service.baseUrl, details), service[key]);
  expect(added, added.sentence).toMatchObject({ status: 0 });
  const json = { dataDir, json: true } as const;
  /** What a command of `--json` printed, line by line. */
  const events = async (command: () => Promise<number>) => {
    const { sentence, status, stdout } = await run(command);
    expect([status, sentence]).toEqual([0, '']);
    return stdout
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  };
  return { service, json, events };
}

test('a connection is tested, an endpoint configured, tested, looked after, and its secret shown only when asked for', {
  tags: 'long',
}, async ({ skip }) => {
  skip(process.platform !== 'linux', 'elsewhere there is a keychain, and tests leave it alone');
  const { service, json, events } = await place();
  expect(await events(() => connections.testConnectionCommand('Studio', json))).toMatchObject([
    { event: 'tested', ok: true },
  ]);
  const live = { ...json, mode: 'live' } as const;
  const configured = () => webhooks.configure('Studio', ADDRESS, { ...live, events: [...EVENT_TYPES] });
  const [{ endpointId }] = await events(configured);
  const [listed, ...others] = await events(() => webhooks.listEndpointsCommand('Studio', json));
  expect([listed, others]).toMatchObject([{ event: 'endpoint', endpointId, address: ADDRESS, enabled: true }, []]);
  for (const event of EVENT_TYPES) {
    const [sent] = await events(() => webhookDeliveries.sendTest('Studio', { ...live, event }));
    expect(sent).toMatchObject({ event: 'sent', reached: [{ endpointId, sent: true }] });
  }
  const deliveries = () => events(() => webhookDeliveries.listDeliveriesCommand('Studio', { ...json, limit: 100 }));
  await vi.waitFor(async () => expect((await deliveries()).every(({ attempts }) => attempts.length > 0)).toBe(true), {
    timeout: 20_000,
    interval: 500,
  });
  const all = await deliveries();
  expect(all.map(({ eventType }) => eventType).sort()).toEqual([...EVENT_TYPES].sort());
  const [{ messageId }] = all;
  const resent = await events(() => webhookDeliveries.resendCommand('Studio', messageId, endpointId, json));
  expect(resent).toEqual([{ event: 'resent', messageId, endpointId }]);
  for (const enabled of [false, true]) {
    await events(() => webhooks.setEnabled('Studio', endpointId, enabled, json));
    expect(await events(() => webhooks.listEndpointsCommand('Studio', json))).toMatchObject([{ enabled }]);
  }
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const [recovered] = await events(() => webhookDeliveries.recover('Studio', endpointId, { ...json, since }));
  expect(recovered).toMatchObject({ event: 'recovered', recovered: expect.any(Number) });
  const [shown] = await events(() => webhooks.showSecret('Studio', endpointId, json));
  const [rotated] = await events(() => webhooks.showSecret('Studio', endpointId, { ...json, rotate: true }));
  expect([shown.secret, rotated.secret]).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/^whsec_/)]);
  expect(shown.secret).not.toBe(rotated.secret);
  expect((await service.post('/portal/webhooks/endpoints/secret', { endpointId }, service.adminKey)).body.secret).toBe(
    rotated.secret,
  );
});

test('a key that may not do it is told in words, and nothing is configured', async ({ skip }) => {
  skip(process.platform !== 'linux', 'elsewhere there is a keychain, and tests leave it alone');
  const { service, json } = await place('apiKey');
  const words = { status: 1, sentence: expect.stringContaining('Enter an admin key.') };
  const settings = { ...json, mode: 'live', events: [...EVENT_TYPES] } as const;
  expect(await run(() => webhooks.configure('Studio', ADDRESS, settings))).toMatchObject(words);
  expect(await run(() => webhooks.listEndpointsCommand('Studio', json))).toMatchObject(words);
  const { body } = await service.post('/portal/webhooks/endpoints/list', {}, service.adminKey);
  expect(body.endpoints).toEqual([]);
});

test('an endpoint’s key is named by id, label or prefix; several that fit, or none, are refused with the list', {
  tags: 'long',
}, async ({ skip }) => {
  skip(process.platform !== 'linux', 'elsewhere there is a keychain, and tests leave it alone');
  const { service, json, events } = await place();
  const [desk, news] = [await makeKey(service, { label: 'Desk' }), await makeKey(service, { label: 'News' })];
  await makeKey(service, { label: 'News two' });
  await makeKey(service, { label: 'Twin' });
  await makeKey(service, { label: 'Twin' });
  const settings = { ...json, mode: 'live', events: [...EVENT_TYPES] } as const;
  const configure = (key: string) => webhooks.configure('Studio', ADDRESS, { ...settings, key });
  const owners: string[] = [];
  for (const key of [desk.keyId, 'News', desk.keyPrefix]) {
    const [{ endpointId }] = await events(() => configure(key));
    const listed = await events(() => webhooks.listEndpointsCommand('Studio', json));
    owners.push(listed.find((one) => one.endpointId === endpointId).owner);
  }
  expect(owners).toEqual([desk.keyId, news.keyId, desk.keyId]);
  const several = await run(() => configure('Twin'));
  expect(several).toMatchObject({ status: 2, sentence: expect.stringMatching(/^2 keys fit “Twin”.*Twin, .*Twin, /) });
  const none = await run(() => configure('Nobody'));
  expect(none).toMatchObject({ status: 2, sentence: expect.stringMatching(/no key “Nobody”.*Desk, .*News, /) });
  expect(several.sentence + none.sentence).not.toContain(desk.key);
});
