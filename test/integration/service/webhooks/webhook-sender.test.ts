import { randomBytes } from 'node:crypto';
import { createServer, type TLSSocket } from 'node:tls';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { createEgress } from '../../../../electron/platform/network/egress.ts';
import { makeWebhookSecret, verifyWebhook } from '../../../../electron/platform/security/webhook-signature.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { createSender, KEPT_ANSWER } from '../../../../electron/service/work/webhooks/sender.ts';
import { startCompanyProxy } from '../../../harness/company/company-proxy.ts';
import { listen } from '../../../harness/remote/listen.ts';
import { receiverCertificate, startReceiver } from '../../../harness/remote/webhook-receiver.ts';
import { createVirtualClock } from '../../../harness/time/virtual-clock.ts';

const { certificate, key } = await receiverCertificate();
const secret = makeWebhookSecret(randomBytes);
const payload = Buffer.from('{"eventType":"generation.queued","text":"Täke 🎙"}');
const never = new AbortController().signal;

function sender(clock = systemClock) {
  return createSender({ clock, machineClock: clock, allowPrivateAddresses: true, trustedCertificates: certificate });
}

function webhook(url: string) {
  return { url, messageId: 'msg_1', payload, secrets: [secret] };
}

/** A receiver that says whatever bytes a test wants, once the request is whole. */
async function startRaw(answer: (socket: TLSSocket, path: string) => void): Promise<string> {
  const sockets = new Set<TLSSocket>();
  const server = createServer({ cert: certificate, key }, (socket) => {
    sockets.add(socket);
    let head = '';
    let answered = false;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1');
      if (answered || !head.endsWith(payload.toString('latin1'))) return;
      answered = true;
      answer(socket, head.split(' ')[1] ?? '');
    });
  });
  const { close, port } = await listen(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return close();
  });
  return `https://127.0.0.1:${port}`;
}

async function receiver(...options: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...options);
  onTestFinished(started.close);
  return started;
}

