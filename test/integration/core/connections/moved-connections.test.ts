import { createServer } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk } from '../../../harness/desk/open-test-desk.ts';
import { listen } from '../../../harness/remote/listen.ts';

/** A service that only lists, and the credentials that it was shown. */
async function openService() {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end('{"projects":[]}');
  });
  const { close, origin } = await listen(server);
  onTestFinished(close);
  return { seen, baseUrl: origin };
}

test('a key is never sent to an origin other than its own', async () => {
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const [one, other] = [await openService(), await openService()];
  const prices = { 'service-2': null, 'service-3.5': null };
  const details = { name: 'Vendor', headerStyle: 'bearer' as const, prices };
  const { id: connectionId } = await client.connections.add({ ...details, baseUrl: one.baseUrl, key: 'key-of-one' });

  expect(await client.connections.update({ connectionId, baseUrl: `${one.baseUrl}/api` })).toMatchObject({
    hasKey: true,
  });
  expect(await client.connections.test({ connectionId })).toMatchObject({ ok: true });
  expect(await client.connections.update({ connectionId, baseUrl: other.baseUrl })).toMatchObject({ hasKey: false });
  expect(await client.connections.test({ connectionId })).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('no key yet'),
  });
  await client.connections.setKey({ connectionId, key: 'key-of-other' });
  await client.connections.test({ connectionId });
  expect([one.seen, other.seen]).toEqual([['Bearer key-of-one'], ['Bearer key-of-other']]);
});

test('a key from the environment is not sent once its connection was moved', async () => {
  const { client, desk } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const [one, other] = [await openService(), await openService()];
  const connectionId = desk.adHocConnection(one.baseUrl, 'key-of-one');
  await client.connections.update({ connectionId, baseUrl: other.baseUrl });
  desk.recognizeKey('key-of-one');
  expect(await client.connections.test({ connectionId })).toMatchObject({ ok: false });
  expect(other.seen).toEqual([]);
});
