import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../../../electron/platform/log.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { openBuiltInAccount } from '../../../../electron/service/auth/first-keys.ts';
import { FREE_START, meterGeneration } from '../../../../electron/service/rules/billing/quote.ts';
import { openSqliteStore } from '../../../../electron/service/store/sqlite/sqlite-store.ts';
import { createDirectUploads } from '../../../../electron/service/work/projects/direct-uploads.ts';
import { createStorageSweep } from '../../../../electron/service/work/projects/storage-sweep.ts';
import { openTestStorage } from '../../../harness/s3/test-storage.ts';
import { MIGRATIONS, temporaryFolder } from '../../../harness/service/test-service.ts';

async function* text(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}

async function openParts() {
  const folder = await temporaryFolder();
  const store = openSqliteStore(path.join(folder, 'service.sqlite'), MIGRATIONS);
  onTestFinished(() => store.close());
  const storage = await openTestStorage();
  const media = await storage.connect(path.join(folder, 'media'));
  const direct = media.direct ?? null;
  const { projects, space } = store;
  const uploads = createDirectUploads({ projects, space, direct, clock: systemClock, quota: null });
  if (uploads === null || direct === null) throw new Error('The storage has no addresses of its own');
  const account = { accounts: store.accounts, clock: systemClock, randomBytes };
  const { keyId } = await openBuiltInAccount(account, 'start-key');
  const userId = (await store.accounts.findKey(keyId))?.user.userId ?? '';
  const create = async (projectId: string) => {
    const about = { originalFileName: 'a.wav', contentType: 'audio/wav', fileFormat: null, params: null, createdAt: 0 };
    await projects.create({ projectId, userId, keyId, ...about });
  };
  const send = async (projectId: string, content: string) => {
    const url = await direct.uploadAddress(projectId, 'audio/wav', null);
    expect((await fetch(url, { method: 'PUT', body: content, headers: { 'content-type': 'audio/wav' } })).status).toBe(
      200,
    );
  };
  const sweepOf = (grace: number) =>
    createStorageSweep({
      ...{ store, storage: media, uploads, machineClock: systemClock, log: silentLog },
      grace: { uploads: grace, others: grace },
    });
  return { create, keyId, media, send, storage, store, sweepOf, userId };
}

test('a sweep removes what belongs to nothing, and nothing else', async () => {
  const { create, keyId, media, send, storage, store, sweepOf, userId } = await openParts();
  await create('prj_1');
  await media.writePartial({ projectId: 'prj_1', originalFileName: 'a.wav' }, 0, text('medium'));
  await media.commitMedium({ projectId: 'prj_1', originalFileName: 'a.wav' });
  await store.projects.finishUpload('prj_1', 6, '00', 0);
  const owner = { projectId: 'prj_1', generationId: 'gen_1' };
  const wanted = {
    ...owner,
    userId,
    keyId,
    model: 'service-2',
    sampling: null,
    params: null,
    hasVideo: false,
  } as const;
  const started = await store.generations.start({ ...wanted, createdAt: 0 }, FREE_START, null);
  if (started.kind !== 'started') throw new Error('It did not start');
  const publish = async () => {
    await writeFile(path.join(await media.openWorkFolder(owner), 'audio'), 'sound');
    return media.publish(owner);
  };
  const [dead, alive] = [await publish(), await publish()];
  await store.generations.claimNext(0);
  const about = { extension: 'wav', contentType: 'audio/wav', bytes: 5, sha256: '00' };
  const output = { generationId: 'gen_1', downloadType: 'audio', fileName: `${alive}audio`, ...about };
  await store.generations.complete('gen_1', [output], meterGeneration(started.generation, 1, 0), 0);
  // Uploaded and never started; of a project that is gone; after a start.
  await create('prj_2');
  await send('prj_2', 'waits');
  await send('prj_3', 'nobody');
  await send('prj_1', 'too late');

  expect(await sweepOf(60_000).sweep()).toBe(0);
  await sweepOf(-60_000).sweep();
  const kept = [`projects/prj_1/gen_1/${alive}audio`, 'projects/prj_1/medium', 'projects/prj_2/medium'];
  expect(await storage.keys()).toEqual(kept.sort());
  expect(dead).not.toBe(alive);
  expect(await store.projects.findById('prj_2')).toMatchObject({ status: 'uploaded', bytes: 5 });
});

test('a sweep finishes the deletion of a project that the storage missed', async () => {
  const { create, keyId, media, storage, store, sweepOf } = await openParts();
  await create('prj_1');
  await media.writePartial({ projectId: 'prj_1', originalFileName: 'a.wav' }, 0, text('medium'));
  await media.commitMedium({ projectId: 'prj_1', originalFileName: 'a.wav' });
  await store.projects.finishUpload('prj_1', 6, '00', 0);
  await store.space.deleteProject('prj_1', keyId, 0);
  storage.shut();
  await expect(sweepOf(0).sweep()).rejects.toThrow('cannot be reached');
  storage.open();
  await sweepOf(0).sweep();
  expect([await storage.keys(), await store.space.deletedProjects()]).toEqual([[], []]);
});
