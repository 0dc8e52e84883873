import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { makeKey } from '../../../harness/service/accounts.ts';
import { head, post, postChunked, sendRaw } from '../../../harness/service/hostile-requests.ts';
import { movableClock, startAgain, startService, type TestService } from '../../../harness/service/test-service.ts';

const MEBIBYTE = 1024 * 1024;
const LIST = DEFAULT_PATHS.listProjects;

/** Sends a body as it is, with the scoped key. */
function send(
  service: TestService,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  path: string = DEFAULT_PATHS.createProject,
) {
  return fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${service.apiKey}`, ...headers },
    body: body as BodyInit,
  });
}

function targetOf(service: TestService) {
  return { port: Number(new URL(service.baseUrl).port), apiKey: service.apiKey };
}

function rateOf(headers: Headers) {
  const read = (name: string) => Number(headers.get(name) ?? Number.NaN);
  return [read('ratelimit-limit'), read('ratelimit-remaining'), read('ratelimit-reset')];
}

const PROJECT = '"originalFileName":"a.wav","contentType":"audio/wav"';

test.each([
  ['a body that is empty', '', 400],
  ['a body of null', 'null', 400],
  ['a byte order mark', `\ufeff{${PROJECT}}`, 200],
  [
    'bytes that are no UTF-8',
    Buffer.concat([Buffer.from(`{${PROJECT},"x":"`), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    400,
  ],
  ['a name that comes twice', `{"originalFileName":7,${PROJECT}}`, 200],
  ['the name __proto__', `{${PROJECT},"__proto__":{"a":1}}`, 400],
  ['the name __proto__ with escapes', `{${PROJECT},"params":{"\\u005f_proto__":{"a":1}}}`, 400],
  ['the value __proto__', `{${PROJECT},"params":{"a":"__proto__"}}`, 200],
  ['a NUL as it is', `{${PROJECT},"params":{"a":"\u0000"}}`, 400],
  ['a NUL that is escaped', `{${PROJECT},"params":{"a":"\\u0000"}}`, 200],
  ['a lone surrogate', `{${PROJECT},"params":{"a":"\\ud800"}}`, 200],
  ['a number out of range', `{${PROJECT},"params":{"a":1e400}}`, 400],
  ['a number out of range, in digits', `{${PROJECT},"params":{"a":${'9'.repeat(400)}}}`, 400],
  ['what looks like one in a text', `{${PROJECT},"params":{"a":"1e400"}}`, 200],
  ['the smallest numbers', `{${PROJECT},"params":{"a":1e-400,"b":-0}}`, 200],
  ['64 levels', `{${PROJECT},"params":{"a":${'['.repeat(62)}${']'.repeat(62)}}}`, 200],
  ['65 levels', `{${PROJECT},"params":{"a":${'['.repeat(63)}${']'.repeat(63)}}}`, 400],
  ['5,000 values', `{${PROJECT},"params":{"a":[${'1,'.repeat(4990)}1]}}`, 200],
  ['more than 5,000 values', `{${PROJECT},"params":{"a":[${'1,'.repeat(5000)}1]}}`, 400],
  ['params of 65,536 characters', `{${PROJECT},"params":{"a":"${'x'.repeat(65_528)}"}}`, 200],
  ['params of 65,537 characters', `{${PROJECT},"params":{"a":"${'x'.repeat(65_529)}"}}`, 400],
  ['a mebibyte', `{${PROJECT}${' '.repeat(MEBIBYTE - PROJECT.length - 2)}}`, 200],
  ['a mebibyte and a byte', `{${PROJECT}${' '.repeat(MEBIBYTE - PROJECT.length - 1)}}`, 413],
])('%s', async (_name, body, status) => {
  const service = await startService();
  const answer = await send(service, body);
  expect([answer.status, Object.keys(await answer.json())[0]]).toEqual([
    status,
    status === 200 ? 'apiProjectId' : 'error',
  ]);
  expect((await service.post(LIST, {})).body.projects).toHaveLength(status === 200 ? 1 : 0);
});

test('of a name that comes twice the last counts, and a lone surrogate becomes U+FFFD', async () => {
  const service = await startService();
  await send(service, '{"originalFileName":"first","originalFileName":"la\\ud800st","contentType":"audio/wav"}');
  expect((await service.post(LIST, {})).body.projects[0].originalFileName).toBe('la\ufffdst');
});

