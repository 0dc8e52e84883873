/** How far an upload got, as the storage proves it (shared/service-api/routes.ts). Anything else proves nothing. */

import type { IncomingHttpHeaders } from 'node:http';
import { UPLOAD_COMPLETE_HEADER, UPLOAD_OFFSET_HEADER } from '../../../../shared/service-api/routes.ts';
import { readDigest } from '../../../platform/http/file-headers.ts';
import { createDeadline } from '../../../platform/time/deadlines.ts';
import { networkError } from '../failures.ts';
import { discard, type Http } from '../http.ts';
import { requestTransfer } from './send-on.ts';

const ASK_MS = 60_000;

export interface UploadOffset {
  /** Bytes that are stored. */
  readonly bytes: number;
  readonly complete: boolean;
}

/**
 * Reads the offset from an answer.
 * @param contentHash hexadecimal SHA-256 of the file; a complete upload must be known to have this content
 * @returns null when the answer does not have the local service's form, or cannot be about this file
 */
export function readUploadOffset(
  headers: IncomingHttpHeaders,
  totalBytes: number,
  contentHash: string | null,
): UploadOffset | null {
  const offset = headers[UPLOAD_OFFSET_HEADER];
  if (typeof offset !== 'string' || !/^\d{1,15}$/.test(offset)) return null;
  const bytes = Number(offset);
  switch (headers[UPLOAD_COMPLETE_HEADER]) {
    case '?0':
      return bytes < totalBytes ? { bytes, complete: false } : null;
    case '?1': {
      const isSame = contentHash !== null && readDigest(headers['repr-digest']) === contentHash;
      return bytes === totalBytes && isSame ? { bytes, complete: true } : null;
    }
    default:
      return null;
  }
}

/** Temporary faults: these statuses say nothing about the address. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Asks the storage with HEAD.
 * @returns `unproven` when it answers but cannot tell, `unanswered` on a temporary fault
 * @throws CleartakeError serviceUnreachable
 */
export async function askUploadOffset(
  http: Http,
  url: URL,
  totalBytes: number,
  contentHash: string | null,
  signal: AbortSignal,
): Promise<UploadOffset | 'unproven' | 'unanswered'> {
  const deadline = createDeadline(
    http.clock,
    ASK_MS,
    () => new DOMException('No answer in time', 'TimeoutError'),
    signal,
  );
  try {
    const response = await requestTransfer(http, url, { method: 'HEAD', signal: deadline.signal });
    await discard(http, response);
    const { headers, statusCode } = response;
    if (PASSING.has(statusCode)) return 'unanswered';
    return (statusCode === 200 ? readUploadOffset(headers, totalBytes, contentHash) : null) ?? 'unproven';
  } catch (failure) {
    if (signal.aborted) throw failure;
    throw networkError(failure);
  } finally {
    deadline.end();
  }
}
