/** A key store that is locked when the desk starts doesn't make its receiver deaf until the next start. */

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryVault, type Vault } from '../../../../electron/core/vault/vault.ts';
import { makeWebhookSecret, signWebhook } from '../../../../electron/platform/security/webhook-signature.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk } from '../../../harness/desk/open-test-desk.ts';
import { freePort } from '../../../harness/remote/listen.ts';
import { until } from '../../../harness/until.ts';
import { eventBody } from '../../../harness/webhooks/forgeries.ts';

test('once the key store opens, deliveries are taken', { tags: 'long' }, async () => {
  const data = path.join(temporaryFolder(), 'data');
  const inner = createMemoryVault();
  const state = { locked: false, reads: 0 };
  const get: Vault['get'] = async (name) => {
    state.reads += 1;
    if (state.locked) throw new CleartakeError('keyStoreLocked');
    return inner.get(name);
  };
  const vault = { ...inner, get };
  const [port, secret] = [await freePort(), makeWebhookSecret(randomBytes)];
  const connectionId = 'built-in';
  const first = openTestDesk(data, { host: 'browser' }, { vault });
  await first.client.webhooks.setReceiver({ on: true, port, publicAddress: 'https://tunnel.example/hooks' });
  await first.client.webhooks.setSigning({ connectionId, signing: secret });
  await first.close();

  state.locked = true;
  const { client } = openTestDesk(data, { host: 'browser' }, { vault });
  let count = 0;
  const deliver = async () => {
    const body = eventBody('one');
    count += 1;
    const headers = signWebhook([secret], { id: `msg_${count}`, timestamp: Math.floor(Date.now() / 1000), body });
    const asked = { method: 'POST', headers, body: new Uint8Array(body) };
    return (await fetch(`http://127.0.0.1:${port}/hooks/${connectionId}`, asked).catch(() => null))?.status;
  };
  await until(async () => (await deliver()) === 400);
  state.reads = 0;
  for (let one = 0; one < 100; one++) await deliver();
  // Strangers don't make the desk ask the key store over and over.
  expect(state.reads).toBeLessThan(3);
  state.locked = false;
  await until(async () => (await deliver()) === 200, 15_000);
  expect((await client.webhooks.receiver()).sources).toMatchObject([{ connectionId, isReady: true }]);
});