test('a body in chunks is as bounded as one with a length', async () => {
  const { port, apiKey } = targetOf(await startService());
  const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
  expect(await sendRaw(port, postChunked({ port, apiKey }, `${chunk.repeat(17)}0\r\n\r\n`))).toMatch(
    /^HTTP\/1\.1 413 .*"error":/s,
  );
  expect(await sendRaw(port, postChunked({ port, apiKey }, `2\r\n{}\r\n0\r\n\r\n`))).toMatch(
    /^HTTP\/1\.1 400 .*originalFileName/s,
  );
  expect(
    await sendRaw(port, postChunked({ port, apiKey }, `${'1\r\n \r\n'.repeat(1000)}2\r\n{}\r\n0\r\n\r\n`)),
  ).toMatch(/^HTTP\/1\.1 400 /);
  // Thousands of pieces for a small body are no client's way.
  const keptAlive = postChunked({ port, apiKey }, '1\r\n \r\n'.repeat(5000))
    .toString()
    .replace('Connection: close\r\n', '');
  expect(await sendRaw(port, keptAlive)).toMatch(/^HTTP\/1\.1 413 .*connection: close.*"error":"[^"]*pieces/is);
});

test('compressed bodies and other charsets are 415, and nothing is unpacked', async () => {
  const service = await startService();
  const bomb = gzipSync(Buffer.alloc(64 * MEBIBYTE));
  for (const encoding of ['gzip', 'br', 'gzip, identity', 'nonsense']) {
    const refused = await send(service, bomb, { 'content-encoding': encoding });
    expect([encoding, refused.status, refused.headers.get('accept-encoding')]).toEqual([encoding, 415, 'identity']);
  }
  expect((await send(service, '{}', { 'content-encoding': 'identity' }, LIST)).status).toBe(200);
  for (const [type, status] of [
    ['application/json; charset=utf-16', 415],
    ['application/json; charset="latin1"', 415],
    ['application/json; charset=UTF-8', 200],
    ['application/json;charset="utf-8"', 200],
    ['text/plain', 200],
  ] as const) {
    expect([type, (await send(service, '{}', { 'content-type': type }, LIST)).status]).toEqual([type, status]);
  }
});

test('every answer says how many calls are left, and one call too many is 429', async () => {
  const clock = movableClock();
  const service = await startService({ clock, configuration: { callsPerMinute: 5 } });
  for (const remaining of [4, 3, 2]) {
    const { status, headers } = await service.post(LIST, {});
    expect([status, ...rateOf(headers)]).toEqual([200, 5, remaining, 12 * (5 - remaining)]);
  }
  // Refusals count too, and say so.
  const refused = await service.post(DEFAULT_PATHS.createProject, {});
  expect([refused.status, ...rateOf(refused.headers)]).toEqual([400, 5, 1, 48]);
  const forbidden = await service.post('/v1/api_keys/list', {});
  expect([forbidden.status, ...rateOf(forbidden.headers)]).toEqual([403, 5, 0, 60]);
  const many = await service.post(LIST, {});
  expect([many.status, many.body.code, many.headers.get('retry-after')]).toEqual([429, 'rateLimited', '12']);
  expect(many.body.error).toBe('The API key makes too many calls. Try again in 12 seconds.');
  expect(rateOf(many.headers)).toEqual([5, 0, 60]);

  // Another key has its own, and this one comes back bit by bit.
  expect((await service.post('/v1/api_keys/list', {}, service.adminKey)).status).toBe(200);
  clock.move(12_000);
  expect((await service.post(LIST, {})).status).toBe(200);
  expect((await service.post(LIST, {})).status).toBe(429);
  clock.move(60_000);
  expect(rateOf((await service.post(LIST, {})).headers)).toEqual([5, 4, 12]);
});

test('guessing keys becomes slow, without locking out valid keys', async () => {
  const clock = movableClock();
  const service = await startService({ clock, configuration: { limits: { failedKeysPerMinute: 10 } } });
  expect((await service.post(LIST, {})).status).toBe(200);
  const guess = async (index: number) => (await service.post(LIST, {}, `ctk_guess${index}`)).status;
  const statuses = [];
  for (let index = 0; index < 12; index++) statuses.push(await guess(index));
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  const limited = await service.post(LIST, {}, 'ctk_guess');
  expect([limited.body.code, limited.headers.get('retry-after')]).toEqual(['rateLimited', '6']);

  // Keys that work go on, also those that never called before; no key at all is no guess.
  expect((await service.post(LIST, {})).status).toBe(200);
  const made = await makeKey(service);
  expect((await service.post(LIST, {}, made.key)).status).toBe(200);
  const rotated = await service.post('/v1/api_keys/rotate', { keyId: made.keyId }, service.adminKey);
  expect((await service.post(LIST, {}, rotated.body.key)).status).toBe(200);
  expect((await service.post(LIST, {}, made.key)).status).toBe(429);
  expect((await service.post(LIST, {}, null)).status).toBe(401);
  clock.move(6_000);
  expect((await service.post(LIST, {}, 'ctk_guess')).status).toBe(401);
});

