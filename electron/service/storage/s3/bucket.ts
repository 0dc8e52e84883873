/** One bucket through Amazon's client: objects, listings and uploads in parts, with every fault as one of three. */

import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import type { Readable } from 'node:stream';
import { getCACertificates } from 'node:tls';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { storageAway } from '../../rules/storage-away.ts';
import type { StorageAddress } from './storage-address.ts';

/** In milliseconds: until a connection stands, and without a byte on it. */
const CONNECT_MS = 5000;
const SILENCE_MS = 30_000;
const MOST_ATTEMPTS = 3;
/** The most that one listing and one removal take. */
const PAGE_KEYS = 1000;

export interface ObjectFacts {
  readonly bytes: number;
  /** Its ETag: changes with the content. */
  readonly tag: string;
  /** In hex, where the storage keeps one of the whole; else null. */
  readonly sha256: string | null;
}

export interface ListedObject {
  readonly key: string;
  /** In milliseconds since the epoch. */
  readonly modifiedAt: number;
}

export interface UnfinishedParts {
  readonly key: string;
  readonly uploadId: string;
  readonly begunAt: number;
}

interface ReadPart {
  readonly first: number;
  /** Included; undefined for the end. */
  readonly last?: number;
  /** Only while the object has this tag. */
  readonly tag?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Keys are whole: with the storage's prefix. Every method throws `storageAway` for what isn't an answer about the object itself. */
export interface Bucket {
  /** @throws RangeError when it is not there, or the credentials are not good for it */
  check(): Promise<void>;
  find(key: string): Promise<ObjectFacts | null>;
  /** @returns `missing` also for a part beyond its end; `changed` when it has another tag */
  read(key: string, part: ReadPart): Promise<Readable | 'missing' | 'changed'>;
  put(key: string, body: Uint8Array): Promise<void>;
  /** @returns null, with nothing copied, when the object isn't there with this tag; else its digest, where the storage computes one */
  copy(from: string, tag: string, to: string): Promise<{ readonly sha256: string | null } | null>;
  /** Page by page, in order. */
  list(prefix: string): AsyncGenerator<readonly ListedObject[]>;
  /** Missing ones don't matter. */
  remove(keys: readonly string[]): Promise<void>;
  beginParts(key: string): Promise<string>;
  /** @param number from 1. @returns the part's tag */
  putPart(key: string, uploadId: string, number: number, body: Uint8Array): Promise<string>;
  /** @param tags of all parts, in order */
  completeParts(key: string, uploadId: string, tags: readonly string[]): Promise<void>;
  abortParts(key: string, uploadId: string): Promise<void>;
  unfinishedParts(prefix: string): AsyncGenerator<UnfinishedParts>;
  close(): void;
}

/** What the client is made with, for the service's own calls and for signing alike. */
export function clientOptions(
  { certificates, pathStyle, region }: StorageAddress,
  endpoint: string | undefined,
): S3ClientConfig {
  const authorities = certificates === undefined ? {} : { ca: [...getCACertificates('default'), certificates] };
  return {
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    forcePathStyle: pathStyle,
    // Other storages than Amazon's don't know its newer checksums. Bodies are signed with their SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MOST_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      httpAgent: new PlainAgent({ keepAlive: true }),
      httpsAgent: new Agent({ keepAlive: true, ...authorities }),
    },
  };
}

