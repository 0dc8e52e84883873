import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { systemClock } from '../../../electron/platform/clock.ts';
import { createMediaStorage, type MediaStorage } from '../../../electron/service/storage/media-storage.ts';
import { createUploads } from '../../../electron/service/storage/uploads.ts';
import type { Project } from '../../../electron/service/store/records.ts';
import type { ProjectStore } from '../../../electron/service/store/store.ts';

const PROJECT: Project = {
  sequence: 1,
  projectId: 'prj_1',
  userId: 'usr_1',
  keyId: 'key_1',
  status: 'created',
  originalFileName: 'a.wav',
  contentType: 'audio/wav',
  fileFormat: null,
  params: null,
  bytes: null,
  durationSeconds: null,
  createdAt: 0,
  uploadedAt: null,
};

/** The store's part in an upload, for one project. */
function projectsWith(project: Project): Pick<ProjectStore, 'findById' | 'beginUpload' | 'finishUpload'> {
  return {
    findById: async () => project,
    beginUpload: async () => true,
    finishUpload: async () => {
      throw new Error('It must not come to that');
    },
  };
}

function uploadsThatFailWith(failure: Error) {
  const storage: MediaStorage = {
    ...createMediaStorage('/nowhere'),
    writePartial: async (_project, _from, chunks) => {
      for await (const _chunk of chunks) throw failure;
    },
  };
  return createUploads(projectsWith(PROJECT), storage, systemClock);
}

test('a full disk is told as 507, and the rest of the body is let through', async () => {
  const uploads = uploadsThatFailWith(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
  const body = Readable.from([Buffer.alloc(10), Buffer.alloc(10)]);
  await expect(uploads.receive(PROJECT, { kind: 'whole' }, body, 20)).rejects.toMatchObject({ statusCode: 507 });
  await new Promise((resolve) => body.once('end', resolve));
});

test('a fault that is not of the disk is passed on as it is', async () => {
  const fault = new Error('a bug');
  const uploads = uploadsThatFailWith(fault);
  await expect(uploads.receive(PROJECT, { kind: 'whole' }, Readable.from([Buffer.alloc(1)]), 1)).rejects.toBe(fault);
});

test('an empty body is refused before anything is touched', async () => {
  const uploads = uploadsThatFailWith(new Error('it was touched'));
  const refused = uploads.receive(PROJECT, { kind: 'whole' }, Readable.from([]), 0);
  await expect(refused).rejects.toMatchObject({ statusCode: 400 });
});