test('endless headers and bodies are cut off', async () => {
  const service = await startService({ configuration: { limits: { headersTimeoutMs: 300, bodyTimeoutMs: 400 } } });
  const { port, apiKey } = targetOf(service);
  const began = performance.now();
  const [silent, headers, body, unread] = await Promise.all([
    sendRaw(port, '', 20_000),
    sendRaw(port, head(apiKey), 20_000),
    sendRaw(port, `${head(apiKey)}Content-Length: 100\r\n\r\n{`, 20_000),
    // Answered at once; what never comes of its body holds the connection no longer than a body may take.
    sendRaw(port, `${head('wrong').replace('Connection: close\r\n', '')}Content-Length: 100\r\n\r\n{`, 20_000),
  ]);
  expect(performance.now() - began).toBeLessThan(10_000);
  for (const answer of [silent, headers])
    expect(answer).toMatch(/^(HTTP\/1\.1 408 .*"error":"The request took too long\.")?/s);
  expect(headers).toMatch(/^HTTP\/1\.1 408 .*"error":"The request took too long\."/s);
  expect(body).toMatch(/^HTTP\/1\.1 408 .*"error":"The body took too long\."/s);
  expect(unread).toMatch(/^HTTP\/1\.1 401 /);
  expect((await service.post(LIST, {})).status).toBe(200);
});

