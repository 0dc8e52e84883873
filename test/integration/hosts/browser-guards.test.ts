import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createFileHandOver } from '../../../electron/hosts/browser/hand-over.ts';
import { type BrowserServer, startBrowserServer } from '../../../electron/hosts/browser/server.ts';
import { silentLog } from '../../../electron/platform/log.ts';
import { DESK_PROTOCOL, sessionHeaders, sessionProtocols } from '../../../shared/contract/page/browser-session.ts';
import { openSession, tokenOf } from '../../harness/desk/browser-session.ts';
import { createFakeDesk } from '../../harness/fake-desk/fake-desk.ts';
import { ask as askPort, type RawRequest, UPGRADE } from '../../harness/raw-http.ts';

let page = '';
let server: BrowserServer;
let port = 0;
let secret = '';
/** What shows that a request is of a second start, and the files that were handed over. */
let second = '';
const handed: string[] = [];
/** Headers of a request, and of a WebSocket, of the session or of another one. */
const withSession = (session = secret) => ({ ...sessionHeaders(session) });
const withProtocols = (session = secret) => ({ 'sec-websocket-protocol': sessionProtocols(session).join(', ') });
const ask = (wanted: Omit<RawRequest, 'port'>) => askPort({ port, ...wanted });
const session = (headers: Record<string, string>, token: string) =>
  ask({
    path: '/session',
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ token }),
  });

beforeAll(async () => {
  page = mkdtempSync(path.join(tmpdir(), 'cleartake-page-'));
  mkdirSync(path.join(page, 'assets'));
  writeFileSync(path.join(page, 'index.html'), '<title>Cleartake</title>');
  writeFileSync(path.join(page, 'assets/main-abc.js'), 'export {};');
  writeFileSync(path.join(path.dirname(page), `${path.basename(page)}-secret.txt`), 'outside');
  const desk = { router: createFakeDesk().router, media: async () => new Response('media') };
  const handOver = createFileHandOver(async ({ files }) => {
    handed.push(...files);
    return { skipped: [], added: 0, already: 0, isMissing: false, address: null };
  });
  ({ token: second } = handOver);
  server = await startBrowserServer({ desk, pageDirectory: page, port: 0, handOver, log: silentLog });
  port = Number(new URL(server.origin).port);
  secret = await openSession(server);
});
afterAll(async () => {
  await server.close();
  rmSync(page, { recursive: true });
  rmSync(`${page}-secret.txt`);
});

