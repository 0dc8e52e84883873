/** Signed addresses of a bucket's objects (Signature Version 4 in the query), for clients without credentials. */

import { GetObjectCommand, PutObjectCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Clock } from '../../../platform/time/clock.ts';
import { storageAway } from '../../rules/storage-away.ts';
import type { DownloadAnswer } from '../media-storage.ts';
import { clientOptions } from './bucket.ts';
import type { StorageAddress } from './storage-address.ts';

/** About two hours (service specification, "Limits"). A transfer that began in time goes on. */
const ADDRESS_SECONDS = 2 * 60 * 60;

export interface ObjectAddresses {
  /** For one PUT with this content type. @param bytes the only length it takes; null for any */
  put(key: string, contentType: string, bytes: number | null): Promise<string>;
  get(key: string, answer: DownloadAnswer): Promise<string>;
  close(): void;
}

/**
 * @param clock the machine's own: the storage looks at the real time
 * @param credentials without them, those of the environment
 */
export function openAddresses(
  address: StorageAddress,
  clock: Clock,
  credentials?: S3ClientConfig['credentials'],
): ObjectAddresses {
  const client = new S3Client({
    ...clientOptions(address, address.publicEndpoint),
    ...(credentials === undefined ? {} : { credentials }),
  });
  const Bucket = address.bucket;
  const options = () => ({ expiresIn: ADDRESS_SECONDS, signingDate: new Date(clock.now()) });
  return {
    put: (Key, ContentType, bytes) => {
      const bound = bytes === null ? {} : { ContentLength: bytes };
      const signed = ['content-type', ...(bytes === null ? [] : ['content-length'])];
      const command = new PutObjectCommand({ Bucket, Key, ContentType, ...bound });
      // Headers outside the signature could be anything.
      return signedUrl(getSignedUrl(client, command, { ...options(), signableHeaders: new Set(signed) }));
    },
    get: (Key, { contentDisposition, contentType }) => {
      const overrides = { ResponseContentDisposition: contentDisposition, ResponseContentType: contentType };
      const command = new GetObjectCommand({ Bucket, Key, ResponseCacheControl: 'private, no-store', ...overrides });
      return signedUrl(getSignedUrl(client, command, options()));
    },
    close: () => client.destroy(),
  };
}

/** Signing asks nobody, except where credentials come from: such a service may be away, too. */
async function signedUrl(signed: Promise<string>): Promise<string> {
  try {
    return await signed;
  } catch (failure) {
    throw storageAway('no credentials to sign with', failure);
  }
}
