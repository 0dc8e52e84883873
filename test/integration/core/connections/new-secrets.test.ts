/** A secret that a service has just issued goes nowhere else, also when its connection is moved before it is used. */

import { createServer } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk } from '../../../harness/desk/open-test-desk.ts';
import { listen } from '../../../harness/remote/listen.ts';

const NEW_SECRET = 'secret-that-one-issued-0123456789';
const PRICES = { 'service-2': null, 'service-3.5': null };

/** A service that rotates its only key, once `answering` settles, and the credentials that it was shown. */
async function openService(answering: Promise<void> = Promise.resolve()) {
  const seen: unknown[] = [];
  const asked = Promise.withResolvers<void>();
  const server = createServer(async ({ headers, url }, response) => {
    seen.push(headers.authorization);
    if (url?.endsWith('/rotate') === true) {
      asked.resolve();
      await answering;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ projects: [], keys: [], keyId: 'key_1', status: 'active', key: NEW_SECRET }));
  });
  const { close, origin } = await listen(server);
  onTestFinished(close);
  return { seen, asked: asked.promise, baseUrl: origin };
}

async function deskAt(baseUrl: string) {
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const added = { name: 'Vendor', headerStyle: 'bearer' as const, prices: PRICES, baseUrl, key: 'key-of-one' };
  const { id: connectionId } = await client.connections.add(added);
  return { client, connectionId };
}

test('a new secret can’t be used for a connection that was moved meanwhile', async () => {
  const [one, other] = [await openService(), await openService()];
  const { client, connectionId } = await deskAt(one.baseUrl);
  const rotated = await client.keys.rotate({ connectionId, keyId: 'key_1', use: false });
  expect(rotated).toMatchObject({ secret: NEW_SECRET, used: false });
  expect(await client.connections.update({ connectionId, baseUrl: other.baseUrl })).toMatchObject({ hasKey: false });

  const using = client.keys.use({ connectionId, keyId: 'key_1' });
  await expect(using).rejects.toMatchObject({ data: { code: 'notPossibleNow' } });
  expect(await client.connections.test({ connectionId })).toMatchObject({ ok: false });
  expect(other.seen).toEqual([]);
  // Back at its own address it is as good as before.
  await client.connections.update({ connectionId, baseUrl: `${one.baseUrl}/api` });
  await client.keys.use({ connectionId, keyId: 'key_1' });
  await client.connections.test({ connectionId });
  expect(one.seen.at(-1)).toBe(`Bearer ${NEW_SECRET}`);
});

test('a rotation that ends after its connection was moved doesn’t give the new secret to the other service', async () => {
  const answering = Promise.withResolvers<void>();
  const [one, other] = [await openService(answering.promise), await openService()];
  const { client, connectionId } = await deskAt(one.baseUrl);
  const rotating = client.keys.rotate({ connectionId, keyId: 'key_1', use: true });
  await one.asked;
  await client.connections.update({ connectionId, baseUrl: other.baseUrl });
  answering.resolve();

  expect(await rotating).toMatchObject({ secret: NEW_SECRET, used: false });
  expect(await client.connections.test({ connectionId })).toMatchObject({ ok: false });
  expect(other.seen).toEqual([]);
});

test('of two rotations at the same time, the connection uses the secret of the later one', async () => {
  const late = Promise.withResolvers<void>();
  const secrets: string[] = [];
  const server = createServer(async ({ headers, url }, response) => {
    response.setHeader('content-type', 'application/json');
    if (url?.endsWith('/rotate') === true) {
      const key = `secret-number-${secrets.length + 1}-0123456789`;
      secrets.push(key);
      if (secrets.length === 1) await late.promise;
      response.end(JSON.stringify({ keyId: 'key_1', status: 'active', key }));
      return;
    }
    response.statusCode = headers.authorization === `Bearer ${secrets.at(-1)}` ? 200 : 401;
    response.end('{"projects":[],"error":"API key is not valid"}');
  });
  const { close, origin } = await listen(server);
  onTestFinished(close);
  const { client, connectionId } = await deskAt(origin);
  const rotate = () => client.keys.rotate({ connectionId, keyId: 'key_1', use: true });
  const first = rotate();
  await vi.waitFor(() => expect(secrets).toHaveLength(1));
  const second = rotate();
  setTimeout(late.resolve, 300);
  expect([(await second).used, (await first).used]).toEqual([true, true]);
  expect(await client.connections.test({ connectionId })).toMatchObject({ ok: true });
});
