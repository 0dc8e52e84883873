/** Uploads: whole, or from where an earlier attempt broke off when the storage proves that it can. No credentials, no redirect. */

import type { Readable } from 'node:stream';
import { request } from 'undici';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { UPLOAD_INCOMPLETE_STATUS } from '../../../../shared/service-api/routes.ts';
import { isErrno } from '../../../platform/files/atomic-files.ts';
import type { Files } from '../../../platform/files/files.ts';
import { readDigest, writeDigest } from '../../../platform/http/file-headers.ts';
import { networkError, uploadError } from '../failures.ts';
import { discard, type Http, isPage, PLAIN, readAnswer } from '../http.ts';
import { askUploadOffset, readUploadOffset, type UploadOffset } from './upload-offset.ts';
import { createTransferWatch, type TransferWatch } from './watch.ts';

/** An upload that broke off is gone on with at once when at least this much of it had arrived; else it is a failure like others. */
const LEAST_GAIN_BYTES = 64 * 1024;
/** Most bytes that are handed over at once. A line that slows down to 18 kB a second sends as many before the watch takes it for stalled. */
const LARGEST_PIECE_BYTES = 1024 * 1024;
const SMALLEST_PIECE_BYTES = 64 * 1024;
/** When the next piece is larger and when it is smaller, in milliseconds that one took: quick lines cost few steps, slow ones show progress. */
const QUICK_MS = 50;
const SLOW_MS = 500;
/** How often a storage may correct the place that it gave before. */
const MOST_CORRECTIONS = 3;

export interface UploadRequest {
  readonly url: URL;
  readonly method: 'PUT' | 'POST';
  readonly contentType: string;
  readonly path: string;
  /** Hexadecimal SHA-256 of the file; null when it is not known. */
  readonly contentHash: string | null;
  /** An earlier attempt may have left a part of this very content at the address. */
  readonly isBegun: boolean;
  /** The storage is the local service's: it understands digests from the first request on. */
  readonly isOurs: boolean;
  /** `sentBytes` counts from the beginning of the file, wherever this attempt began. */
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
  /** More of the file is there for good, whatever becomes of this attempt. */
  readonly onGained: () => void;
  /** It was cut, and the storage knows of nothing to go on with: the address is worth no more than a new one. */
  readonly onUnproven: () => void;
  readonly signal: AbortSignal;
}

/** What became of one request: everything is there, or so much, or the storage did not take it as the part that it is. */
type Sent = 'whole' | 'unproven' | UploadOffset;

/**
 * @throws CleartakeError uploadRefused, storageQuotaExceeded, redirectRefused, serviceUnreachable, serviceFailed, serviceBusy,
 * serviceAnswerUnreadable, sourceMissing, sourceUnreadable
 */
export async function uploadFile(http: Http, files: Files, upload: UploadRequest): Promise<void> {
  const { contentHash, signal, url } = upload;
  const totalBytes = (await files.facts(upload.path).catch(rethrowSource)).bytes;
  const ask = () => askUploadOffset(http, url, totalBytes, contentHash, signal);
  let there = upload.isBegun ? asOffset(await ask()) : null;
  const watch = createTransferWatch(http.clock, signal);
  try {
    for (let corrections = 0; there?.complete !== true; ) {
      const from: number = there?.bytes ?? 0;
      try {
        const sent: Sent = await sendFrom(http, files, upload, watch, from, totalBytes);
        if (sent === 'whole') return;
        if (sent === 'unproven' || sent.bytes < from + LEAST_GAIN_BYTES) corrections += 1;
        if (corrections > MOST_CORRECTIONS) throw new CleartakeError('uploadRefused', { detail: 'no place holds' });
        there = sent === 'unproven' ? null : sent;
      } catch (failure) {
        const isCut = failure instanceof CleartakeError && failure.code === 'serviceUnreachable';
        if (signal.aborted || !isCut || watch.isOver) throw failure;
        watch.pauses();
        const asked = await ask().catch(() => 'unanswered' as const);
        if (asked === 'unproven') upload.onUnproven();
        const now = asOffset(asked);
        if (now === null || (!now.complete && now.bytes < from + LEAST_GAIN_BYTES)) throw failure;
        upload.onGained();
        there = now;
      }
    }
  } finally {
    watch.end();
  }
}

