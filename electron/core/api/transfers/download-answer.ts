/** What the headers of a download say about its content, and whether a part continues the file on disk (RFC 9110, section 14). */

import type { IncomingHttpHeaders } from 'node:http';
import { readDigest } from '../../../platform/http/file-headers.ts';
import type { AboutContent } from './partial-file.ts';

/** Of an answer with the whole content. */
export function describeContent(headers: IncomingHttpHeaders, identity: string): AboutContent {
  const length = headers['content-length'];
  return {
    identity,
    validator: strongValidator(headers),
    totalBytes: typeof length === 'string' && /^\d{1,15}$/.test(length) ? Number(length) : null,
    sha256: readDigest(headers['repr-digest']) ?? null,
  };
}

/** Whether a 206 answer is the rest of this content: from the next byte to the last, with the same length, tag, date and digest. */
export function fitsAfter(
  headers: IncomingHttpHeaders,
  here: { readonly bytes: number; readonly about: AboutContent | null },
): boolean {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(headers['content-range'] ?? '');
  if (match === null || here.about === null) return false;
  const [first = 0, last = 0, total = 0] = match.slice(1).map(Number);
  const { totalBytes, sha256, validator } = here.about;
  const isTag = validator?.startsWith('"') === true;
  const given = isTag ? headers.etag : headers['last-modified'];
  const digest = readDigest(headers['repr-digest']) ?? null;
  const length = headers['content-length'];
  return (
    first === here.bytes &&
    last === total - 1 &&
    (totalBytes === null || totalBytes === total) &&
    (length === undefined || Number(length) === total - first) &&
    // A storage may ignore If-Range, or a new link may lead to another storage.
    (given === undefined || given === validator) &&
    (digest === null || sha256 === null || digest === sha256)
  );
}

/** The length that a 416 answer gives; null when it gives none. */
export function lengthBeyond(headers: IncomingHttpHeaders): number | null {
  const match = /^bytes \*\/(\d{1,15})$/.exec(headers['content-range'] ?? '');
  return match === null ? null : Number(match[1]);
}

/** The validator for If-Range: a strong tag, otherwise a date. */
function strongValidator(headers: IncomingHttpHeaders): string | null {
  const tag = headers.etag;
  if (tag !== undefined) return /^"[\x21\x23-\x7e]{0,1000}"$/.test(tag) ? tag : null;
  const date = headers['last-modified'];
  return date !== undefined && date.length < 100 && !Number.isNaN(Date.parse(date)) ? date : null;
}