test('of all statuses from 100 to 599 only 200 succeeds', { tags: 'long' }, async () => {
  const base = await startRaw((socket, path) => {
    socket.end(`HTTP/1.1 ${path.slice(1)} Whatever\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  });
  const send = sender();
  const succeeded: number[] = [];
  const seen = new Map<number, string | null>();
  const codes = Array.from({ length: 500 }, (_, index) => 100 + index);
  for (let from = 0; from < codes.length; from += 50) {
    const batch = codes.slice(from, from + 50);
    await Promise.all(
      batch.map(async (code) => {
        const outcome = await send(webhook(`${base}/${code}`), never);
        if (outcome?.succeeded) succeeded.push(code);
        // A status below 200 is no answer yet: what came was none.
        if (code >= 200) expect(outcome?.statusCode).toBe(code);
        seen.set(code, outcome?.error ?? null);
      }),
    );
  }
  expect(succeeded).toEqual([200]);
  expect(seen.get(204)).toBe('The receiver answered 204; only 200 counts as delivered.');
  expect(seen.get(301)).toContain('redirects are not followed');
  expect([...seen].filter(([code, error]) => code !== 200 && (error === null || error === ''))).toEqual([]);
});

test('a delivery POSTs the exact bytes, signed at the time of the attempt, without cookies', async () => {
  const target = await receiver((_delivery, response) => response.setHeader('set-cookie', 'a=b').end('thanks'));
  const send = sender();
  for (let attempt = 0; attempt < 2; attempt++) {
    const outcome = await send(webhook(target.url), never);
    expect(outcome).toMatchObject({ succeeded: true, statusCode: 200, error: null, answer: 'thanks' });
  }
  expect(target.deliveries).toHaveLength(2);
  for (const { method, path, headers, body } of target.deliveries) {
    expect([method, path]).toEqual(['POST', '/hook']);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'vendor-id': 'msg_1' });
    expect(headers.cookie).toBeUndefined();
    expect(headers.authorization).toBeUndefined();
    expect(body.equals(payload)).toBe(true);
    expect(verifyWebhook({ secret, headers, body, now: Date.now() }).kind).toBe('authentic');
    const names = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.replace('vendor-', 'webhook-'), String(value)]),
    );
    new Webhook(secret).verify(body, names);
  }
});

test('a redirect is not followed, wherever it leads', async () => {
  const elsewhere = await receiver();
  const target = await receiver((_delivery, response) => response.writeHead(307, { location: elsewhere.url }).end());
  const outcome = await sender()(webhook(target.url), never);
  expect(outcome).toMatchObject({ succeeded: false, statusCode: 307 });
  expect(elsewhere.deliveries).toHaveLength(0);
});

test.each<[string, (socket: TLSSocket) => void]>([
  ['a connection that is reset', (socket) => socket.destroy()],
  ['a connection that is closed without an answer', (socket) => socket.end()],
  ['an answer that is no HTTP', (socket) => socket.end('hello\r\n\r\n')],
  ['a status line cut off', (socket) => socket.end('HTTP/1.1 200')],
  ['headers cut off', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n')],
  [
    'an upgrade that nobody asked for',
    (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  ],
  [
    'headers without end',
    (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}\r\ncontent-length: 0\r\n\r\n`),
  ],
])('%s is a failure', async (_name, answer) => {
  const base = await startRaw(answer);
  const outcome = await sender()(webhook(`${base}/hook`), never);
  expect(outcome?.succeeded).toBe(false);
  expect(outcome?.error).toMatch(/\.$/);
  expect(outcome?.error).not.toContain('127.0.0.1');
});

test.each<[string, (socket: TLSSocket) => void, string]>([
  ['shorter than announced', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\nshort'), 'short'],
  [
    'cut off in a chunk',
    (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel'),
    'hel',
  ],
  [
    'without anything to it, on a connection that is destroyed',
    (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n', () => socket.destroy()),
    '',
  ],
  ['that is no chunk', (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'), ''],
])('a 200 is a success with a body %s', async (_name, answer, kept) => {
  const base = await startRaw(answer);
  const outcome = await sender()(webhook(`${base}/hook`), never);
  expect(outcome).toMatchObject({ succeeded: true, statusCode: 200, error: null, answer: kept });
});

test('a failing status is the error, whatever happens to its body', async () => {
  const base = await startRaw((socket) => socket.end('HTTP/1.1 503 No\r\ncontent-length: 20\r\n\r\nshort'));
  expect(await sender()(webhook(`${base}/hook`), never)).toMatchObject({
    succeeded: false,
    statusCode: 503,
    error: 'The receiver answered 503; only 200 counts as delivered.',
    answer: 'short',
  });
});

test('a 200 whose body never ends is a success, and is waited for no longer than 15 seconds', async () => {
  const { written, clock, sent } = await dripping();
  await written;
  await clock.advance(15_000);
  expect(await sent).toMatchObject({ succeeded: true, statusCode: 200, error: null, answer: 'x', durationMs: 15_000 });
});

test('a 200 is recorded even if the service stops before its body ends', async () => {
  const { written, ending, sent } = await dripping();
  await written;
  ending.abort();
  expect(await sent).toMatchObject({ succeeded: true, statusCode: 200, answer: 'x' });
});

/** An attempt whose receiver said 200 and the beginning of a body, both of which arrived. */
async function dripping() {
  const { promise: written, resolve } = Promise.withResolvers<void>();
  const base = await startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n');
    // The sender has its own end of the socket in this process: by then it has read what was written.
    void systemClock.sleep(500).then(resolve);
  });
  const clock = createVirtualClock();
  const ending = new AbortController();
  const sent = sender(clock)(webhook(`${base}/hook`), ending.signal);
  return { written, clock, ending, sent };
}

test('an early hint before a 200 is harmless', async () => {
  const base = await startRaw((socket) =>
    socket.end('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
  );
  expect((await sender()(webhook(`${base}/hook`), never))?.succeeded).toBe(true);
});

test.each<[string, (socket: TLSSocket) => void]>([
  ['no answer at all', () => undefined],
  ['headers that never end', (socket) => socket.write('HTTP/1.1 200 OK\r\n')],
])('%s within 15 seconds is a failure', async (_name, answer) => {
  const arrived = Promise.withResolvers<void>();
  const base = await startRaw((socket) => {
    answer(socket);
    arrived.resolve();
  });
  const clock = createVirtualClock();
  let outcome: Awaited<ReturnType<ReturnType<typeof createSender>>> | undefined;
  const sent = sender(clock)(webhook(`${base}/hook`), never).then((value) => {
    outcome = value;
  });
  await arrived.promise;
  await clock.advance(14_999);
  expect(outcome).toBeUndefined();
  await clock.advance(1);
  await sent;
  expect(outcome).toMatchObject({ succeeded: false, durationMs: 15_000, error: expect.stringContaining('15 seconds') });
});

test('of an endless answer only the beginning is read', async () => {
  let written = 0;
  const target = await receiver((_delivery, response) => {
    response.writeHead(200);
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const write = () => {
      while (!response.destroyed && response.write(chunk)) written += chunk.length;
    };
    response.on('drain', write);
    write();
  });
  const outcome = await sender()(webhook(target.url), never);
  expect(outcome).toMatchObject({ succeeded: true, statusCode: 200 });
  expect(outcome?.answer).toBe('x'.repeat(KEPT_ANSWER));
  expect(written).toBeLessThan(16 * 1024 * 1024);
});

test('an untrusted certificate is refused, and so is one for another name', async () => {
  const target = await receiver();
  const trusting = sender();
  const strict = createSender({ clock: systemClock, machineClock: systemClock, allowPrivateAddresses: true });
  expect(await strict(webhook(target.url), never)).toMatchObject({
    succeeded: false,
    error: expect.stringContaining('certificate is not trusted'),
  });
  const wrongName = createSender({
    clock: systemClock,
    machineClock: systemClock,
    allowPrivateAddresses: true,
    trustedCertificates: certificate,
    resolve: (_host, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  const elsewhere = webhook(`https://other.example:${target.port}/`);
  expect(await wrongName(elsewhere, never)).toMatchObject({
    succeeded: false,
    error: expect.stringContaining('ERR_TLS'),
  });
  expect(target.deliveries).toHaveLength(0);
  expect((await trusting(webhook(target.url), never))?.succeeded).toBe(true);
});

test('invalid trusted certificates are reported at the start', () => {
  const options = { clock: systemClock, machineClock: systemClock, allowPrivateAddresses: true };
  expect(() => createSender({ ...options, trustedCertificates: 'none' })).toThrow(RangeError);
});

test('plain http is refused, and so is a port where nobody listens', async () => {
  const target = await receiver();
  const plain = await sender()(webhook(`http://127.0.0.1:${target.port}/hook`), never);
  expect(plain?.succeeded).toBe(false);
  const closed = await receiver();
  await closed.close();
  expect(await sender()(webhook(closed.url), never)).toMatchObject({
    succeeded: false,
    error: 'The receiver refused the connection.',
  });
});

test('a proxy that the environment names is not used', async () => {
  const proxy = await receiver();
  const target = await receiver();
  const names = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
  const before = names.map((name) => [name, process.env[name]] as const);
  onTestFinished(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  for (const name of names) process.env[name] = `https://127.0.0.1:${proxy.port}`;
  expect((await sender()(webhook(target.url), never))?.succeeded).toBe(true);
  expect(proxy.deliveries).toHaveLength(0);
});

test('an attempt interrupted by the end of the service has no outcome', async () => {
  const ending = new AbortController();
  const base = await startRaw(() => ending.abort());
  expect(await sender()(webhook(`${base}/hook`), ending.signal)).toBeNull();
});

test('a delivery goes through a proxy, which resolves what this computer can’t; what it can is checked', async () => {
  const { deliveries, port } = await receiver();
  const names: Readonly<Record<string, string>> = { 'inside.receiver.test': '10.0.0.7' };
  const proxy = await startCompanyProxy({
    ...{ user: 'anna', password: 'geheim-77' },
    targets: { 'hook.receiver.test:443': port, 'inside.receiver.test:443': port },
  });
  onTestFinished(proxy.close);
  const through = (user: string) =>
    createSender({
      ...{ clock: systemClock, machineClock: systemClock, allowPrivateAddresses: false },
      trustedCertificates: certificate,
      egress: createEgress({ environment: { HTTPS_PROXY: proxy.origin.replace('//', `//${user}`) } }),
      resolve: (name, callback) => {
        const address = names[name];
        const unknown = Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
        if (address === undefined) callback(unknown, []);
        else callback(null, [{ address, family: 4 }]);
      },
    });
  const send = through('anna:geheim-77@');
  expect(await send(webhook('https://hook.receiver.test/a'), never)).toMatchObject({
    succeeded: true,
    statusCode: 200,
  });
  expect(deliveries).toHaveLength(1);
  const inside = await send(webhook('https://inside.receiver.test/a'), never);
  expect(inside?.error).toContain('not on the public internet');
  expect((await send(webhook('https://10.0.0.7/a'), never))?.error).toContain('not on the public internet');
  const unnamed = await through('')(webhook('https://hook.receiver.test/a'), never);
  expect(unnamed?.error).toBe(`The proxy 127.0.0.1:${proxy.port} wants a password.`);
  expect(deliveries).toHaveLength(1);
});
