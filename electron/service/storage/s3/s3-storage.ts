/**
 * Media in an S3-compatible storage. Clients send and fetch them there; the node's own disk holds what an engine works on and what arrives in
 * pieces.
 */

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { extensionOf, RECORDING_EXTENSIONS } from '../../../../shared/domain/media-types.ts';
import { digestFile } from '../../../platform/files/hashing.ts';
import { createDiskStorage } from '../disk-storage.ts';
import type { ArrivedUpload, DirectStorage, MediaStorage, MediumOwner, OutputOwner } from '../media-storage.ts';
import type { ObjectAddresses } from './addresses.ts';
import type { Bucket } from './bucket.ts';
import { findLeftovers } from './leftovers.ts';
import { openLocalMedia } from './local-media.ts';
import { objectKeys } from './object-keys.ts';
import { putFile } from './put-file.ts';

/** What one PUT and one copy inside the storage take. */
const LARGEST_OBJECT = 5 * 1024 ** 3;
/** Pages of a thousand that are looked through for what has arrived. */
const MOST_PAGES = 10;
/** A name that a backup of the folder leaves out. */
const FETCHED = 'fetched.work';

export interface S3StorageParts {
  readonly bucket: Bucket;
  readonly addresses: ObjectAddresses;
  /** As `StorageAddress`. */
  readonly prefix: string;
  /** Of the node's own disk. */
  readonly folder: string;
  /** Bytes of media that are kept there for the next reader. */
  readonly mostLocalBytes: number;
  /** Another name each time. */
  readonly newAttempt: () => string;
}

export async function createS3Storage(parts: S3StorageParts): Promise<MediaStorage> {
  const { addresses, bucket, folder, newAttempt } = parts;
  const disk = createDiskStorage(folder);
  const local = await openLocalMedia(bucket, path.join(folder, FETCHED), parts.mostLocalBytes);
  const keys = objectKeys(parts.prefix);

  function lend<Result>(project: MediumOwner, work: (file: string) => Promise<Result>, signal?: AbortSignal) {
    const extension = extensionOf(project.originalFileName);
    const wanted = {
      key: keys.medium(project.projectId),
      extension: RECORDING_EXTENSIONS.includes(extension) ? `.${extension}` : '',
      sha256: project.sha256 || null,
    };
    return local.lend(wanted, (file) => work(file), signal);
  }

  async function removeBelow(prefix: string): Promise<void> {
    for await (const page of bucket.list(prefix)) await bucket.remove(page.map(({ key }) => key));
  }

  /** Nobody knows these objects until the place is in a row: either all of them count or none. */
  async function publish(generation: OutputOwner): Promise<string> {
    const place = `${newAttempt()}/`;
    const work = disk.workFolder(generation);
    for (const name of await readdir(work)) {
      await putFile(bucket, keys.output(generation, `${place}${name}`), path.join(work, name));
    }
    await disk.discardWork(generation);
    return place;
  }

  const direct: DirectStorage = {
    largestUpload: LARGEST_OBJECT,
    uploadAddress: (projectId, contentType, bytes) => addresses.put(keys.upload(projectId), contentType, bytes),
    downloadAddress: (generation, fileName, answer) => addresses.get(keys.output(generation, fileName), answer),
    findUpload: (projectId) => bucket.find(keys.upload(projectId)),
    takeUpload: async (project, upload: ArrivedUpload) => {
      const [from, medium] = [keys.upload(project.projectId), keys.medium(project.projectId)];
      const copied = await bucket.copy(from, upload.tag, medium);
      // Ceph doesn't know the condition of a copy. What still lies there unchanged is what was copied.
      if (copied === null || (await bucket.find(from))?.tag !== upload.tag) return null;
      const known = copied.sha256 ?? (await bucket.find(medium))?.sha256;
      // Not every storage computes digests. A medium is fetched for its restoration anyway.
      return known ?? (await lend({ ...project, sha256: null }, digestFile)).sha256;
    },
    discardUpload: (projectId) => bucket.remove([keys.upload(projectId)]),
    arrived: async () => {
      const found = new Set<string>();
      let pages = 0;
      for await (const page of bucket.list(keys.uploads)) {
        for (const { key } of page) found.add(key.slice(keys.uploads.length));
        pages += 1;
        if (pages === MOST_PAGES) break;
      }
      return found;
    },
    leftovers: (before) => findLeftovers(bucket, keys, before),
  };

  return {
    ...disk,
    withLocalMedium: lend,
    commitMedium: async (project) => {
      await putFile(bucket, keys.medium(project.projectId), disk.partialFile(project));
      await disk.truncatePartial(project, 0);
    },
    discardProject: async (projectId) => {
      await disk.discardProject(projectId);
      await bucket.remove([keys.upload(projectId)]);
      await removeBelow(keys.project(projectId));
    },
    publish,
    publishMore: publish,
    discardAll: async (generation) => {
      await disk.discardAll(generation);
      await removeBelow(keys.output(generation, ''));
    },
    readOutput: async (generation, fileName, first, last) => {
      const body = await bucket.read(keys.output(generation, fileName), { first, last });
      return typeof body === 'string' ? null : body;
    },
    direct,
  };
}
