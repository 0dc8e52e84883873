import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserServer, startBrowserServer } from '../../../electron/hosts/browser/server.ts';
import { silentLog } from '../../../electron/platform/log.ts';
import { openSession, tokenOf } from '../../harness/desk/browser-session.ts';
import { createFakeDesk } from '../../harness/fake-desk/fake-desk.ts';
import { ask as askPort, type RawRequest, UPGRADE } from '../../harness/raw-http.ts';

let page = '';
let server: BrowserServer;
let port = 0;
let cookie = '';
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
  server = await startBrowserServer({ desk, pageDirectory: page, port: 0, log: silentLog });
  port = Number(new URL(server.origin).port);
  cookie = await openSession(server);
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
      const answer = await ask({ path: way, headers: { host, cookie } });
      expect(answer.status).toBe(421);
      expect(answer.body).not.toMatch(/media|Cleartake|export/);
    }
  });

  test('a WebSocket neither', async () => {
    const headers = { ...UPGRADE, host: `evil.example:${port}`, origin: server.origin, cookie };
    expect((await ask({ path: '/rpc', headers })).status).toBe(421);
  });
});

describe('the session', () => {
  test('is opened by the token of the run and kept in a cookie that scripts and other sites do not get', async () => {
    const answer = await session({ origin: server.origin }, tokenOf(server.url));
    expect(answer.status).toBe(204);
    const set = answer.headers['set-cookie']?.[0] ?? '';
    expect(set).toMatch(new RegExp(`^cleartake-${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`));
    expect(set).not.toContain(tokenOf(server.url));
  });

  test.each(['', 'wrong', 'A'.repeat(43)])('is not opened by %j', async (token) => {
    const answer = await session({ origin: server.origin }, token);
    expect(answer.status).toBe(401);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  test('an opening token works once', async () => {
    const token = tokenOf(server.createOpeningUrl());
    expect(token).not.toBe(tokenOf(server.url));
    expect((await session({ origin: server.origin }, token)).status).toBe(204);
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
    expect(answer.headers).not.toHaveProperty('set-cookie');
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
  const own = () => ({ cookie, 'sec-fetch-site': 'same-origin' });
  test('is served to the session', async () => {
    expect(await ask({ path: '/media/file?take=x', headers: own() })).toMatchObject({ status: 200, body: 'media' });
  });

  test.each([
    ['no session', 401, () => ({})],
    ['a wrong session', 401, () => ({ cookie: `cleartake-${port}=${'A'.repeat(43)}` })],
    ['the session of another desk', 401, () => ({ cookie: cookie.replace(`-${port}`, '-1') })],
    ['the token in place of the session', 401, () => ({ cookie: `cleartake-${port}=${tokenOf(server.url)}` })],
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

describe('the WebSocket', () => {
  const upgrade = (headers: Record<string, string>, way = '/rpc') =>
    ask({ path: way, headers: { ...UPGRADE, ...headers } });
  test('opens for our page with a session', async () => {
    expect((await upgrade({ origin: server.origin, cookie })).status).toBe(101);
  });

  test.each([
    ['no session', 401, () => ({ origin: server.origin })],
    ['no origin', 403, () => ({ cookie })],
    ['another origin', 403, () => ({ cookie, origin: 'https://evil.example' })],
    ['another port', 403, () => ({ cookie, origin: 'http://127.0.0.1:1' })],
    ['the opaque origin', 403, () => ({ cookie, origin: 'null' })],
  ])('%s is answered %d', async (_name, status, headers: () => Record<string, string>) => {
    expect((await upgrade(headers())).status).toBe(status);
  });

  test('opens nowhere else for anybody else', async () => {
    for (const way of ['/', '/media/file', '/session', '//rpc', '/rpc/', '/rpc?x=1']) {
      expect((await upgrade({ origin: 'https://evil.example', cookie }, way)).status).toBe(403);
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
