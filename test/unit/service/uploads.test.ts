import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { silentLog } from '../../../electron/platform/log.ts';
import { systemClock } from '../../../electron/platform/time/clock.ts';
import { createTimeoutPool } from '../../../electron/platform/time/timeout-pool.ts';
import { createDiskStorage } from '../../../electron/service/storage/disk-storage.ts';
import type { MediaStorage } from '../../../electron/service/storage/media-storage.ts';
import type { Project } from '../../../electron/service/store/records.ts';
import type { ProjectStore } from '../../../electron/service/store/store.ts';
import { createUploads } from '../../../electron/service/work/projects/uploads.ts';

const MEDIUM = {
  originalFileName: 'a.wav',
  contentType: 'audio/wav',
  fileFormat: null,
  durationSeconds: null,
  hasVideo: null,
};
const NOTHING_UPLOADED = { bytes: null, uploadedAt: null, sha256: null, storedBytes: 0, uploadBytes: 0 };
const PROJECT: Project = {
  projectId: 'prj_1',
  userId: 'usr_1',
  keyId: 'key_1',
  status: 'created',
  params: null,
  ...MEDIUM,
  ...NOTHING_UPLOADED,
  createdAt: 0,
  deletedAt: null,
};

/** The store's part in an upload, for one project. */
function projectsWith(
  project: Project,
): Pick<ProjectStore, 'findById' | 'beginUpload' | 'beginReplacing' | 'finishUpload'> {
  return {
    findById: async () => project,
    beginUpload: async () => 'begun',
    beginReplacing: async () => 'begun',
    finishUpload: async () => {
      throw new Error('It must not come to that');
    },
  };
}

function uploadsThatFailWith(failure: Error) {
  const storage: MediaStorage = {
    ...createDiskStorage('/nowhere'),
    writePartial: async (_project, _from, chunks) => {
      for await (const _chunk of chunks) throw failure;
    },
  };
  const uploads = createUploads({
    projects: projectsWith(PROJECT),
    space: { resizeUpload: async () => true },
    storage,
    clock: systemClock,
    idle: createTimeoutPool(systemClock, 1000, silentLog),
    quota: null,
  });
  return (body: Readable, declaredBytes: number) => {
    const range = { kind: 'whole' } as const;
    return uploads.receive(PROJECT, { range, declaredBytes, contentSha256: null, wholeSha256: null }, body);
  };
}

test('a full disk is told as 507, and the rest of the body is let through', async () => {
  const receive = uploadsThatFailWith(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
  const body = Readable.from([Buffer.alloc(10), Buffer.alloc(10)]);
  const ended = new Promise((resolve) => body.once('end', resolve));
  await expect(receive(body, 20)).rejects.toMatchObject({ statusCode: 507 });
  await ended;
});

test('a fault that is not of the disk is passed on as it is', async () => {
  const fault = new Error('a bug');
  const receive = uploadsThatFailWith(fault);
  await expect(receive(Readable.from([Buffer.alloc(1)]), 1)).rejects.toBe(fault);
});

test('an empty body is refused before anything is touched', async () => {
  const receive = uploadsThatFailWith(new Error('it was touched'));
  const refused = receive(Readable.from([]), 0);
  await expect(refused).rejects.toMatchObject({ statusCode: 400 });
});
