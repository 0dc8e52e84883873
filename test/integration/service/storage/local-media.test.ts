import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openTestStorage } from '../../../harness/s3/test-storage.ts';
import { temporaryFolder } from '../../../harness/service/test-service.ts';

const PROJECT = { projectId: 'prj_1', originalFileName: 'a.wav' };
const GENERATION = { projectId: 'prj_1', generationId: 'gen_1' };

async function storageWith(...media: readonly Uint8Array[]) {
  const storage = await openTestStorage();
  const folder = await temporaryFolder();
  const media1 = await storage.connect(folder);
  for (const [index, medium] of media.entries()) {
    const project = { ...PROJECT, projectId: `prj_${index + 1}` };
    await media1.writePartial(project, 0, inPieces(medium));
    await media1.commitMedium(project);
  }
  return { storage, media: media1, copies: () => readdir(path.join(folder, 'fetched.work')) };
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('a fetch that broke off goes on where it was', async () => {
  const medium = Buffer.alloc(600_000, 'abcdefg');
  const { media, storage } = await storageWith(medium);
  storage.breakAfter('GET', 200_000);
  const read = await media.withLocalMedium({ ...PROJECT, sha256: digest(medium) }, (file) => readFile(file));
  expect(read.equals(medium)).toBe(true);
  const ranges = storage.requests.filter(({ method }) => method === 'GET').map(({ headers }) => headers.range);
  expect(ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/);
});

test('readers share one copy, which stays for the next while there is room', async () => {
  const { copies, media, storage } = await storageWith(Buffer.alloc(700_000), Buffer.alloc(700_001));
  const gets = () => storage.requests.filter(({ method }) => method === 'GET').length;
  const read = (projectId: string) =>
    media.withLocalMedium({ ...PROJECT, projectId }, async (file) => (await readFile(file)).length);
  expect(await Promise.all([read('prj_1'), read('prj_1')])).toEqual([700_000, 700_000]);
  await read('prj_1');
  expect(gets()).toBe(1);
  // A million bytes are kept.
  await read('prj_2');
  await expect.poll(copies).toHaveLength(1);
  await read('prj_1');
  expect(gets()).toBe(3);
});

test('a medium with another digest than was recorded is not used', async () => {
  const { media } = await storageWith(Buffer.from('other'));
  const used = media.withLocalMedium({ ...PROJECT, sha256: digest(Buffer.from('medium')) }, async () => 'used');
  await expect(used).rejects.toMatchObject({ code: 'mediaDamaged' });
});

test('a fetch that nobody waits for any more is given up', async () => {
  const { copies, media } = await storageWith(Buffer.alloc(600_000));
  const given = AbortSignal.abort(new DOMException('Cancelled', 'AbortError'));
  await expect(media.withLocalMedium(PROJECT, async () => 'used', given)).rejects.toThrow('Cancelled');
  await expect.poll(copies).toEqual([]);
});

test('an upload that was replaced since it was looked at is not taken', async () => {
  const { media } = await storageWith();
  const { direct } = media;
  if (direct === undefined) throw new Error('The storage has no addresses of its own');
  const url = await direct.uploadAddress('prj_1', 'audio/wav', null);
  const put = (body: string) => fetch(url, { method: 'PUT', body, headers: { 'content-type': 'audio/wav' } });
  await put('the first');
  const seen = await direct.findUpload('prj_1');
  await put('the second');
  if (seen === null) throw new Error('Nothing arrived');
  expect(await direct.takeUpload(PROJECT, seen)).toBeNull();
  const now = await direct.findUpload('prj_1');
  if (now === null) throw new Error('Nothing arrived');
  expect(await direct.takeUpload(PROJECT, now)).toBe(digest(Buffer.from('the second')));
});

test('large files are put in parts', { tags: 'long' }, async () => {
  const { media, storage } = await storageWith();
  const large = Buffer.alloc(20 * 1024 * 1024, 'abcdefghijk');
  const folder = await media.openWorkFolder(GENERATION);
  await writeFile(path.join(folder, 'audio'), large);
  const place = await media.publish(GENERATION);
  const parts = storage.requests.filter(({ method, path: at }) => method === 'PUT' && at.endsWith('/audio'));
  expect(parts).toHaveLength(3);
  const hash = createHash('sha256');
  const body = await media.readOutput(GENERATION, `${place}audio`, 0, large.length - 1);
  for await (const chunk of body ?? []) hash.update(chunk);
  expect(hash.digest('hex')).toBe(digest(large));
});
