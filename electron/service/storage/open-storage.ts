/** Where a service keeps its media: on its own disk, or in a storage that others run. */

import type { CleanupScope } from '../../platform/disposal.ts';
import type { Log } from '../../platform/log.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { RandomBytes } from '../rules/identifiers.ts';
import { createDiskStorage } from './disk-storage.ts';
import type { MediaStorage } from './media-storage.ts';
import type { S3StorageOptions } from './s3/open-s3-storage.ts';

export interface StorageOptions {
  /** `s3://bucket/prefix`: where media are kept instead of the data folder. Credentials come from the environment. */
  readonly storage?: string;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Log;
}

/**
 * @param folder for media, or for what is in work when they are elsewhere
 * @throws RangeError when the storage is not as named
 */
export async function openServiceStorage(
  { clock, log, randomBytes, storage: address }: StorageOptions,
  settings: S3StorageOptions['settings'],
  folder: string,
  scope: CleanupScope,
): Promise<MediaStorage> {
  if (address === undefined) return createDiskStorage(folder);
  // The client of such storages is loaded for those who use it alone.
  const { openS3Storage } = await import('./s3/open-s3-storage.ts');
  const { close, isThere, storage } = await openS3Storage({ address, settings, folder, clock, randomBytes });
  scope.add(close);
  if (!isThere) log.warn('The storage of media cannot be reached. The service waits for it.');
  return storage;
}
