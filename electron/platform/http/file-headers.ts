/** Headers that describe a file: the name to save it under, its entity tag and its digest. */

import { create } from 'content-disposition';

/**
 * The `Content-Disposition` of a download (RFC 6266).
 * @param fileName one path segment. Clients that do not know RFC 8187 see `_` for each character that is not plain ASCII
 */
export function attachment(fileName: string): string {
  const name = fileName.toWellFormed();
  return create(name, { fallback: name.replace(/[^\x20-\x7e]|["\\%]/gu, '_') });
}

/** Whether an `If-None-Match` header names the tag, by weak comparison (RFC 9110, section 13.1.2). */
export function matchesTag(header: string | null | undefined, tag: string): boolean {
  return header?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag || one.trim() === '*') ?? false;
}

/** A dictionary member of a structured field: the algorithm, and 32 bytes in Base64. */
const SHA256_MEMBER = /^sha-256\s*=\s*:([A-Za-z0-9+/]{43}=):$/;

/**
 * Reads the SHA-256 from a `Content-Digest` or `Repr-Digest` header (RFC 9530).
 * @returns hexadecimal; null when the header has no SHA-256; undefined when it is malformed
 */
export function readDigest(header: string | readonly string[] | undefined): string | null | undefined {
  if (header === undefined) return null;
  const members = String(header)
    .split(',')
    .map((member) => member.trim())
    .filter((member) => /^sha-256\s*[=;]|^sha-256$/.test(member));
  // The last of several members with the same name counts (RFC 8941, section 3.2).
  const last = members.at(-1);
  if (last === undefined) return null;
  const encoded = SHA256_MEMBER.exec(last)?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('hex');
}

/** @param sha256 hexadecimal */
export function writeDigest(sha256: string): string {
  return `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`;
}
