import { readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { editStore, makeKey, readStore } from '../../../harness/service/accounts.ts';
import { createCalls, startAgain, startService, type TestService } from '../../../harness/service/test-service.ts';

const START = DEFAULT_PATHS.startGeneration['service-2'];

function put(url: string, body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: 'PUT', headers: { 'content-type': 'audio/wav', ...headers }, body: body as BodyInit });
}

async function head(url: string) {
  const { headers } = await fetch(url, { method: 'HEAD' });
  return [headers.get('upload-offset'), headers.get('upload-complete')];
}

/** A PUT whose body comes bit by bit. */
function slowPut(url: string, bytes: number) {
  const upload = request(url, { method: 'PUT', headers: { 'content-type': 'audio/wav', 'content-length': bytes } });
  const status = new Promise<number | null>((resolve) => {
    upload.on('response', (response) => resolve(response.resume().statusCode ?? null));
    upload.on('close', () => resolve(null));
    upload.on('error', () => undefined);
  });
  return { upload, status };
}

/** The fake engine copies: what comes back is the medium. */
async function restored(service: TestService, apiProjectId: string): Promise<string> {
  const { body } = await service.post(START, { apiProjectId });
  await service.settled(body);
  const { body: download } = await service.post(DEFAULT_PATHS.generationDownload, body);
  return (await fetch(download.downloadUrl)).text();
}

test('media stays until its replacement is whole and has its digest', async () => {
  const service = await startService();
  const { apiProjectId, uploadUrl } = await service.uploadedProject('first');
  const wrong = `sha-256=:${'A'.repeat(43)}=:`;
  for (const headers of [{ 'content-digest': wrong }, { 'repr-digest': wrong }]) {
    expect((await put(uploadUrl, 'second', headers)).status).toBe(400);
    expect(await head(uploadUrl)).toEqual(['5', '?1']);
  }
  expect(await restored(service, apiProjectId)).toBe('first');
});

test('an interrupted replacement leaves the old media in use and can be resumed', async () => {
  const service = await startService();
  const { uploadUrl } = await service.uploadedProject('first');
  const { upload } = slowPut(uploadUrl, 6);
  upload.write('sec');
  await systemClock.sleep(100);
  upload.destroy();
  await expect.poll(() => head(uploadUrl)).toEqual(['3', '?0']);
  const count = () => readStore(service, 'select status, stored_bytes, upload_bytes from projects');
  await expect.poll(count).toEqual([{ status: 'uploaded', stored_bytes: 5, upload_bytes: 3 }]);
  expect((await put(uploadUrl, 'ond', { 'content-range': 'bytes 3-5/6' })).status).toBe(200);
  expect(count()).toEqual([{ status: 'uploaded', stored_bytes: 6, upload_bytes: 0 }]);
});

test('a generation that starts meanwhile uses the old media, which then stays', async () => {
  const service = await startService();
  const { apiProjectId, uploadUrl } = await service.uploadedProject('first');
  const { upload, status } = slowPut(uploadUrl, 6);
  upload.write('sec');
  await systemClock.sleep(100);
  expect(await restored(service, apiProjectId)).toBe('first');
  upload.end('ond');
  expect(await status).toBe(409);
  expect(await restored(service, apiProjectId)).toBe('first');
  expect(readStore(service, 'select upload_bytes from projects')).toEqual([{ upload_bytes: 0 }]);
  expect(await head(uploadUrl)).toEqual(['5', '?1']);
});

test('files left by two writers count toward the quota', async () => {
  const service = await startService();
  for (let round = 0; round < 8; round++) {
    const project = await service.createProject();
    const first = slowPut(project.uploadUrl, 5_000_000);
    first.upload.write(Buffer.alloc(4_999_999));
    await systemClock.sleep(50);
    const second = slowPut(project.uploadUrl, 100);
    first.upload.end(Buffer.alloc(1));
    await systemClock.sleep(round);
    second.upload.flushHeaders();
    await first.status;
    second.upload.write('x');
    await systemClock.sleep(20);
    second.upload.destroy();
    await second.status;
    const folder = path.join(service.dataDirectory, 'media', project.apiProjectId);
    const onDisk = async () => {
      const sizes = (await readdir(folder)).map(async (name) => (await stat(path.join(folder, name))).size);
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    };
    const counted = () =>
      readStore<{ bytes: number }>(
        service,
        'select (stored_bytes + upload_bytes) as bytes from projects where project_id = ?',
        project.apiProjectId,
      )[0]?.bytes;
    await expect.poll(async () => (await onDisk()) - (counted() ?? 0)).toBe(0);
  }
});

test('a replacement interrupted between disk and store is settled at the next start', async () => {
  const service = await startService();
  const { apiProjectId } = await service.uploadedProject('second');
  await service.close();
  editStore(service, "update projects set status = 'uploading', bytes = 5, stored_bytes = 5, upload_bytes = 6");
  const next = await startAgain(service);
  expect(readStore(service, 'select status, bytes, stored_bytes, upload_bytes from projects')).toEqual([
    { status: 'uploaded', bytes: 6, stored_bytes: 6, upload_bytes: 0 },
  ]);
  expect(await restored(next, apiProjectId)).toBe('second');
});

test('upload and download addresses are worth no more than their key', async () => {
  const service = await startService();
  const made = await makeKey(service);
  const { post, ...calls } = createCalls(service.baseUrl, made.key);
  const { apiProjectId, uploadUrl } = await calls.uploadedProject('first');
  const { body: generation } = await post(START, { apiProjectId });
  await calls.settled(generation);
  const { body: download } = await post(DEFAULT_PATHS.generationDownload, generation);
  const other = await calls.createProject();

  const change = (verb: string) => service.post(`/portal/keys/${verb}`, { keyId: made.keyId }, service.adminKey);
  await change('deactivate');
  expect((await put(other.uploadUrl, 'evil')).status).toBe(403);
  expect((await fetch(other.uploadUrl, { method: 'HEAD' })).status).toBe(403);
  await change('activate');
  expect((await put(other.uploadUrl, 'fine')).status).toBe(200);
  await change('revoke');
  for (const url of [other.uploadUrl, uploadUrl]) expect((await put(url, 'evil')).status).toBe(403);
  expect((await fetch(download.downloadUrl)).status).toBe(403);
  const renewed = await service.post(DEFAULT_PATHS.generationDownload, generation);
  expect(await (await fetch(renewed.body.downloadUrl)).text()).toBe('first');
});
