/** Secrets of API keys: made here, shown once, kept as hashes, read from headers and compared in constant time. */

import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RandomBytes } from '../rules/identifiers.ts';

/** The prefix of every secret, so that scanners for leaked keys can find them. */
const SECRET_MARK = 'ctk_';
const SECRET_BYTES = 32;
const PREFIX_LENGTH = SECRET_MARK.length + 8;

export interface MadeSecret {
  /** The plaintext: leaves the service once and is never stored. */
  readonly secret: string;
  /** SHA-256 in hex. A slow hash would guard guessable passwords; these are 256 random bits. */
  readonly secretHash: string;
  readonly keyPrefix: string;
}

export function makeSecret(randomBytes: RandomBytes): MadeSecret {
  const secret = `${SECRET_MARK}${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')}`;
  return { secret, secretHash: hashSecret(secret), keyPrefix: prefixOf(secret) };
}

export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** The part of a secret that may be shown, and by which its row is found. */
export function prefixOf(secret: string): string {
  return secret.slice(0, PREFIX_LENGTH);
}

/** Compares two hashes in constant time. */
export function sameHash(one: string, other: string): boolean {
  const left = Buffer.from(one, 'hex');
  const right = Buffer.from(other, 'hex');
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The key that a request carries, in any of three headers (service specification, "Authentication", rule 1). */
export type PresentedSecret =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly secret: string }
  /** The headers carry different keys, so it is unclear which account is meant. */
  | { readonly kind: 'several' };

/** Every header of a request with all its values: Node drops the second of two `Authorization` headers elsewhere. */
export type DistinctHeaders = IncomingMessage['headersDistinct'];

/**
 * The same key in several headers, or several times in one, counts once. An Authorization header of another scheme, such as a proxy's, does
 * not count.
 */
export function presentedSecret(headers: DistinctHeaders): PresentedSecret {
  const bearers = fieldsOf(headers.authorization).flatMap((value) => /^bearer +(\S+)$/i.exec(value)?.[1] ?? []);
  const others = [...fieldsOf(headers['x-api-key']), ...fieldsOf(headers['xi-api-key'])];
  const secrets = new Set([...bearers, ...others]);
  secrets.delete('');
  const [secret] = secrets;
  if (secret === undefined) return { kind: 'none' };
  return secrets.size === 1 ? { kind: 'one', secret } : { kind: 'several' };
}

/** Each field of a header sent several times: clients such as fetch join them with commas (RFC 9110, section 5.3), which no key contains. */
function fieldsOf(values: readonly string[] = []): string[] {
  return values.flatMap((value) => value.split(',')).map((field) => field.trim());
}
