import { randomBytes } from 'node:crypto';
import type { LookupOptions } from 'node:dns';
import { createServer, isIP, type ListenOptions, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeWebhookSecret } from '../../../../electron/platform/security/webhook-signature.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { checkedLookup } from '../../../../electron/service/work/webhooks/connector.ts';
import type { ResolveHost } from '../../../../electron/service/work/webhooks/resolve-host.ts';
import { createSender } from '../../../../electron/service/work/webhooks/sender.ts';
import { receiverCertificate, startReceiver, type WebhookReceiver } from '../../../harness/remote/webhook-receiver.ts';

/** Ways to write an address of this computer or of a private network; `PORT` stands for the listener's port. */
const LITERAL_HOSTS = [
  '127.0.0.1 127.1 127.0.1 127.255.255.254 127.127.127.127 2130706433 0x7f000001 0x7f.1 0x7f.0x0.0x0.0x1',
  '0X7F.0.0.1 017700000001 0177.0.0.1 0177.0.0.01 00000177.0.0.1 127.0.0.1. １２７.０.０.１ 127。0。0。1 ①②⑦.⓪.⓪.① 0.0.0.0',
  '0 0.1.2.3 10.0.0.1 10.1 0xa000001 100.64.0.1 2852039166 172.16.0.1 172.31.255.255 192.168.0.1 192.168.1',
  '192.0.0.1 198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255 [::1] [0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1]',
  '[::127.0.0.1] [::7f00:1] [::ffff:10.0.0.1] [::ffff:169.254.169.254] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1] [2002:7f00:1::] [2002:7f00:1::1] [2001:0:7f00:1::] [fe80::1] [fc00::1] [fd12:3456:789a::1]',
  '[fec0::1] [ff02::1] [2001:db8::1] [100::1]',
].flatMap((hosts) => hosts.split(' '));
const LITERAL_FORMS = [
  ...LITERAL_HOSTS.map((host) => `https://${host}:PORT/`),
  ...['https://127.0.0.1:PORT/../../admin?x=1#y', 'https://%31%32%37.0.0.1:PORT/', 'https:\\\\127.0.0.1:PORT/'],
  ...['https:/127.0.0.1:PORT/', 'https:127.0.0.1:PORT/', 'https://127.0.0.1:PORT\\@example.com/'],
  ...[' https://127.0.0.1:PORT/ ', 'https://12\t7.0.0.1:PORT/', 'HTTPS://127.0.0.1:PORT/'],
  ...['https://169.254.169.254:PORT/latest/meta-data/'],
];

/** Names, with what a resolver that means harm says of them. */
const NAMES: readonly [url: string, addresses: readonly string[]][] = [
  ['https://localhost:PORT/', ['127.0.0.1', '::1']],
  ['https://localhost.:PORT/', ['127.0.0.1']],
  ['https://LOCALHOST:PORT/', ['::1']],
  ['https://sub.localhost:PORT/', ['127.0.0.1']],
  ['https://localhost.localdomain:PORT/', ['127.0.0.1']],
  ['https://ip6-localhost:PORT/', ['::1']],
  ['https://127.0.0.1.nip.io:PORT/', ['127.0.0.1']],
  ['https://7f000001.nip.io:PORT/', ['127.0.0.1']],
  ['https://a.receiver.test:PORT/', ['127.0.0.1']],
  ['https://b.receiver.test:PORT/', ['::1']],
  ['https://c.receiver.test:PORT/', ['::ffff:127.0.0.1']],
  ['https://d.receiver.test:PORT/', ['::ffff:7f00:1']],
  ['https://e.receiver.test:PORT/', ['0.0.0.0']],
  ['https://f.receiver.test:PORT/', ['::']],
  ['https://g.receiver.test:PORT/', ['127.0.0.1', '10.0.0.1', 'fe80::1']],
  ['https://h.receiver.test:PORT/', ['64:ff9b::7f00:1']],
  ['https://i.receiver.test:PORT/', ['169.254.169.254']],
  ['https://xn--localhost.receiver.test:PORT/', ['127.0.0.1']],
  ['https://metadata.google.internal:PORT/', ['169.254.169.254']],
];

const { certificate } = await receiverCertificate();
const secrets = [makeWebhookSecret(randomBytes)];
const never = new AbortController().signal;
let hits = 0;
let port = 0;

/** Counts whoever connects, on every address of this computer, before any byte is read. */
beforeAll(async () => {
  const servers: Server[] = [];
  const listen = (at: ListenOptions) =>
    new Promise<number>((resolve, reject) => {
      const server = createServer((socket) => {
        hits += 1;
        socket.destroy();
      });
      servers.push(server);
      server.once('error', reject);
      server.listen(at, () => resolve((server.address() as { port: number }).port));
    });
  port = await listen({ host: '0.0.0.0', port: 0 });
  if (Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'))) {
    await listen({ port, host: '::', ipv6Only: true });
  }
  return () => {
    for (const server of servers) server.close();
  };
});

