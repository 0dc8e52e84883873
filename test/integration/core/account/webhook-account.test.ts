/** Webhooks of a connection whose own key only restores: the admin key asks, and endpoints get the events of the own key. */

import path from 'node:path';
import { expect, test } from 'vitest';
import { EVENT_TYPES } from '../../../../shared/service-api/webhooks.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk } from '../../../harness/desk/open-test-desk.ts';
import { freePort } from '../../../harness/remote/listen.ts';
import { makeKey, makeUser } from '../../../harness/service/accounts.ts';
import { startService } from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';

async function place() {
  const service = await startService({ configuration: { webhooks: { allowPrivateAddresses: true } } });
  const { userId, admin } = await makeUser(service, 'Ada');
  const own = await makeKey(service, { userId, scopes: ['read', 'write'] });
  const opened = openTestDesk(path.join(temporaryFolder(), 'data'));
  const { client } = opened;
  const prices = { 'service-2': 0, 'service-3.5': 0 };
  const details = { name: 'Studio', baseUrl: service.baseUrl, headerStyle: 'bearer' as const, prices };
  const { id: connectionId } = await client.connections.add({ ...details, key: own.key });
  const useAdmin = () => client.keys.setAdmin({ connectionId, key: admin.key });
  const url = `https://127.0.0.1:${await freePort()}/hook`;
  const asked = { connectionId, mode: 'live' as const, url, eventTypes: [...EVENT_TYPES] };
  return { ...opened, service, userId, own, connectionId, useAdmin, asked };
}

test('with an admin key the account answers, and an endpoint gets the events of the key that restores', {
  tags: 'long',
}, async () => {
  const { asked, client, connectionId, desk, own, useAdmin } = await place();
  const { webhooks } = client;
  await expect(webhooks.list({ connectionId })).rejects.toMatchObject({ data: { code: 'keyMayNot' } });
  await expect(webhooks.configure(asked)).rejects.toMatchObject({ data: { code: 'keyMayNot' } });
  await useAdmin();
  const { endpointId } = await webhooks.configure(asked);
  expect((await webhooks.list({ connectionId })).endpoints).toMatchObject([{ endpointId, apiKeyId: own.keyId }]);

  const sent = await webhooks.test({ connectionId, mode: 'live', eventType: 'generation.completed' });
  expect(sent.endpoints).toEqual([{ endpointId, url: asked.url, sent: true }]);
  // Nobody listens there: a second attempt follows the first.
  const delivery = await until(async () => {
    const [first] = (await webhooks.deliveries({ connectionId, endpointId })).deliveries;
    return (first?.attempts.length ?? 0) >= 2 ? first : null;
  });
  expect(delivery).toMatchObject({
    messageId: sent.vendorMessageId,
    status: 'pending',
    nextAttemptAt: expect.any(String),
  });
  expect(delivery?.attempts.map(({ error, statusCode }) => [statusCode, error])).toEqual(
    Array(delivery?.attempts.length).fill([null, 'The receiver refused the connection.']),
  );
  const secret = await desk.signingSecret(connectionId, endpointId, null);
  expect(secret).toMatch(/^whsec_/);
  expect(await desk.signingSecret(connectionId, endpointId, 'at-once')).not.toBe(secret);
});

test('an endpoint for another key is named by its id, and an admin key of another account is found out', async () => {
  const { asked, client, connectionId, service, useAdmin, userId } = await place();
  await useAdmin();
  const other = await makeKey(service, { userId, label: 'Newsroom' });
  await client.webhooks.configure({ ...asked, apiKeyId: other.keyId });
  expect((await client.webhooks.list({ connectionId })).endpoints).toMatchObject([{ apiKeyId: other.keyId }]);
  const stranger = await makeUser(service, 'Ben');
  await client.keys.setAdmin({ connectionId, key: stranger.admin.key });
  await expect(client.webhooks.configure(asked)).rejects.toMatchObject({
    data: { userMessage: expect.stringContaining('doesn’t list the key of this connection') },
  });
});