test('headers over 16 KiB are 431, and anything but HTTP is 400, as JSON', async () => {
  const { port, apiKey } = targetOf(await startService());
  expect(await sendRaw(port, `${head(apiKey)}X-A: ${'b'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 .*application\/json.*\{"error":/s,
  );
  expect(await sendRaw(port, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*application\/json.*\{"error":/s);
  expect(await sendRaw(port, post({ port, apiKey }, '{}', 'Transfer-Encoding: chunked\r\n'))).toMatch(
    /^HTTP\/1\.1 400 /,
  );
});

test('what Node refuses by itself is refused as JSON', async () => {
  const { port, apiKey } = targetOf(await startService());
  const withoutHost = post({ port, apiKey }, '{}').toString().replace('Host: a\r\n', '');
  expect(await sendRaw(port, withoutHost)).toMatch(/^HTTP\/1\.1 400 .*application\/json.*"error":"[^"]*Host/s);
  expect(await sendRaw(port, withoutHost.replace('HTTP/1.1', 'HTTP/1.0'))).toMatch(
    /^HTTP\/1\.1 400 .*originalFileName/s,
  );
  const expecting = (what: string) => post({ port, apiKey }, '{}', `Expect: ${what}\r\n`);
  expect(await sendRaw(port, expecting('nonsense'))).toMatch(/^HTTP\/1\.1 417 .*application\/json.*"error":/s);
  expect(await sendRaw(port, expecting('100-continue'))).toMatch(
    /^HTTP\/1\.1 100 .*HTTP\/1\.1 400 .*originalFileName/s,
  );
});

test('idle connections lock nobody out', async () => {
  const service = await startService({ configuration: { limits: { connections: 5 } } });
  const { port } = targetOf(service);
  const open: net.Socket[] = [];
  for (let index = 0; index < 20; index++) {
    const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
    open.push(socket);
    const answered = new Promise((resolve) => socket.once('data', resolve).once('close', () => resolve(null)));
    socket.write('HEAD /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n');
    expect([index, String(await answered)]).toEqual([index, expect.stringMatching(/^HTTP\/1\.1 200 /)]);
  }
  expect((await service.post(LIST, {})).status).toBe(200);
  for (const socket of open) socket.destroy();
});

test('connections over the limit are closed, and the others continue', async () => {
  const service = await startService({ configuration: { limits: { connections: 3 } } });
  const { port } = targetOf(service);
  const open = Array.from({ length: 3 }, () => net.connect(port, '127.0.0.1').on('error', () => undefined));
  await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  await systemClock.sleep(50);
  expect(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('');
  const answer = new Promise((resolve) => open[0]?.once('data', (chunk) => resolve(chunk.toString())));
  open[0]?.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await answer).toMatch(/^HTTP\/1\.1 404 /);
  for (const socket of open) socket.destroy();
});

test('the quota bounds uploads by their declared length, as they stream, and outputs', async () => {
  const service = await startService({ configuration: { storageQuotaBytes: 10_000 } });
  const create = async () => (await service.post(DEFAULT_PATHS.createProject, JSON.parse(`{${PROJECT}}`))).body;
  const put = (url: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'PUT',
      headers: { 'content-type': 'audio/wav', ...headers },
      body,
      duplex: 'half',
    } as RequestInit);
  const full = {
    error: expect.stringContaining('storage of the account is full'),
    code: 'storageQuotaExceeded',
    requestId: expect.any(String),
  };

  const first = await create();
  expect((await put(first.uploadUrl, Buffer.alloc(6000))).status).toBe(200);
  // The medium that is there counts until another one has taken its place.
  expect((await put(first.uploadUrl, Buffer.alloc(4001))).status).toBe(413);
  expect((await put(first.uploadUrl, Buffer.alloc(4000))).status).toBe(200);
  expect((await put(first.uploadUrl, Buffer.alloc(6000))).status).toBe(200);

  const second = await create();
  const declared = await put(second.uploadUrl, Buffer.alloc(4001));
  expect([declared.status, await declared.json()]).toEqual([413, full]);
  const part = await put(second.uploadUrl, Buffer.alloc(10), { 'content-range': 'bytes 0-9/4001' });
  expect(part.status).toBe(413);
  const streamed = await put(second.uploadUrl, new Blob([Buffer.alloc(4001)]).stream());
  expect([streamed.status, await streamed.json()]).toEqual([413, full]);
  expect((await fetch(second.uploadUrl, { method: 'HEAD' })).headers.get('upload-offset')).toBe('0');
  expect((await put(second.uploadUrl, new Blob([Buffer.alloc(2500)]).stream())).status).toBe(200);

  // The fake engine writes as much as it reads, three times: there is no room for that.
  const started = await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId: second.apiProjectId });
  const failed = await service.settled(started.body);
  expect(failed).toMatchObject({ status: 'failed', errorDetails: { code: 'storageQuotaExceeded' } });

  // Deleting makes room.
  expect((await service.post(LOCAL_PATHS.deleteProject, { apiProjectId: first.apiProjectId })).status).toBe(200);
  const again = await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId: second.apiProjectId });
  expect((await service.settled(again.body)).status).toBe('complete');
  expect((await put((await create()).uploadUrl, Buffer.alloc(1000))).status).toBe(413);
});

test('an interrupted upload frees its reservation except for what arrived', async () => {
  const options = { configuration: { storageQuotaBytes: 1000 } };
  const service = await startService(options);
  const project = await service.createProject();
  const part = await fetch(project.uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'audio/wav', 'content-range': 'bytes 0-299/1000' },
    body: Buffer.alloc(300),
  });
  expect(part.status).toBe(308);
  // The rest is reserved for as long as the service knows of it.
  await expect(service.uploadedProject(Buffer.alloc(1))).rejects.toThrow('413');
  await service.close();

  const next = await startAgain(service, options);
  await expect(next.uploadedProject(Buffer.alloc(701))).rejects.toThrow('413');
  await next.uploadedProject(Buffer.alloc(700));
});

test('quota is counted by account and survives a restart', async () => {
  const options = { configuration: { storageQuotaBytes: 1000 } };
  const service = await startService(options);
  const { body: user } = await service.post('/portal/users/create', { name: 'another' }, service.adminKey);
  const { body: key } = await service.post(
    '/portal/keys/create',
    { userId: user.userId, label: 'k', role: 'scoped', scopes: ['projects:write'] },
    service.adminKey,
  );
  await service.uploadedProject(Buffer.alloc(900));
  await expect(service.uploadedProject(Buffer.alloc(900))).rejects.toThrow('413');
  await service.uploadedProject(Buffer.alloc(900), 'take.wav', key.key);
  await service.close();

  const next = await startAgain(service, options);
  await expect(next.uploadedProject(Buffer.alloc(101))).rejects.toThrow('413');
  await next.uploadedProject(Buffer.alloc(100));
});