describe('the page', () => {
  test('is served without a session, and loads nothing from anywhere else', async () => {
    const answer = await ask({ path: '/' });
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('Cleartake');
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${port};`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-eval');
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache',
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('keeps its hashed files for good', async () => {
    const answer = await ask({ path: '/assets/main-abc.js' });
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(answer.headers['content-type']).toContain('javascript');
  });

  test.each(['/..%2f', '/../', '/%2e%2e/', '/assets/..%2f..%2f'])(
    'nothing outside its folder is reached by %s',
    async (way) => {
      const answer = await ask({ path: `${way}${path.basename(page)}-secret.txt` });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.body).not.toContain('outside');
    },
  );
});

describe('a foreign name for this computer', () => {
  const foreign = () => [
    `evil.example:${port}`,
    `localhost:${port}`,
    `[::1]:${port}`,
    `127.0.0.1.:${port}`,
    '127.0.0.1',
  ];
  test.each(['/', '/assets/main-abc.js', '/media/file?take=x', '/rpc'])('gets nothing from %s', async (way) => {
    for (const host of foreign()) {
      const answer = await ask({ path: way, headers: { host, ...withSession(), ...withProtocols() } });
      expect(answer.status).toBe(421);
      expect(answer.body).not.toMatch(/media|Cleartake|export/);
    }
  });

  test('a WebSocket neither', async () => {
    const headers = { ...UPGRADE, host: `evil.example:${port}`, origin: server.origin, ...withProtocols() };
    expect((await ask({ path: '/rpc', headers })).status).toBe(421);
  });
});

describe('the session', () => {
  test('is opened by the token of the run, one for each, and is no cookie', async () => {
    const open = () => session({ origin: server.origin }, tokenOf(server.url));
    const [answer, other] = [await open(), await open()];
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(JSON.parse(answer.body)).toEqual({ session: expect.stringMatching(/^[\w-]{43}$/) });
    expect(other.body).not.toBe(answer.body);
    expect(answer.body).not.toContain(tokenOf(server.url));
  });

  test('ends on request, with its WebSocket; the others go on', async () => {
    const mine = await openSession(server);
    const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, sessionProtocols(mine), { origin: server.origin });
    await once(socket, 'open');
    const closed = once(socket, 'close');
    const read = (session: string) => ask({ path: '/media/file?take=x', headers: withSession(session) });
    expect((await read(mine)).status).toBe(200);
    const end = (headers: Record<string, string>) =>
      ask({ path: '/session', method: 'DELETE', headers: { ...withSession(mine), ...headers } });
    expect((await end({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await end({ origin: server.origin, authorization: '' })).status).toBe(401);
    expect((await end({ origin: server.origin })).status).toBe(204);
    await closed;
    expect((await read(mine)).status).toBe(401);
    expect(
      (await ask({ path: '/rpc', headers: { ...UPGRADE, origin: server.origin, ...withProtocols(mine) } })).status,
    ).toBe(401);
    expect((await read(secret)).status).toBe(200);
  });

  test.each(['', 'wrong', 'A'.repeat(43)])('is not opened by %j', async (token) => {
    const answer = await session({ origin: server.origin }, token);
    expect(answer.status).toBe(401);
    expect(answer.body).not.toContain('session');
  });

  test('an opening token works once', async () => {
    const token = tokenOf(server.createOpeningUrl());
    expect(token).not.toBe(tokenOf(server.url));
    expect((await session({ origin: server.origin }, token)).status).toBe(200);
    expect((await session({ origin: server.origin }, token)).status).toBe(401);
  });

  test.each([
    ['no origin', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['the opaque origin', { origin: 'null' }],
    ['another port of this computer', { origin: 'http://127.0.0.1:1' }],
    ['another site by its own word', { origin: '', 'sec-fetch-site': 'cross-site' }],
    ['the same site by its own word', { origin: '', 'sec-fetch-site': 'same-site' }],
  ])('%s is refused, with the right token too', async (_name, headers: Record<string, string>) => {
    const sent = headers.origin === '' ? { ...headers, origin: server.origin } : headers;
    const answer = await session(sent, tokenOf(server.url));
    expect(answer.status).toBe(403);
    expect(answer.body).not.toContain('session');
  });

  test.each(['{', '{"token":1}', '[]', `{"token":"${'x'.repeat(5000)}"}`])(
    'the body %.20s is refused',
    async (body) => {
      const headers = { 'content-type': 'application/json', origin: server.origin };
      const answer = await ask({ path: '/session', method: 'POST', headers, body });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    },
  );
});

describe('media', () => {
  const own = () => ({ ...withSession(), 'sec-fetch-site': 'same-origin' });
  test('is served to the session', async () => {
    expect(await ask({ path: '/media/file?take=x', headers: own() })).toMatchObject({ status: 200, body: 'media' });
  });

  test.each([
    ['no session', 401, () => ({})],
    ['a wrong session', 401, () => withSession('A'.repeat(43))],
    ['the session as a cookie', 401, () => ({ cookie: `cleartake-${port}=${secret}` })],
    ['the session as a WebSocket shows it', 401, () => withProtocols()],
    ['the token in place of the session', 401, () => withSession(tokenOf(server.url))],
    ['a page of another site', 403, () => ({ ...own(), 'sec-fetch-site': 'cross-site' })],
    ['a page on another port', 403, () => ({ ...own(), 'sec-fetch-site': 'same-site' })],
    ['another origin', 403, () => ({ ...own(), origin: 'https://evil.example' })],
  ])('%s is answered %d', async (_name, status, headers: () => Record<string, string>) => {
    const answer = await ask({ path: '/media/file?take=x', headers: headers() });
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain('media');
  });

  test.each(['/media/upload?name=a.wav', '/media/../media/upload?name=a.wav', '/media%2Fupload'])(
    'a POST to %s needs our origin',
    async (way) => {
      const answer = await ask({ path: way, method: 'POST', headers: own(), body: 'x' });
      expect(answer.status).toBe(403);
    },
  );

  test.each([
    '/%6Dedia/file?take=x',
    '/m%65dia/file?take=x',
    '/media%2Ffile',
    '//media/file',
    '/./media/file',
    '/media/../media/file',
  ])('%s is no way around the session', async (way) => {
    const answer = await ask({ path: way });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toBe('media');
  });

  test.each(['OPTIONS', 'PUT', 'DELETE', 'PATCH'])('%s opens no door', async (method) => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const answer = await ask({ path: '/media/upload', method, headers });
    expect(answer.status).toBe(403);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('an address for a download', () => {
  const make = (address: unknown, headers: Record<string, string> = withSession()) =>
    ask({
      path: '/session/address',
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.origin, ...headers },
      body: JSON.stringify({ address }),
    });
  test('is made for files and outputs', async () => {
    for (const address of ['/media/file?take=x', '/media/save?take=x'])
      expect([address, (await make(address)).status]).toEqual([address, 200]);
  });

  const made = async () => JSON.parse((await make('/media/file?take=x')).body).address as string;

  test('works once, for that file alone', async () => {
    const address = await made();
    expect((await ask({ path: address.replace('take=x', 'take=y') })).status).toBe(401);
    expect((await ask({ path: address, method: 'HEAD' })).status).toBe(401);
    expect((await ask({ path: address, headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    expect(await ask({ path: address })).toMatchObject({ status: 200, body: 'media' });
    expect((await ask({ path: address })).status).toBe(401);
  });

  test('is made for the session alone', async () => {
    expect((await make('/media/file?take=x', {})).status).toBe(401);
    expect((await make('/media/file?take=x', { ...withSession(), origin: 'https://evil.example' })).status).toBe(403);
  });

  test.each(['/rpc', '/media/upload?name=a.wav', '/session', 'https://evil.example/media/file?take=x', 7])(
    'is not made for %s',
    async (address) => {
      expect((await make(address)).status).toBe(400);
    },
  );
});

describe('files of a second start', () => {
  const hand = (headers: Record<string, string>, files: unknown = ['/takes/a.wav']) =>
    ask({
      path: '/hand-over',
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ files, open: false }),
    });
  const own = () => ({ authorization: `Bearer ${second}` });

  test('are taken from whoever could read the token', async () => {
    expect((await hand(own())).status).toBe(200);
    expect(handed).toEqual(['/takes/a.wav']);
  });

  test.each([
    ['no token', 403, () => ({})],
    ['a wrong token', 403, () => ({ authorization: `Bearer ${'A'.repeat(43)}` })],
    ['the session of the page', 401, () => ({ ...withSession(), origin: server.origin })],
    ['our own page, with the token', 401, () => ({ ...own(), origin: server.origin })],
    ['another site, with the token', 403, () => ({ ...own(), origin: 'https://evil.example' })],
    ['another port by its own word', 403, () => ({ ...own(), 'sec-fetch-site': 'same-site' })],
    ['a foreign name for this computer', 421, () => ({ ...own(), host: `localhost:${port}` })],
  ])('%s is answered %d', async (_name, status, headers: () => Record<string, string>) => {
    handed.length = 0;
    expect((await hand(headers())).status).toBe(status);
    expect(handed).toEqual([]);
  });

  test('its token opens nothing else, and relative paths are refused', async () => {
    expect((await ask({ path: '/media/file?take=x', headers: own() })).status).toBe(401);
    expect((await session({ origin: server.origin }, second)).status).toBe(401);
    expect((await hand(own(), ['a.wav'])).status).toBe(400);
    expect((await hand(own(), 'a.wav')).status).toBe(400);
  });
});

describe('the WebSocket', () => {
  const upgrade = (headers: Record<string, string>, way = '/rpc') =>
    ask({ path: way, headers: { ...UPGRADE, ...headers } });
  test('opens for our page with a session', async () => {
    expect((await upgrade({ origin: server.origin, ...withProtocols() })).status).toBe(101);
  });

  test.each([
    ['no session', 401, () => ({ origin: server.origin })],
    ['the session as a cookie', 401, () => ({ origin: server.origin, cookie: `cleartake-${port}=${secret}` })],
    ['the session as a request shows it', 401, () => ({ origin: server.origin, ...withSession() })],
    ['no origin', 403, () => withProtocols()],
    ['another origin', 403, () => ({ ...withProtocols(), origin: 'https://evil.example' })],
    ['another port', 403, () => ({ ...withProtocols(), origin: 'http://127.0.0.1:1' })],
    ['the opaque origin', 403, () => ({ ...withProtocols(), origin: 'null' })],
  ])('%s is answered %d', async (_name, status, headers: () => Record<string, string>) => {
    expect((await upgrade(headers())).status).toBe(status);
  });

  test('agrees to the protocol without repeating the session', async () => {
    const answer = await upgrade({ origin: server.origin, ...withProtocols() });
    expect(answer.headers['sec-websocket-protocol']).toBe(DESK_PROTOCOL);
  });

  test('opens nowhere else for anybody else', async () => {
    for (const way of ['/', '/media/file', '/session', '//rpc', '/rpc/', '/rpc?x=1']) {
      expect((await upgrade({ origin: 'https://evil.example', ...withProtocols() }, way)).status).toBe(403);
    }
  });
});

test('only loopback is listened on', async () => {
  const outer = Object.values(networkInterfaces())
    .flat()
    .find((address) => address !== undefined && !address.internal && address.family === 'IPv4');
  const reached = await new Promise<boolean>((resolve) => {
    // A machine without another address has another loopback address: not ours either.
    const socket = connect({ host: outer?.address ?? '127.0.0.2', port });
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  }).finally(() => undefined);
  expect(reached).toBe(false);
});

test('a port that is taken is said so', async () => {
  const desk = { router: createFakeDesk().router, media: async () => new Response() };
  await expect(startBrowserServer({ desk, pageDirectory: page, port, log: silentLog })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});
