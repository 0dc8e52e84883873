/** What a connection keeps at another address, and what it forgets there. */

import { createServer } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../../electron/core/store/open-store.ts';
import { createMemoryVault } from '../../../../electron/core/vault/vault.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import type { DeskClient } from '../../../../shared/contract/index.ts';
import { CleartakeError, toErrorRecord } from '../../../../shared/domain/errors.ts';
import { HEADER_STYLES } from '../../../../shared/service-api/routes.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk } from '../../../harness/desk/open-test-desk.ts';
import { listen } from '../../../harness/remote/listen.ts';
import { MIGRATIONS } from '../../../harness/store/released-store.ts';

const NO_PRICES = { 'service-2': null, 'service-3.5': null };
const PRICES = { 'service-2': 500, 'service-3.5': 2000 };
const MARK = { color: 'orange', label: 'test' } as const;
const SIGNING = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const DETAILS = { name: 'Vendor', headerStyle: 'bearer' as const, prices: NO_PRICES };

/** A service that only lists, and the credentials that it was shown in any header. */
async function openService(status = 200) {
  const seen: unknown[] = [];
  const server = createServer(({ headers }, response) => {
    seen.push(headers.authorization ?? headers['x-api-key'] ?? headers['xi-api-key']);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 200 ? '{"projects":[]}' : '{"error":"Payment failed","code":"paymentFailed"}');
  });
  const { close, origin } = await listen(server);
  onTestFinished(close);
  return { seen, baseUrl: origin };
}

async function viewOf(client: DeskClient, connectionId: string) {
  return (await client.connections.list()).connections.find(({ id }) => id === connectionId);
}

async function isSigned(client: DeskClient, connectionId: string) {
  const { sources } = await client.webhooks.receiver();
  return sources.find((source) => source.connectionId === connectionId)?.isReady;
}

test('a key is never sent to an origin other than its own', async () => {
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const [one, other] = [await openService(), await openService()];
  const { id: connectionId } = await client.connections.add({ ...DETAILS, baseUrl: one.baseUrl, key: 'key-of-one' });
  await client.keys.setAdmin({ connectionId, key: 'admin-key-of-one' });

  expect(await client.connections.update({ connectionId, baseUrl: `${one.baseUrl}/api` })).toMatchObject({
    hasKey: true,
  });
  expect(await client.connections.test({ connectionId })).toMatchObject({ ok: true });
  expect(await client.connections.update({ connectionId, baseUrl: other.baseUrl })).toMatchObject({ hasKey: false });
  expect(await client.connections.test({ connectionId })).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('no key yet'),
  });
  await expect(client.keys.list({ connectionId })).rejects.toMatchObject({ data: { code: 'keyMissing' } });
  await client.connections.setKey({ connectionId, key: 'key-of-other' });
  await client.connections.test({ connectionId });
  // A test asks for the listing and for the creation.
  expect(one.seen).toEqual(['Bearer key-of-one', 'Bearer key-of-one']);
  expect(other.seen).toEqual(['Bearer key-of-other', 'Bearer key-of-other']);
});

test('at another host name, header, mark and caps stay; prices, billing page, signing secret and hold do not', async () => {
  const { client, store } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const [one, other] = [await openService(402), await openService()];
  const kept = { name: 'Vendor', headerStyle: 'xi-api-key', ...MARK, caps: { day: 1_000_000, month: null } } as const;
  const pages = { billingPage: 'https://one.example/billing', prices: PRICES };
  const { caps, ...details } = { ...kept, ...pages, key: 'key-of-one' };
  const { id: connectionId } = await client.connections.add({ ...details, baseUrl: one.baseUrl });
  await client.connections.setCaps({ connectionId, caps });
  await client.webhooks.setSigning({ connectionId, signing: SIGNING });
  // Another path of the same host is the same service.
  const near = await client.connections.update({ connectionId, baseUrl: `${one.baseUrl}/api` });
  expect(near).toMatchObject({ ...kept, ...pages, hasKey: true });
  expect(await isSigned(client, connectionId)).toBe(true);

  const far = await client.connections.update({ connectionId, baseUrl: other.baseUrl });
  expect(far).toMatchObject({ ...kept, hasKey: false, parked: null, billingPage: null, prices: NO_PRICES });
  expect(await isSigned(client, connectionId)).toBe(false);
  expect(store.connections.get(connectionId)).toMatchObject({ ...kept, billingPage: null, prices: NO_PRICES });
  expect(await client.connections.update({ connectionId, baseUrl: one.baseUrl, ...pages })).toMatchObject(pages);
});

