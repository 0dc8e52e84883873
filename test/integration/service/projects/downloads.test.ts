import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { makeKey } from '../../../harness/service/accounts.ts';
import { movableClock, startService, type TestService } from '../../../harness/service/test-service.ts';

const MINUTE_MS = 60_000;
const MEDIUM = 'The quick brown fox jumps over the lazy dog.';
const SIZE = MEDIUM.length;

async function restored(service: TestService, name = 'take.wav') {
  const { apiProjectId } = await service.uploadedProject(MEDIUM, name);
  const { body } = await service.post(DEFAULT_PATHS.startGeneration['service-3.5'], { apiProjectId });
  await service.settled(body);
  const addressOf = async (downloadType: string) =>
    (await service.post(DEFAULT_PATHS.generationDownload, { ...body, downloadType })).body.downloadUrl as string;
  return { apiProjectId, generationId: body.generationId as string, addressOf };
}

test('a download names its file, its type and its length', async () => {
  const service = await startService();
  const { addressOf } = await restored(service, 'Täke "1"\r\n🎙.wav');
  const response = await fetch(await addressOf('mp3'));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe(String(SIZE));
  expect(response.headers.get('content-type')).toBe('audio/mpeg');
  expect(response.headers.get('accept-ranges')).toBe('bytes');
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="T_ke _1____ (service-3.5).mp3"; filename*=UTF-8''T%C3%A4ke%20_1___%F0%9F%8E%99%20%28service-3.5%29.mp3`,
  );
  const digest = createHash('sha256').update(MEDIUM).digest();
  expect(response.headers.get('etag')).toBe(`"${digest.toString('hex')}"`);
  expect(response.headers.get('repr-digest')).toBe(`sha-256=:${digest.toString('base64')}:`);
  expect(await response.text()).toBe(MEDIUM);
});

test('without a type the audio is downloaded', async () => {
  const service = await startService();
  const { apiProjectId, generationId } = await restored(service);
  const { status, body } = await service.post(DEFAULT_PATHS.generationDownload, { apiProjectId, generationId });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['downloadUrl']);
  expect((await fetch(body.downloadUrl)).headers.get('content-type')).toBe('audio/wav');
});

test.each([
  ['bytes=4-8', 206, 4, 9],
  ['bytes=40-', 206, 40, SIZE],
  ['bytes=-4', 206, SIZE - 4, SIZE],
  ['bytes=0-9999', 206, 0, SIZE],
  ['bytes=-9999', 206, 0, SIZE],
  ['bytes=0-0', 206, 0, 1],
  ['bytes=0-1,4-5', 200, 0, SIZE],
  ['bytes=0-1, -1', 200, 0, SIZE],
  ['Bytes=0-1', 206, 0, 2],
  ['bytes=0 -1', 200, 0, SIZE],
  ['bytes=-', 200, 0, SIZE],
  ['bytes=0-18446744073709551616', 206, 0, SIZE],
  ['items=0-1', 200, 0, SIZE],
  ['bytes=8-4', 200, 0, SIZE],
])('the range %s answers %d', async (range, status, from, to) => {
  const service = await startService();
  const { addressOf } = await restored(service);
  const response = await fetch(await addressOf('audio'), { headers: { range } });
  expect(response.status).toBe(status);
  expect(response.headers.get('content-length')).toBe(String(to - from));
  if (status === 206) expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${SIZE}`);
  expect(await response.text()).toBe(MEDIUM.slice(from, to));
});

