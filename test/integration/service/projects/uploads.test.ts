import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { movableClock, startAgain, startService, type TestService } from '../../../harness/service/test-service.ts';

const HOUR_MS = 3_600_000;
const MEDIUM = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 251));

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function put(url: string, body: Uint8Array | string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: 'PUT', headers: { 'content-type': 'audio/wav', ...headers }, body: body as BodyInit });
}

function putPart(url: string, first: number, last: number, total = MEDIUM.length): Promise<Response> {
  return put(url, MEDIUM.subarray(first, last + 1), { 'content-range': `bytes ${first}-${last}/${total}` });
}

async function head(url: string) {
  const { status, headers } = await fetch(url, { method: 'HEAD' });
  return { status, offset: Number(headers.get('upload-offset')), complete: headers.get('upload-complete') };
}

async function statusOf(service: TestService, apiProjectId: string): Promise<string> {
  const { body } = await service.post(DEFAULT_PATHS.listProjects, {});
  return body.projects.find((project: { apiProjectId: string }) => project.apiProjectId === apiProjectId).status;
}

/** Restores with the fake engine, which copies: what comes back is what was uploaded. */
async function roundTrip(service: TestService, apiProjectId: string): Promise<Buffer> {
  const { body } = await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId });
  await service.settled(body);
  const download = await service.post(DEFAULT_PATHS.generationDownload, body);
  return Buffer.from(await (await fetch(download.body.downloadUrl)).arrayBuffer());
}

/** Sends a beginning and breaks the connection. */
async function cutUpload(url: string, bytes: Buffer, declared: number): Promise<void> {
  const upload = request(url, {
    method: 'PUT',
    headers: { 'content-type': 'audio/wav', 'content-length': String(declared) },
  });
  upload.on('error', () => undefined);
  upload.write(bytes);
  await systemClock.sleep(100);
  const closed = new Promise((resolve) => upload.once('close', resolve));
  upload.destroy();
  await closed;
  // The service hears of it a moment later.
  await systemClock.sleep(50);
}

test('a whole upload arrives byte for byte', async () => {
  const service = await startService();
  const { apiProjectId, uploadUrl } = await service.createProject();
  expect(await head(uploadUrl)).toEqual({ status: 200, offset: 0, complete: '?0' });
  const answer = await put(uploadUrl, MEDIUM);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    apiProjectId,
    status: 'uploaded',
    bytes: MEDIUM.length,
    sha256: sha256(MEDIUM),
  });
  expect(await head(uploadUrl)).toEqual({ status: 200, offset: MEDIUM.length, complete: '?1' });
  expect(await statusOf(service, apiProjectId)).toBe('uploaded');
  expect((await roundTrip(service, apiProjectId)).equals(MEDIUM)).toBe(true);
});

test('an interrupted upload resumes where it stopped', async () => {
  const service = await startService();
  const { apiProjectId, uploadUrl } = await service.createProject();
  await cutUpload(uploadUrl, MEDIUM.subarray(0, 100_000), MEDIUM.length);
  const { offset, complete } = await head(uploadUrl);
  expect([offset, complete]).toEqual([100_000, '?0']);
  expect(await statusOf(service, apiProjectId)).toBe('uploading');
  const early = await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId });
  expect(early.status).toBe(409);

  const answer = await putPart(uploadUrl, offset, MEDIUM.length - 1);
  expect(answer.status).toBe(200);
  expect((await roundTrip(service, apiProjectId)).equals(MEDIUM)).toBe(true);
});

test('parts are taken in order, also across a restart of the service', async () => {
  const first = await startService();
  const { apiProjectId, uploadUrl } = await first.createProject();
  const part = await putPart(uploadUrl, 0, 99_999);
  expect([part.status, part.headers.get('upload-offset'), part.headers.get('range')]).toEqual([
    308,
    '100000',
    'bytes=0-99999',
  ]);
  const question = await put(uploadUrl, '', { 'content-range': `bytes */${MEDIUM.length}` });
  expect([question.status, question.headers.get('range')]).toEqual([308, 'bytes=0-99999']);
  const gap = await putPart(uploadUrl, 150_000, 199_999);
  expect([gap.status, gap.headers.get('upload-offset')]).toEqual([409, '100000']);
  await first.close();

  const second = await startAgain(first);
  const moved = `${second.baseUrl}${new URL(uploadUrl).pathname}${new URL(uploadUrl).search}`;
  expect((await head(moved)).offset).toBe(100_000);
  expect((await putPart(moved, 100_000, MEDIUM.length - 1)).status).toBe(200);
  expect((await roundTrip(second, apiProjectId)).equals(MEDIUM)).toBe(true);
});

test('a client that reconnects before its old connection ends takes over', async () => {
  const service = await startService();
  const { apiProjectId, uploadUrl } = await service.createProject();
  const stuck = request(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'audio/wav', 'content-length': String(MEDIUM.length) },
  });
  stuck.on('error', () => undefined);
  stuck.write(MEDIUM.subarray(0, 5000));
  await systemClock.sleep(50);
  expect((await put(uploadUrl, MEDIUM)).status).toBe(200);
  stuck.destroy();
  expect((await roundTrip(service, apiProjectId)).equals(MEDIUM)).toBe(true);
});

