/** Opens a storage by its address. The only way in: whoever imports this loads Amazon's client. */

import type { Clock } from '../../../platform/time/clock.ts';
import type { RandomBytes } from '../../rules/identifiers.ts';
import { isStorageAway } from '../../rules/storage-away.ts';
import type { MediaStorage } from '../media-storage.ts';
import { openAddresses } from './addresses.ts';
import { openBucket } from './bucket.ts';
import { createS3Storage } from './s3-storage.ts';
import { readStorageAddress, type StorageSettings } from './storage-address.ts';

export interface S3StorageOptions {
  /** `s3://bucket/prefix` */
  readonly address: string;
  readonly settings: StorageSettings & { readonly localBytes: number };
  /** Of the node's own disk. */
  readonly folder: string;
  /** The machine's own clock: the storage looks at the real time. */
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** Without them, those of the environment: variables, files or the machine's role. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

export interface OpenStorage {
  readonly storage: MediaStorage;
  /** Whether the storage answered. If not, it is asked again with every use. */
  readonly isThere: boolean;
  close(): void;
}

const ATTEMPT_BYTES = 9;

/** @throws RangeError for an address, bucket or credentials that are no good */
export async function openS3Storage(options: S3StorageOptions): Promise<OpenStorage> {
  const { clock, credentials, folder, randomBytes, settings } = options;
  const address = readStorageAddress(options.address, settings);
  const bucket = openBucket(address, credentials);
  const addresses = openAddresses(address, clock, credentials);
  const close = () => {
    bucket.close();
    addresses.close();
  };
  try {
    const isThere = await bucket.check().then(
      () => true,
      (failure: unknown) => {
        if (isStorageAway(failure)) return false;
        throw failure;
      },
    );
    const storage = await createS3Storage({
      bucket,
      addresses,
      folder,
      prefix: address.prefix,
      mostLocalBytes: settings.localBytes,
      newAttempt: () => Buffer.from(randomBytes(ATTEMPT_BYTES)).toString('base64url'),
    });
    return { storage, isThere, close };
  } catch (failure) {
    close();
    throw failure;
  }
}
