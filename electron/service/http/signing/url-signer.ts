/** Signed URLs: an HMAC over method, object and expiry stands for the permission, so a request needs no key. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../../platform/files/atomic-files.ts';
import { isErrno } from '../../../platform/files/file-errors.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { RandomBytes } from '../../rules/identifiers.ts';

/** The method a signature is for. PUT and GET each cover HEAD on the same object. */
export type SignedMethod = 'GET' | 'PUT';

export interface UrlSigner {
  /**
   * The path and query to append to the base URL.
   * @param objectPath path of the object, for example `/storage/uploads/prj_…`
   * @param lifetimeMs milliseconds from now until it expires
   * @param holder what the URL is good with: once this changes, it is not good any more. The hash of an API key's secret
   */
  sign(method: SignedMethod, objectPath: string, lifetimeMs: number, binding?: string | null): string;
  /** Whether the query signs this method, object and holder and has not expired. */
  verify(method: SignedMethod, objectPath: string, query: unknown, binding?: string | null): boolean;
  /** Makes every URL signed so far count as expired, until the service ends. */
  expireAll(): void;
}

const EXPIRES = /^[0-9]{1,15}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;

export function createUrlSigner(secret: Uint8Array, clock: Clock): UrlSigner {
  let series = 0;

  function signature(method: SignedMethod, objectPath: string, expires: string, binding: string | null): Buffer {
    const signed = [
      method,
      objectPath,
      expires,
      ...(series === 0 ? [] : [series]),
      ...(binding === null ? [] : [`for ${binding}`]),
    ].join('\n');
    return createHmac('sha256', secret).update(signed, 'utf8').digest();
  }

  return {
    sign: (method, objectPath, lifetimeMs, binding = null) => {
      const expires = String(Math.floor(clock.now() + lifetimeMs));
      return `${objectPath}?expires=${expires}&signature=${signature(method, objectPath, expires, binding).toString('hex')}`;
    },
    verify: (method, objectPath, query, binding = null) => {
      const { expires, signature: presented } = query as Record<string, unknown>;
      if (typeof expires !== 'string' || typeof presented !== 'string') return false;
      if (!EXPIRES.test(expires) || !SIGNATURE.test(presented)) return false;
      const matches = timingSafeEqual(Buffer.from(presented, 'hex'), signature(method, objectPath, expires, binding));
      return matches && clock.now() < Number(expires);
    },
    expireAll: () => {
      series += 1;
    },
  };
}

const SECRET_FILE = 'signing-secret';
const SECRET_BYTES = 32;

/** The secret behind signed URLs, in a file that only its owner can read: reads the data folder's, or creates one. A damaged file is replaced; URLs signed earlier then fail. */
export async function openSigningSecret(dataDirectory: string, randomBytes: RandomBytes): Promise<Uint8Array> {
  const file = path.join(dataDirectory, SECRET_FILE);
  const known = await readFile(file).catch((failure: unknown) => {
    if (isErrno(failure, 'ENOENT')) return null;
    throw failure;
  });
  if (known?.length === SECRET_BYTES) return known;
  const secret = randomBytes(SECRET_BYTES);
  const temporary = `${file}.part`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(secret);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(dataDirectory);
  return secret;
}
