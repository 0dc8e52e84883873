import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeWebhookSecret } from '../../../../electron/platform/security/webhook-signature.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { addressesIn, createResolveHost } from '../../../../electron/service/work/webhooks/resolve-host.ts';
import { createSender } from '../../../../electron/service/work/webhooks/sender.ts';
import { startNameServer } from '../../../harness/remote/name-server.ts';
import { receiverCertificate } from '../../../harness/remote/webhook-receiver.ts';
import { temporaryFolder } from '../../../harness/service/test-service.ts';
import { receiver } from '../../../harness/service/webhook-helpers.ts';
import { createVirtualClock } from '../../../harness/time/virtual-clock.ts';

const { certificate } = await receiverCertificate();
const secrets = [makeWebhookSecret(randomBytes)];
const never = new AbortController().signal;
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'four.receiver.test': ['127.0.0.1'],
  'six.receiver.test': ['0:0:0:0:0:0:0:1'],
  'both.receiver.test': ['127.0.0.1', '0:0:0:0:0:0:0:1'],
};

/** Answers what is below `receiver.test`; of `silent` names it says nothing. */
async function nameServer() {
  const server = await startNameServer((name) => (name.includes('silent') ? undefined : (ADDRESSES[name] ?? [])));
  onTestFinished(server.close);
  return server;
}

async function resolver(hosts = '') {
  const server = await nameServer();
  const hostsFile = path.join(await temporaryFolder(), 'hosts');
  await writeFile(hostsFile, hosts);
  return { server, resolve: createResolveHost({ servers: [server.address], hostsFile }) };
}

type Resolve = ReturnType<typeof createResolveHost>;

function resolved(resolve: Resolve, name: string, signal?: AbortSignal): Promise<readonly string[]> {
  return new Promise((done, reject) => {
    const callback: Parameters<Resolve>[1] = (failure, addresses) =>
      failure === null ? done(addresses.map(({ address }) => address)) : reject(failure);
    resolve(name, callback, signal);
  });
}

test.each([
  ['four.receiver.test', ['127.0.0.1']],
  ['FOUR.receiver.test.', ['127.0.0.1']],
  ['six.receiver.test', ['::1']],
  ['both.receiver.test', ['127.0.0.1', '::1']],
])('%s is what the name server says', async (name, addresses) => {
  expect(await resolved((await resolver()).resolve, name)).toEqual(addresses);
});

test('localhost and the hosts file are asked before any name server', async () => {
  const { server, resolve } = await resolver('# 1.1.1.1 four.receiver.test\n10.0.0.7\tfour.receiver.test other # 2\n');
  expect(await resolved(resolve, 'four.receiver.test')).toEqual(['10.0.0.7']);
  for (const name of ['localhost', 'LOCALHOST.', 'a.localhost']) {
    expect(await resolved(resolve, name)).toEqual(['127.0.0.1', '::1']);
  }
  expect(server.asked).toEqual([]);
  expect(addressesIn('127.0.0.1 a\n::1 A b\nnothing a\n', 'a').map(({ address }) => address)).toEqual([
    '127.0.0.1',
    '::1',
  ]);
});

test('an unknown name is told apart from unreachable name servers', async () => {
  const { resolve } = await resolver();
  await expect(resolved(resolve, 'nobody.receiver.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  const gone = await startNameServer(() => []);
  gone.close();
  const closed = createResolveHost({ servers: [gone.address] });
  await expect(resolved(closed, 'four.receiver.test')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
});

test("unanswered lookups delay no other name nor the system's own lookups, and end with their attempt", async () => {
  const { server, resolve } = await resolver();
  const ending = new AbortController();
  let ended = 0;
  const silent = Array.from({ length: 40 }, (_, count) =>
    resolved(resolve, `${count}.silent.test`, ending.signal).catch((failure: NodeJS.ErrnoException) => {
      ended += 1;
      return failure.code;
    }),
  );
  while (new Set(server.asked).size < 40) await systemClock.sleep(5);
  expect(await resolved(resolve, 'four.receiver.test')).toEqual(['127.0.0.1']);
  expect((await lookup('localhost')).address).toMatch(/^(127\.0\.0\.1|::1)$/);
  expect(ended).toBe(0);
  ending.abort();
  expect(new Set(await Promise.all(silent))).toEqual(new Set(['EAI_AGAIN']));
});

test('a delivery by name reaches the address that the name server gave, checked', async () => {
  const { server, resolve } = await resolver();
  const target = await receiver();
  const options = { clock: systemClock, machineClock: systemClock, trustedCertificates: certificate, resolve };
  const url = `https://four.receiver.test:${target.port}/`;
  const webhook = { url, messageId: 'msg_1', payload: Buffer.from('{}'), secrets };
  const refused = await createSender({ ...options, allowPrivateAddresses: false })(webhook, never);
  expect(refused?.error).toContain('not on the public internet');
  expect(target.deliveries).toHaveLength(0);
  const delivered = await createSender({ ...options, allowPrivateAddresses: true })(webhook, never);
  expect(delivered).toMatchObject({ succeeded: true });
  // Once an attempt, for both kinds of address.
  expect(server.asked).toHaveLength(4);
});

test('an attempt whose name is never answered fails after 15 seconds at the latest', async () => {
  const { server, resolve } = await resolver();
  const clock = createVirtualClock();
  const send = createSender({ clock, machineClock: clock, allowPrivateAddresses: true, resolve });
  const url = 'https://silent.test/';
  const outcome = send({ url, messageId: 'msg_1', payload: Buffer.from('{}'), secrets }, never);
  while (server.asked.length === 0) await systemClock.sleep(5);
  await clock.advance(15_000);
  expect(await outcome).toMatchObject({ succeeded: false, statusCode: null, error: expect.stringMatching(/\.$/) });
});
