/** Uploads: whole, or resumed where the storage proves how much it has. Sends no credentials. */

import type { Readable } from 'node:stream';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { UPLOAD_INCOMPLETE_STATUS } from '../../../../shared/service-api/routes.ts';
import { toSourceError } from '../../../platform/files/file-errors.ts';
import type { Files } from '../../../platform/files/files.ts';
import { readDigest, writeDigest } from '../../../platform/http/file-headers.ts';
import { networkError, pageAnswered, uploadError } from '../failures.ts';
import { discard, type Http, isPage, PLAIN, readAnswer } from '../http.ts';
import { requestTransfer } from './send-on.ts';
import { askUploadOffset, readUploadOffset, type UploadOffset } from './upload-offset.ts';
import { createTransferWatch, type TransferWatch } from './watch.ts';

/** A cut upload is resumed at once when at least this much more arrived; otherwise it counts as a failure. */
const LEAST_GAIN_BYTES = 64 * 1024;
/** Largest piece. Even at 18 kB a second it is sent before the watch considers the transfer stalled. */
const LARGEST_PIECE_BYTES = 1024 * 1024;
const SMALLEST_PIECE_BYTES = 64 * 1024;
/**
 * Time for one piece, in milliseconds, below which pieces grow and above which they shrink: fast lines take few steps, slow lines still
 * show progress.
 */
const QUICK_MS = 50;
const SLOW_MS = 500;
/** Refusals of a part that the whole would meet as well: too large, or of a type that isn't accepted. */
const SAME_FOR_WHOLE: ReadonlySet<number> = new Set([413, 415]);
/** How often the storage may correct an offset that it gave before. */
const MOST_CORRECTIONS = 3;

export interface UploadRequest {
  readonly url: URL;
  readonly method: string;
  readonly contentType: string;
  readonly path: string;
  /** Hexadecimal SHA-256 of the file; null when it is not known. */
  readonly contentHash: string | null;
  /** An earlier attempt may have left a part of this content at the address. */
  readonly isBegun: boolean;
  /** The storage belongs to the built-in service, which understands digests from the first request. */
  readonly isOurs: boolean;
  /** `sentBytes` counts from the beginning of the file, wherever this attempt began. */
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
  /** More of the file is stored for good, however this attempt ends. */
  readonly onGained: () => void;
  /** The upload was cut and the storage cannot resume it: a new address would do just as well. */
  readonly onUnproven: () => void;
  readonly signal: AbortSignal;
}

/** The outcome of one request: everything is stored, or part of it, or the storage did not accept it as a continuation. */
type Sent = 'whole' | 'unproven' | UploadOffset;

/**
 * @throws CleartakeError uploadRefused, uploadNotAccepted, storageQuotaExceeded, unsafeAddress, redirectRefused, serviceUnreachable,
 * serviceFailed, serviceBusy,
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
  // A storage may refuse headers that its signature does not cover: they are sent only once it has proved that it understands them.
  const understands = from > 0 || upload.isOurs;
  watch.begins();
  try {
    const response = await requestTransfer(http, upload.url, {
      method: upload.method,
      headers: {
        ...PLAIN,
        'content-type': upload.contentType,
        'content-length': String(totalBytes - from),
        ...(from === 0 ? {} : { 'content-range': `bytes ${from}-${totalBytes - 1}/${totalBytes}` }),
        ...(understands && contentHash !== null ? { 'repr-digest': writeDigest(contentHash) } : {}),
      },
      body: () => asBody(piecesFrom(http, files, upload, watch, from, totalBytes)),
      // The watch limits the wait for the answer, by the desk's own clock.
      headersTimeout: 0,
      signal: watch.signal,
    });
    const offset = readUploadOffset(response.headers, totalBytes, contentHash);
    const status = response.statusCode;
    if (status >= 200 && status <= 299) {
      const digest = readDigest(response.headers['repr-digest']) ?? null;
      await discard(http, response);
      if (isPage(response)) throw pageAnswered('no storage');
      if (from > 0) return offset?.complete === true ? 'whole' : 'unproven';
      if (digest === null || contentHash === null || digest === contentHash) return 'whole';
      throw new CleartakeError('uploadRefused', { detail: 'the storage has something else' });
    }
    if ((status === UPLOAD_INCOMPLETE_STATUS || status === 409) && offset?.complete === false) {
      await discard(http, response);
      return offset;
    }
    const refusal = uploadError(await readAnswer(response, http.clock.now()));
    // Perhaps it only refuses the part, and takes the whole.
    const isOfPart = from > 0 && !SAME_FOR_WHOLE.has(status);
    if (isOfPart && (refusal.code === 'uploadRefused' || refusal.code === 'uploadNotAccepted')) return 'unproven';
    throw refusal;
  } catch (failure) {
    if (upload.signal.aborted) throw failure;
    throw networkError(failure);
  }
}

/**
 * undici accepts any async iterable and asks for the next piece once the last one is handed to the system, so nothing is copied or queued.
 * Its types name only streams.
 */
function asBody(pieces: AsyncIterable<Uint8Array>): Readable {
  return pieces as unknown as Readable;
}

/**
 * The file from an offset on, within the bandwidth limit, in pieces that suit the speed of the line. It never yields more than the
 * announced length.
 */
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

/** @param tookMs how long the last piece took, of at most `bytes` */
function nextPieceBytes(bytes: number, tookMs: number): number {
  if (tookMs <= QUICK_MS) return Math.min(LARGEST_PIECE_BYTES, bytes * 2);
  return tookMs >= SLOW_MS ? Math.max(SMALLEST_PIECE_BYTES, bytes / 2) : bytes;
}

function rethrowSource(failure: unknown): never {
  throw toSourceError(failure);
}