function asOffset(asked: Awaited<ReturnType<typeof askUploadOffset>>): UploadOffset | null {
  return typeof asked === 'string' ? null : asked;
}

async function sendFrom(
  http: Http,
  files: Files,
  upload: UploadRequest,
  watch: TransferWatch,
  from: number,
  totalBytes: number,
): Promise<Sent> {
  const { contentHash } = upload;
  // Headers that a signature does not cover may be refused: a storage is told more only once it proved to understand it.
  const understands = from > 0 || upload.isOurs;
  watch.begins();
  try {
    const response = await request(upload.url, {
      method: upload.method,
      dispatcher: http.pool,
      headers: {
        ...PLAIN,
        'content-type': upload.contentType,
        'content-length': String(totalBytes - from),
        ...(from === 0 ? {} : { 'content-range': `bytes ${from}-${totalBytes - 1}/${totalBytes}` }),
        ...(understands && contentHash !== null ? { 'repr-digest': writeDigest(contentHash) } : {}),
      },
      body: asBody(piecesFrom(http, files, upload, watch, from, totalBytes)),
      // The watch counts the wait for the answer, by the desk's own clock.
      headersTimeout: 0,
      signal: watch.signal,
    });
    const offset = readUploadOffset(response.headers, totalBytes, contentHash);
    const status = response.statusCode;
    if (status >= 200 && status <= 299) {
      const digest = readDigest(response.headers['repr-digest']) ?? null;
      await discard(http, response);
      if (isPage(response)) throw new CleartakeError('serviceAnswerUnreadable', { detail: 'a page, not a storage' });
      if (from > 0) return offset?.complete === true ? 'whole' : 'unproven';
      if (digest === null || contentHash === null || digest === contentHash) return 'whole';
      throw new CleartakeError('uploadRefused', { detail: 'the storage has something else' });
    }
    if ((status === UPLOAD_INCOMPLETE_STATUS || status === 409) && offset?.complete === false) {
      await discard(http, response);
      return offset;
    }
    const refusal = uploadError(await readAnswer(response, http.clock.now()));
    if (from > 0 && refusal.code === 'uploadRefused') return 'unproven';
    throw refusal;
  } catch (failure) {
    if (upload.signal.aborted) throw failure;
    throw networkError(failure);
  }
}

/**
 * undici takes any asynchronous iterable as it is, and asks for the next piece when the one before has left for the system: nothing is
 * copied or queued on the way. Its types name only streams.
 */
function asBody(pieces: AsyncIterable<Uint8Array>): Readable {
  return pieces as unknown as Readable;
}

/** The file from a byte on, no faster than the limit allows, in pieces as large as the line is quick, and no more of it than was announced. */
async function* piecesFrom(
  http: Http,
  files: Files,
  upload: UploadRequest,
  watch: TransferWatch,
  from: number,
  totalBytes: number,
): AsyncGenerator<Uint8Array> {
  let sentBytes = from;
  let most = LARGEST_PIECE_BYTES / 4;
  try {
    for await (const chunk of files.read(upload.path, from, totalBytes)) {
      for (let at = 0; at < chunk.length; ) {
        const piece = chunk.subarray(at, at + http.uploads.pieceBytes(most));
        const wait = http.uploads.take(piece.length, watch.signal);
        if (wait !== null) await watch.excuse(wait);
        const since = http.clock.monotonic();
        yield piece;
        most = nextPieceBytes(most, http.clock.monotonic() - since);
        at += piece.length;
        sentBytes += piece.length;
        watch.moved(piece.length);
        upload.onProgress(sentBytes, totalBytes);
      }
    }
    watch.awaitsAnswer();
  } catch (failure) {
    rethrowSource(failure);
  }
}

/** @param tookMs how long the piece before took, of at most `bytes` */
function nextPieceBytes(bytes: number, tookMs: number): number {
  if (tookMs <= QUICK_MS) return Math.min(LARGEST_PIECE_BYTES, bytes * 2);
  return tookMs >= SLOW_MS ? Math.max(SMALLEST_PIECE_BYTES, bytes / 2) : bytes;
}

function rethrowSource(failure: unknown): never {
  if (isErrno(failure, 'ENOENT', 'ENOTDIR')) throw new CleartakeError('sourceMissing', { cause: failure });
  if (isErrno(failure, 'EACCES', 'EPERM')) throw new CleartakeError('sourceUnreadable', { cause: failure });
  throw failure;
}
