import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { startMeasuredService } from '../../../harness/service/measured-service.ts';
import { createCalls, startService } from '../../../harness/service/test-service.ts';

const MEBIBYTE = 1024 * 1024;
const MEDIUM = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 11) % 253));

function digestOf(bytes: Uint8Array): string {
  return `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
}

function put(url: string, body: Uint8Array, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: 'PUT', headers: { 'content-type': 'audio/wav', ...headers }, body: body as BodyInit });
}

function putPart(url: string, first: number, end: number, headers: Record<string, string> = {}): Promise<Response> {
  const range = `bytes ${first}-${end - 1}/${MEDIUM.length}`;
  return put(url, MEDIUM.subarray(first, end), { 'content-range': range, ...headers });
}

async function offsetOf(url: string): Promise<number> {
  return Number((await fetch(url, { method: 'HEAD' })).headers.get('upload-offset'));
}

test('the service reports the digest that the upload was sent with', async () => {
  const service = await startService();
  const { apiProjectId, uploadUrl } = await service.createProject();
  const headers = { 'repr-digest': digestOf(MEDIUM), 'content-digest': `md5=:AA==:, ${digestOf(MEDIUM)}` };
  const answer = await put(uploadUrl, MEDIUM, headers);
  expect([answer.status, answer.headers.get('repr-digest')]).toEqual([200, digestOf(MEDIUM)]);
  const sha256 = createHash('sha256').update(MEDIUM).digest('hex');
  expect(await answer.json()).toEqual({ apiProjectId, status: 'uploaded', bytes: MEDIUM.length, sha256 });
  expect((await fetch(uploadUrl, { method: 'HEAD' })).headers.get('repr-digest')).toBe(digestOf(MEDIUM));
});

test('a body with another digest is not kept', async () => {
  const service = await startService();
  const { uploadUrl } = await service.createProject();
  const wrong = digestOf(MEDIUM.subarray(1));
  for (const name of ['content-digest', 'repr-digest']) {
    const refused = await put(uploadUrl, MEDIUM, { [name]: wrong });
    const sentence = expect.stringMatching(/digest.*Nothing of it is kept/);
    expect([name, refused.status, await refused.json()]).toEqual([
      name,
      400,
      { error: sentence, requestId: expect.any(String) },
    ]);
    expect(await offsetOf(uploadUrl)).toBe(0);
  }
});

test('each part has its own digest, and the last one also that of the whole', async () => {
  const service = await startService();
  const { uploadUrl } = await service.createProject();
  const partDigest = (first: number, end: number) => ({ 'content-digest': digestOf(MEDIUM.subarray(first, end)) });
  expect((await putPart(uploadUrl, 0, 80_000, partDigest(0, 80_000))).status).toBe(308);
  expect((await putPart(uploadUrl, 80_000, 120_000, partDigest(80_000, 120_001))).status).toBe(400);
  expect(await offsetOf(uploadUrl)).toBe(80_000);
  expect((await putPart(uploadUrl, 80_000, 120_000, partDigest(80_000, 120_000))).status).toBe(308);
  const wrong = await putPart(uploadUrl, 120_000, MEDIUM.length, { 'repr-digest': digestOf(Buffer.from('x')) });
  expect([wrong.status, await offsetOf(uploadUrl)]).toEqual([400, 0]);

  expect((await putPart(uploadUrl, 0, 120_000)).status).toBe(308);
  const whole = await putPart(uploadUrl, 120_000, MEDIUM.length, { 'repr-digest': digestOf(MEDIUM) });
  expect([whole.status, whole.headers.get('repr-digest')]).toEqual([200, digestOf(MEDIUM)]);
});

test('unreadable digests are refused, and other algorithms are ignored', async () => {
  const service = await startService();
  const { uploadUrl } = await service.createProject();
  for (const digest of ['sha-256=abc', 'sha-256=:abc:', 'sha-256', `${digestOf(MEDIUM)}, sha-256=::`]) {
    expect([digest, (await put(uploadUrl, MEDIUM, { 'repr-digest': digest })).status]).toEqual([digest, 400]);
  }
  expect((await put(uploadUrl, MEDIUM, { 'repr-digest': 'md5=:AA==:' })).status).toBe(200);
  expect((await put(uploadUrl, MEDIUM, { 'content-encoding': 'gzip' })).status).toBe(415);
});

test('a stalled upload is cut off, and what arrived is kept', async () => {
  const service = await startService({ configuration: { limits: { uploadIdleTimeoutMs: 300 } } });
  const { uploadUrl } = await service.createProject();
  const silent = request(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'audio/wav', 'content-length': String(MEDIUM.length) },
  });
  const cut = new Promise((resolve) => silent.once('error', resolve));
  silent.write(MEDIUM.subarray(0, 70_000));
  await cut;
  await systemClock.sleep(50);
  expect(await offsetOf(uploadUrl)).toBe(70_000);

  // One that goes on, however slowly, may take any time.
  const slow = request(uploadUrl, { method: 'PUT', headers: { 'content-type': 'audio/wav', 'content-length': '8' } });
  const answered = new Promise<number | undefined>((resolve) =>
    slow.once('response', ({ statusCode }) => resolve(statusCode)),
  );
  for (let byte = 0; byte < 8; byte++) {
    slow.write('x');
    await systemClock.sleep(100);
  }
  slow.end();
  expect(await answered).toBe(200);
});

test('a signed address ignores a key in any header, valid or not, and refuses anything else beside its signature', async () => {
  const service = await startService();
  const { uploadUrl } = await service.createProject();
  const key = service.apiKey;
  for (const headers of [
    { authorization: `Bearer ${key}` },
    { authorization: 'Basic eDp5' },
    { 'x-api-key': key },
    { 'xi-api-key': key },
    { authorization: 'Bearer wrong', 'x-api-key': 'wrong', 'xi-api-key': key },
  ] as Record<string, string>[]) {
    const taken = await put(uploadUrl, MEDIUM, headers);
    expect([taken.status, (await taken.json()).bytes]).toEqual([200, MEDIUM.length]);
    expect((await fetch(uploadUrl, { method: 'HEAD', headers })).status).toBe(200);
    // What is refused without a key is refused with one, which is not repeated.
    const refused = await put(uploadUrl.replace(/signature=./, 'signature='), MEDIUM, headers);
    const text = await refused.text();
    expect([refused.status, text.includes(key), text.includes('signature=')]).toEqual([403, false, false]);
  }
  for (const name of ['api_key', 'key', 'x-api-key', 'signature2']) {
    const refused = await put(`${uploadUrl}&${name}=${key}`, MEDIUM);
    expect([name, refused.status, (await refused.text()).includes(key)]).toEqual([name, 400, false]);
  }
  expect(await offsetOf(uploadUrl)).toBe(MEDIUM.length);
});

test('a changed bit anywhere in a signature is refused', async () => {
  const service = await startService();
  const { uploadUrl } = await service.createProject();
  const url = new URL(uploadUrl);
  const signature = Buffer.from(url.searchParams.get('signature') ?? '', 'hex');
  const answers = await Promise.all(
    Array.from({ length: signature.length * 8 }, async (_, bit) => {
      const flipped = Buffer.from(signature);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      url.searchParams.set('signature', flipped.toString('hex'));
      return (await fetch(url, { method: 'HEAD' })).status;
    }),
  );
  expect(answers).toHaveLength(256);
  expect(new Set(answers)).toEqual(new Set([403]));
});

test('a deleted project disappears with its files, and its bill stays', async () => {
  const service = await startService();
  const { apiProjectId, uploadUrl } = await service.uploadedProject(MEDIUM);
  const { body: ids } = await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId });
  await service.settled(ids);
  const { body: download } = await service.post(DEFAULT_PATHS.generationDownload, ids);
  const remove = (id: string, key?: string) => service.post(LOCAL_PATHS.deleteProject, { apiProjectId: id }, key);

  expect((await remove(apiProjectId)).body).toEqual({ apiProjectId, deleted: true });
  expect((await remove(apiProjectId)).status).toBe(404);
  const audit = await service.post('/portal/audit/list', {}, service.adminKey);
  expect(audit.body.entries.map(({ action }: { action: string }) => action).indexOf('project.deleted')).toBe(0);
  expect(audit.body.entries[0]).toMatchObject({ target: apiProjectId, details: { generations: 1 } });
  expect(audit.body.entries[1].action).not.toBe('project.deleted');
  expect((await service.post(DEFAULT_PATHS.listProjects, {})).body.projects).toEqual([]);
  expect((await service.post(DEFAULT_PATHS.listGenerations, { apiProjectId })).status).toBe(404);
  expect((await service.post(DEFAULT_PATHS.generationProgress, ids)).status).toBe(404);
  expect((await service.post(DEFAULT_PATHS.generationDownload, ids)).status).toBe(404);
  expect((await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId })).status).toBe(404);
  expect((await fetch(download.downloadUrl)).status).toBe(404);
  expect((await put(uploadUrl, MEDIUM)).status).toBe(404);
  expect(await readdir(path.join(service.dataDirectory, 'media'))).toEqual([]);
  const usage = await service.post('/portal/billing/usage/list', {}, service.adminKey);
  expect(JSON.stringify(usage.body)).toContain(ids.generationId);
});

test("a project can't be deleted while it is processed, nor by another account", async () => {
  const service = await startService({ rehearsal: true });
  await service.post(LOCAL_PATHS.rehearsal, { restorationDelayMs: 60_000 }, service.adminKey);
  const { apiProjectId } = await service.uploadedProject(MEDIUM);
  const { body: ids } = await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId });
  const busy = await service.post(LOCAL_PATHS.deleteProject, { apiProjectId });
  expect([busy.status, busy.body.code]).toEqual([409, 'generationRunning']);
  await service.post(LOCAL_PATHS.cancelGeneration, ids);

  const { body: user } = await service.post('/portal/users/create', { name: 'another' }, service.adminKey);
  const { body: key } = await service.post(
    '/portal/keys/create',
    { userId: user.userId, label: 'k', role: 'scoped', scopes: ['projects:*'] },
    service.adminKey,
  );
  expect((await service.post(LOCAL_PATHS.deleteProject, { apiProjectId }, key.key)).status).toBe(404);
  expect((await service.post(LOCAL_PATHS.deleteProject, { apiProjectId })).status).toBe(200);
});

test('an upload of 256 MiB takes little memory', { tags: 'long' }, async () => {
  const service = await startMeasuredService();
  try {
    const target = createCalls(service.baseUrl, service.apiKey);
    const warm = await target.createProject();
    expect((await put(warm.uploadUrl, Buffer.alloc(8 * MEBIBYTE))).status).toBe(200);
    const { uploadUrl } = await target.createProject();
    const chunk = Buffer.alloc(MEBIBYTE, 7);
    const fare = await service.during(async () => {
      const body = (function* () {
        for (let sent = 0; sent < 256; sent++) yield chunk;
      })();
      const answer = await fetch(uploadUrl, {
        method: 'PUT',
        headers: { 'content-type': 'audio/wav', 'content-length': String(256 * MEBIBYTE) },
        body: Readable.toWeb(Readable.from(body)),
        duplex: 'half',
      } as unknown as RequestInit);
      expect(await answer.json()).toMatchObject({ bytes: 256 * MEBIBYTE });
    });
    process.stderr.write(
      `upload: ${(fare.peakGrowth / MEBIBYTE).toFixed(1)} MiB at most, turn ${fare.turnMs.toFixed(1)} ms\n`,
    );
    expect(fare.peakGrowth).toBeLessThan(96 * MEBIBYTE);
  } finally {
    await service.stop();
  }
});