test('ranges out of bounds, changed files and known files are told apart', async () => {
  const service = await startService();
  const { addressOf } = await restored(service);
  const url = await addressOf('audio');
  for (const range of [`bytes=${SIZE}-`, 'bytes=-0']) {
    const outside = await fetch(url, { headers: { range } });
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${SIZE}`]);
    expect(await outside.json()).toMatchObject({ error: expect.any(String) });
  }
  const tag = (await fetch(url)).headers.get('etag') ?? '';
  const get = (headers: Record<string, string>) => fetch(url, { headers });
  expect((await get({ range: 'bytes=0-3', 'if-range': tag })).status).toBe(206);
  expect((await get({ range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200);
  const known = await get({ 'if-none-match': `"other", ${tag}` });
  expect([known.status, await known.text()]).toEqual([304, '']);

  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(SIZE), '']);
});

test('only the exact tag proves that the file is the same', async () => {
  const service = await startService();
  const { addressOf } = await restored(service);
  const url = await addressOf('audio');
  const { headers } = await fetch(url);
  const tag = headers.get('etag') ?? '';
  const status = async (sent: Record<string, string>) => (await fetch(url, { headers: sent })).status;
  const range = 'bytes=0-3';
  expect(await status({ range, 'if-range': tag })).toBe(206);
  for (const condition of [`W/${tag}`, '"other"', '*', new Date().toUTCString(), new Date(0).toUTCString()]) {
    expect([condition, await status({ range, 'if-range': condition })]).toEqual([condition, 200]);
  }
  expect([await status({ 'if-match': tag }), await status({ 'if-match': `"other", ${tag}` })]).toEqual([200, 200]);
  expect(await status({ 'if-match': '*', range })).toBe(206);
  for (const condition of ['"other"', `W/${tag}`]) expect(await status({ 'if-match': condition })).toBe(412);
  expect(await status({ 'if-none-match': `W/${tag}` })).toBe(304);
});

test('HEAD describes the whole file, whatever range it asks for', async () => {
  const service = await startService();
  const { addressOf } = await restored(service);
  const url = await addressOf('audio');
  const head = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=0-3' } });
  expect([head.status, head.headers.get('content-length'), head.headers.get('content-range')]).toEqual([
    200,
    String(SIZE),
    null,
  ]);
  expect(head.headers.get('etag')).toBe((await fetch(url)).headers.get('etag'));
});

test('the address works for two hours, for anyone, and for nothing else', async () => {
  const clock = movableClock();
  const service = await startService({ clock });
  const { addressOf } = await restored(service);
  const url = new URL(await addressOf('audio'));
  const tampered = [
    url.href.replace('/audio?', '/mp3?'),
    url.href.replace(/expires=\d/, 'expires=9'),
    url.href.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    url.origin + url.pathname,
  ];
  for (const wrong of tampered) expect([wrong, (await fetch(wrong)).status]).toEqual([wrong, 403]);
  const headers = { authorization: `Bearer ${service.apiKey}` };
  expect((await fetch(url.origin + url.pathname, { headers })).status).toBe(403);
  const keys = [headers, { 'x-api-key': 'wrong' }, { 'xi-api-key': service.apiKey }, { authorization: 'Basic eDp5' }];
  for (const key of keys as Record<string, string>[]) {
    const answer = await fetch(url, { headers: key });
    expect([answer.status, await answer.text()]).toEqual([200, MEDIUM]);
  }
  expect((await fetch(url, { method: 'POST' })).status).toBe(405);

  clock.move(119 * MINUTE_MS);
  expect((await fetch(url)).status).toBe(200);
  clock.move(2 * MINUTE_MS);
  const expired = await fetch(url);
  expect(expired.status).toBe(403);
  expect((await expired.json()).error).toContain('expired');
  expect((await fetch(await addressOf('audio'))).status).toBe(200);
});

test('a link ends with the key that asked for it: replaced, deactivated or revoked; another key gets another', async () => {
  const service = await startService();
  const { apiProjectId, generationId } = await restored(service);
  const key = async () => (await makeKey(service, { scopes: ['generations:read'] })) as { keyId: string; key: string };
  const address = async (secret: string) =>
    (await service.post(DEFAULT_PATHS.generationDownload, { apiProjectId, generationId }, secret)).body
      .downloadUrl as string;
  const status = async (url: string) => (await fetch(url)).status;
  const own = await address(service.apiKey);

  const rotated = await key();
  const before = await address(rotated.key);
  expect(await status(before)).toBe(200);
  const { body } = await service.post('/v1/api_keys/rotate', { keyId: rotated.keyId }, service.adminKey);
  const refused = await fetch(before);
  expect([refused.status, (await refused.json()).error]).toEqual([403, expect.stringContaining('was replaced')]);
  const after = await address(body.key);
  expect(await status(after)).toBe(200);

  const stopped = await key();
  const link = await address(stopped.key);
  await service.post('/portal/keys/deactivate', { keyId: stopped.keyId }, service.adminKey);
  const inactive = await fetch(link);
  expect([inactive.status, (await inactive.json()).error]).toEqual([403, expect.stringContaining('no longer active')]);
  await service.post('/portal/keys/activate', { keyId: stopped.keyId }, service.adminKey);
  expect(await status(link)).toBe(200);
  await service.post('/portal/keys/revoke', { keyId: stopped.keyId }, service.adminKey);
  expect(await status(link)).toBe(403);

  // The reader can't be changed for another one.
  expect(await status(link.replace(stopped.keyId, rotated.keyId))).toBe(403);
  expect([await status(own), await status(after)]).toEqual([200, 200]);
});

test('a missing file is reported', async () => {
  const service = await startService();
  const { apiProjectId, generationId, addressOf } = await restored(service);
  const url = await addressOf('audio');
  await rm(path.join(service.dataDirectory, 'media', apiProjectId, generationId), { recursive: true });
  const gone = await fetch(url);
  expect([gone.status, await gone.json()]).toEqual([
    404,
    { error: expect.stringContaining('no longer there'), requestId: expect.any(String) },
  ]);
  expect(gone.headers.get('content-disposition')).toBeNull();
});