/** @param credentials without them, those of the environment */
export function openBucket(address: StorageAddress, credentials?: S3ClientConfig['credentials']): Bucket {
  const client = new S3Client({
    ...clientOptions(address, address.endpoint),
    ...(credentials === undefined ? {} : { credentials }),
  });
  const Bucket = address.bucket;

  async function* pages(prefix: string) {
    let token: string | undefined;
    do {
      const input = { Bucket, Prefix: prefix, MaxKeys: PAGE_KEYS, ContinuationToken: token };
      const page = await asked(client.send(new ListObjectsV2Command(input)));
      yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
        Key === undefined ? [] : [{ key: Key, modifiedAt: LastModified?.getTime() ?? Date.parse('9999-12-31') }],
      );
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  return {
    check: async () => {
      try {
        await client.send(new HeadBucketCommand({ Bucket }));
      } catch (failure) {
        const status = statusOf(failure);
        if (status === 404) throw new RangeError(`The storage has no bucket ${Bucket}.`);
        if (status === 401 || status === 403 || isWithoutCredentials(failure)) {
          throw new RangeError(`The storage doesn’t let these credentials use the bucket ${Bucket}.`);
        }
        throw away(failure);
      }
    },
    find: async (key) => {
      const input = { Bucket, Key: key, ChecksumMode: 'ENABLED' } as const;
      const found = await orMissing(client.send(new HeadObjectCommand(input)));
      if (found === 'missing') return null;
      const { ChecksumSHA256, ContentLength = 0, ETag = '' } = found;
      return { bytes: ContentLength, tag: ETag, sha256: readChecksum(ChecksumSHA256) };
    },
    read: async (key, { first, last, tag, signal }) => {
      const input = { Bucket, Key: key, Range: `bytes=${first}-${last ?? ''}`, IfMatch: tag };
      const options = signal === undefined ? {} : { abortSignal: signal };
      const found = await orChanged(client.send(new GetObjectCommand(input), options));
      return typeof found === 'string' ? found : (found.Body as Readable);
    },
    put: async (key, body) => {
      await asked(client.send(new PutObjectCommand({ Bucket, Key: key, Body: body })));
    },
    copy: async (from, tag, to) => {
      const input = {
        Bucket,
        Key: to,
        CopySource: encodeURI(`${Bucket}/${from}`),
        CopySourceIfMatch: tag,
        ChecksumAlgorithm: 'SHA256',
      } as const;
      const copied = await orChanged(client.send(new CopyObjectCommand(input)));
      return typeof copied === 'string' ? null : { sha256: readChecksum(copied.CopyObjectResult?.ChecksumSHA256) };
    },
    list: pages,
    remove: async (keys) => {
      for (let at = 0; at < keys.length; at += PAGE_KEYS) {
        const Objects = keys.slice(at, at + PAGE_KEYS).map((Key) => ({ Key }));
        const { Errors = [] } = await asked(
          client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })),
        );
        const failed = Errors.find(({ Code }) => Code !== 'NoSuchKey');
        if (failed !== undefined) throw storageAway(`a removal failed: ${failed.Code}`);
      }
    },
    beginParts: async (key) => {
      const { UploadId = '' } = await asked(client.send(new CreateMultipartUploadCommand({ Bucket, Key: key })));
      return UploadId;
    },
    putPart: async (key, UploadId, PartNumber, body) => {
      const input = { Bucket, Key: key, UploadId, PartNumber, Body: body };
      return (await asked(client.send(new UploadPartCommand(input)))).ETag ?? '';
    },
    completeParts: async (key, UploadId, tags) => {
      const Parts = tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
      await asked(
        client.send(new CompleteMultipartUploadCommand({ Bucket, Key: key, UploadId, MultipartUpload: { Parts } })),
      );
    },
    abortParts: async (key, UploadId) => {
      await orMissing(client.send(new AbortMultipartUploadCommand({ Bucket, Key: key, UploadId })));
    },
    async *unfinishedParts(prefix) {
      // What was aborted meanwhile moves up, so the first page is enough: the rest comes at the next sweep.
      const { Uploads = [] } = await asked(client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix })));
      for (const { Initiated, Key, UploadId } of Uploads) {
        if (Key === undefined || UploadId === undefined || Initiated === undefined) continue;
        yield { key: Key, uploadId: UploadId, begunAt: Initiated.getTime() };
      }
    },
    close: () => client.destroy(),
  };
}

/** @throws storageAway for anything that isn't an answer */
async function asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (failure) {
    throw away(failure);
  }
}

async function orMissing<Answer>(answer: Promise<Answer>): Promise<Answer | 'missing'> {
  try {
    return await answer;
  } catch (failure) {
    if (statusOf(failure) === 404 && nameOf(failure) !== 'NoSuchBucket') return 'missing';
    throw away(failure);
  }
}

async function orChanged<Answer>(answer: Promise<Answer>): Promise<Answer | 'missing' | 'changed'> {
  try {
    return await orMissing(answer);
  } catch (failure) {
    const { cause } = failure as Error;
    if (statusOf(cause) === 412) return 'changed';
    if (statusOf(cause) === 416) return 'missing';
    throw failure;
  }
}

/** Only its name and status: a fault of the client may repeat addresses, and those are capabilities. */
function away(failure: unknown): unknown {
  if (failure instanceof Error && failure.name === 'AbortError') return failure;
  const status = statusOf(failure);
  return storageAway(`${nameOf(failure)}${status === undefined ? '' : ` ${status}`}`, failure);
}

function statusOf(failure: unknown): number | undefined {
  const facts = failure as { readonly $metadata?: { readonly httpStatusCode?: number } } | null | undefined;
  return facts?.$metadata?.httpStatusCode;
}

function nameOf(failure: unknown): string {
  if (!(failure instanceof Error)) return 'unknown';
  return 'code' in failure && typeof failure.code === 'string' ? failure.code : failure.name;
}

function isWithoutCredentials(failure: unknown): boolean {
  return nameOf(failure) === 'CredentialsProviderError';
}

/** Base64 of one digest of the whole. A digest of digests of parts has a dash and says nothing here. */
function readChecksum(checksum: string | undefined): string | null {
  return checksum !== undefined && /^[A-Za-z0-9+/]{43}=$/.test(checksum)
    ? Buffer.from(checksum, 'base64').toString('hex')
    : null;
}