test('what stopped the old service does not stop the new one', async () => {
  const { client, dataDirectory, store } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const added = { ...DETAILS, baseUrl: 'https://a.example', key: 'key-of-one' };
  const { id: connectionId } = await client.connections.add(added);
  const written = openStore(path.join(dataDirectory, 'cleartake.sqlite'), MIGRATIONS, nodeFiles);
  written.connections.park(connectionId, toErrorRecord(new CleartakeError('paymentFailed')));
  written.close();
  expect(store.connections.get(connectionId)?.parked).toMatchObject({ code: 'paymentFailed' });
  const near = await client.connections.update({ connectionId, baseUrl: 'https://a.example/api' });
  expect(near.parked).toMatchObject({ code: 'paymentFailed' });
  const far = await client.connections.update({ connectionId, baseUrl: 'https://b.example' });
  expect(far.parked).toBeNull();
});

test('a key from the environment is not sent once its connection was moved', async () => {
  const { client, desk } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const [one, other] = [await openService(), await openService()];
  const connectionId = await desk.adHocConnection(one.baseUrl, 'key-of-one');
  await client.connections.update({ connectionId, baseUrl: other.baseUrl });
  await desk.recognizeKey('key-of-one');
  expect(await client.connections.test({ connectionId })).toMatchObject({ ok: false });
  expect(other.seen).toEqual([]);
});

test.each(HEADER_STYLES)('the test sends the key as %s, and after a change as that', async (headerStyle) => {
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const seen: unknown[] = [];
  const server = createServer(({ headers }, response) => {
    seen.push([headers.authorization, headers['x-api-key'], headers['xi-api-key']]);
    response.end('{"projects":[]}');
  });
  const { close, origin: baseUrl } = await listen(server);
  onTestFinished(close);
  const asSent = {
    bearer: ['Bearer k-1'],
    'x-api-key': [undefined, 'k-1'],
    'xi-api-key': [undefined, undefined, 'k-1'],
  };
  const three = (style: (typeof HEADER_STYLES)[number]) => [...asSent[style], undefined, undefined].slice(0, 3);
  const added = await client.connections.add({ ...DETAILS, headerStyle, baseUrl, key: 'k-1' });
  expect(await client.connections.test({ connectionId: added.id })).toMatchObject({ ok: true });
  // The listing, and the creation that can't be carried out.
  expect(seen).toEqual([three(headerStyle), three(headerStyle)]);
  for (const other of HEADER_STYLES) {
    await client.connections.update({ connectionId: added.id, headerStyle: other });
    await client.connections.test({ connectionId: added.id });
    expect(seen.at(-1)).toEqual(three(other));
  }
});

test('a color and a label are added, changed and taken away; the built-in connection takes them, and nothing else', async () => {
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const added = await client.connections.add({ ...DETAILS, ...MARK, baseUrl: 'https://a.example', key: 'k-1' });
  expect(added).toMatchObject(MARK);
  const plain = await client.connections.add({ ...DETAILS, name: 'Plain', baseUrl: 'https://b.example', key: 'k-2' });
  expect(plain).toMatchObject({ color: null, label: null });
  await client.connections.update({ connectionId: added.id, label: ' studio ' });
  expect(await viewOf(client, added.id)).toMatchObject({ color: 'orange', label: 'studio', name: 'Vendor' });
  await client.connections.update({ connectionId: added.id, color: null, label: null });
  expect(await viewOf(client, added.id)).toMatchObject({ color: null, label: null });
  for (const label of ['', ' ', 'x'.repeat(21)]) {
    await expect(client.connections.update({ connectionId: added.id, label })).rejects.toThrow();
  }
  expect(await client.connections.update({ connectionId: 'built-in', ...MARK })).toMatchObject(MARK);
  const renamed = client.connections.update({ connectionId: 'built-in', ...MARK, name: 'Mine' });
  await expect(renamed).rejects.toMatchObject({ data: { code: 'notPossibleNow' } });
});

test('a signing secret goes with its connection', async () => {
  const vault = createMemoryVault();
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'), {}, { vault });
  const { id: connectionId } = await client.connections.add({ ...DETAILS, baseUrl: 'https://a.example', key: 'k-1' });
  await client.webhooks.setSigning({ connectionId, signing: SIGNING });
  expect(await vault.has(`webhook-${connectionId}`)).toBe(true);
  await client.connections.remove({ connectionId });
  expect(await vault.has(`webhook-${connectionId}`)).toBe(false);
});