test('the body must match what was declared', async () => {
  const service = await startService();
  const { uploadUrl } = await service.createProject();
  expect((await put(uploadUrl, MEDIUM, { 'content-type': 'audio/flac' })).status).toBe(400);
  expect((await put(uploadUrl, MEDIUM, { 'content-type': 'AUDIO/WAV' })).status).toBe(200);
  expect((await put(uploadUrl, '')).status).toBe(400);
  for (const range of ['bytes 5-1/10', 'bytes 0-10/5', 'items 0-1/2', 'bytes 0-1', `bytes 0-9/${'9'.repeat(400)}`]) {
    expect([range, (await put(uploadUrl, 'ab', { 'content-range': range })).status]).toEqual([range, 400]);
  }
  expect((await put(uploadUrl, 'abc', { 'content-range': 'bytes 0-9/10' })).status).toBe(400);
});

test('a body without a length is taken, and one longer than its range is refused', async () => {
  const service = await startService();
  const { apiProjectId, uploadUrl } = await service.createProject();
  const streamed = (headers: Record<string, string>) =>
    fetch(uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': 'audio/wav', ...headers },
      body: new Blob([MEDIUM]).stream(),
      duplex: 'half',
    } as RequestInit);
  expect((await streamed({ 'content-range': 'bytes 0-9/20' })).status).toBe(400);
  expect((await streamed({})).status).toBe(200);
  expect((await roundTrip(service, apiProjectId)).equals(MEDIUM)).toBe(true);
});

test("media with generations can't be replaced", async () => {
  const service = await startService();
  const { apiProjectId, uploadUrl } = await service.uploadedProject('first');
  expect((await put(uploadUrl, 'second')).status).toBe(200);
  expect((await roundTrip(service, apiProjectId)).toString()).toBe('second');
  expect((await put(uploadUrl, 'third')).status).toBe(409);
  expect((await roundTrip(service, apiProjectId)).toString()).toBe('second');
});

test('a signed address works only for its method, its object and its time', async () => {
  const clock = movableClock();
  const service = await startService({ clock });
  const one = await service.createProject();
  const other = await service.createProject();
  const { pathname, search } = new URL(one.uploadUrl);
  const signed = new URL(one.uploadUrl).searchParams;
  const elsewhere = new URL(other.uploadUrl).pathname;
  const later = new URLSearchParams({ expires: '9'.repeat(13), signature: signed.get('signature') ?? '' });
  const flipped = search.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  for (const wrong of [
    elsewhere + search,
    `${pathname}?${later}`,
    pathname + flipped,
    pathname,
    `${pathname}?expires=${signed.get('expires')}`,
    `${pathname}${search}&signature=${signed.get('signature')}`,
    `${pathname}${search.toUpperCase()}`,
  ]) {
    expect([wrong, (await put(service.baseUrl + wrong, MEDIUM)).status]).toEqual([wrong, 403]);
    expect((await head(service.baseUrl + wrong)).status).toBe(403);
  }
  // A key opens nothing here, and changes nothing beside a good signature.
  const headers = { 'x-api-key': service.apiKey };
  expect((await put(service.baseUrl + pathname, MEDIUM, headers)).status).toBe(403);
  expect((await put(one.uploadUrl, MEDIUM, headers)).status).toBe(200);

  clock.move(23 * HOUR_MS);
  expect((await put(one.uploadUrl, MEDIUM)).status).toBe(200);
  clock.move(2 * HOUR_MS);
  expect((await put(other.uploadUrl, MEDIUM)).status).toBe(403);
});

test('other methods are 405, a preflight is 204', async () => {
  const service = await startService();
  const { uploadUrl } = await service.createProject();
  for (const method of ['GET', 'POST', 'DELETE']) {
    const response = await fetch(uploadUrl, { method });
    expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'PUT, HEAD, OPTIONS']);
  }
  expect((await fetch(uploadUrl, { method: 'OPTIONS' })).status).toBe(204);
});

test('no part of a file name reaches the disk', async () => {
  const service = await startService();
  await service.uploadedProject('x', '../../../evil\u0000.wav');
  await service.uploadedProject('x', '..\\..\\evil/../.mp3/');
  for (const folder of await readdir(path.join(service.dataDirectory, 'media'))) {
    expect(folder).toMatch(/^prj_[0-9a-f]{32}$/);
    const [file] = await readdir(path.join(service.dataDirectory, 'media', folder));
    expect(['medium', 'medium.wav']).toContain(file);
  }
});

test('a refusal reaches a client that is still sending', async () => {
  const service = await startService();
  const { uploadUrl } = await service.createProject();
  const large = Buffer.alloc(20 * 1024 * 1024);
  expect((await put(`${uploadUrl}0`, large)).status).toBe(403);
  expect((await put(uploadUrl, large, { 'content-type': 'audio/ogg' })).status).toBe(400);
});