beforeEach(() => {
  hits = 0;
});

function sender(resolve: ResolveHost | undefined, allowPrivateAddresses: boolean) {
  return createSender({
    clock: systemClock,
    machineClock: systemClock,
    allowPrivateAddresses,
    trustedCertificates: certificate,
    ...(resolve === undefined ? {} : { resolve }),
  });
}

function says(...addresses: readonly string[]): ResolveHost {
  return (_host, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );
}

function webhook(url: string, to = port) {
  return { url: url.replace(':PORT', `:${to}`), messageId: 'msg_1', payload: Buffer.from('{}'), secrets };
}

const REFUSED = 'The receiver is not on the public internet, and this service delivers nowhere else.';

test('there are at least sixty forms', () => {
  expect(new Set([...LITERAL_FORMS, ...NAMES.map(([url]) => url)]).size).toBeGreaterThanOrEqual(60);
});

test.each(LITERAL_FORMS)('no delivery reaches %j', async (url) => {
  const outcome = await sender(undefined, false)(webhook(url), never);
  expect(outcome).toMatchObject({ succeeded: false, statusCode: null, error: REFUSED });
  expect(hits).toBe(0);
});

test.each(NAMES)('no delivery reaches %s when the name means %j', async (url, addresses) => {
  const outcome = await sender(says(...addresses), false)(webhook(url), never);
  // What the URL parser itself refuses is refused as well.
  expect(outcome).toMatchObject({ succeeded: false, statusCode: null });
  if (URL.canParse(url.replace('PORT', '1'))) expect(outcome?.error).toBe(REFUSED);
  expect(hits).toBe(0);
});

test('a name of this computer is refused with the resolver of the system, too', async () => {
  const outcome = await sender(undefined, false)(webhook('https://localhost:PORT/'), never);
  expect(outcome?.error).toBe(REFUSED);
  expect(hits).toBe(0);
});

test('the listener is reached where the service is configured for it: the refusals above are not for want of one', async () => {
  const reach = [
    'https://127.0.0.1:PORT/',
    'https://2130706433:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://0:PORT/',
  ];
  for (const url of reach) await sender(undefined, true)(webhook(url), never);
  expect(hits).toBe(reach.length);
  await sender(says('127.0.0.1'), true)(webhook('https://a.receiver.test:PORT/'), never);
  expect(hits).toBe(reach.length + 1);
});

async function receiver(host?: string): Promise<WebhookReceiver> {
  const started = await startReceiver(undefined, host);
  onTestFinished(started.close);
  return started;
}

/** What a socket is given to connect to. */
function lookedUp(resolve: ResolveHost, options: LookupOptions): Promise<unknown> {
  return new Promise((resolved, reject) => {
    checkedLookup({ resolve, allowPrivateAddresses: false })('a.receiver.test', options, (failure, address) => {
      if (failure === null) resolved(address);
      else reject(failure);
    });
  });
}

test('a socket is given the addresses that were checked, and those alone', async () => {
  const mixed = says('127.0.0.1', '8.8.8.8', '::1', '2606:4700::1', '10.0.0.1');
  expect(await lookedUp(mixed, { all: true })).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ]);
  expect(await lookedUp(mixed, {})).toBe('8.8.8.8');
  expect(await lookedUp(mixed, { family: 6 })).toBe('2606:4700::1');
  await expect(lookedUp(says('8.8.8.8'), { family: 6 })).rejects.toThrow('not on the public internet');
  await expect(lookedUp(says(), { all: true })).rejects.toThrow('not on the public internet');
});

test('a name is asked for once an attempt, so that no second answer can lead elsewhere', async () => {
  let asked = 0;
  const target = await receiver();
  const counting: ResolveHost = (host, callback) => {
    asked += 1;
    says('127.0.0.1')(host, callback);
  };
  const byName = webhook('https://a.receiver.test:PORT/', target.port);
  expect(await sender(counting, true)(byName, never)).toMatchObject({ succeeded: true });
  expect(asked).toBe(1);
});

test('with private addresses allowed a receiver on this computer gets its delivery by name and by address', async () => {
  const target = await receiver();
  const byName = webhook('https://a.receiver.test:PORT/', target.port);
  expect(await sender(says('127.0.0.1'), true)(byName, never)).toMatchObject({ succeeded: true });
  expect(await sender(undefined, true)(webhook(target.url), never)).toMatchObject({ succeeded: true });
  expect(target.deliveries).toHaveLength(2);
});
