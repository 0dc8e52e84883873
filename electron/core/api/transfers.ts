/** Uploads and downloads: streamed, without credentials, never across a redirect, watched for stalls. */

import { Readable } from 'node:stream';
import { request } from 'undici';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isErrno } from '../../platform/atomic-files.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Files } from '../../platform/files.ts';
import { createAlarm } from '../../platform/timers.ts';
import { answerError, networkError, uploadError } from './failures.ts';
import { type Http, readAnswer } from './http.ts';

/** A transfer that moves nothing for this long has stalled. */
const STALL_MS = 60_000;
/** How long a server may take to answer once it has the whole upload. */
const UPLOAD_ANSWER_MS = 10 * 60_000;

export interface UploadRequest {
  readonly url: URL;
  readonly method: string;
  readonly contentType: string;
  readonly path: string;
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
  readonly signal: AbortSignal;
}

/** @throws CleartakeError uploadRefused, storageQuotaExceeded, serviceUnreachable, sourceMissing, sourceUnreadable */
export async function uploadFile(http: Http, files: Files, upload: UploadRequest): Promise<void> {
  const totalBytes = (await files.facts(upload.path).catch(rethrowSource)).bytes;
  const stall = stallWatch(http.clock, upload.signal);
  async function* body(): AsyncGenerator<Uint8Array> {
    let sentBytes = 0;
    try {
      for await (const chunk of files.read(upload.path)) {
        stall.touch();
        yield chunk;
        sentBytes += chunk.length;
        upload.onProgress(sentBytes, totalBytes);
      }
      // From here the server may think for as long as the answer's own limit allows.
      stall.allow(UPLOAD_ANSWER_MS);
    } catch (failure) {
      rethrowSource(failure);
    }
  }
  try {
    const response = await request(upload.url, {
      method: upload.method.toUpperCase() as 'PUT',
      dispatcher: http.pool,
      headers: { 'content-type': upload.contentType, 'content-length': String(totalBytes) },
      body: Readable.from(body(), { objectMode: false }),
      headersTimeout: 0,
      signal: stall.signal,
    });
    if (response.statusCode < 200 || response.statusCode > 299) {
      throw uploadError(await readAnswer(response, http.clock.now()));
    }
    await response.body.dump();
  } catch (failure) {
    if (upload.signal.aborted) throw failure;
    throw networkError(failure);
  } finally {
    stall.end();
  }
}

export interface DownloadRequest {
  readonly url: URL;
  /** A temporary file; replaced. */
  readonly path: string;
  readonly onProgress: (receivedBytes: number, totalBytes: number | null) => void;
  readonly signal: AbortSignal;
}

/**
 * Downloads to a file and flushes it; the length is checked against what the server declared.
 * @returns bytes written
 * @throws CleartakeError linkExpired, downloadDamaged, serviceUnreachable, diskFull
 */
export async function downloadFile(http: Http, files: Files, download: DownloadRequest): Promise<number> {
  const file = await files.write(download.path);
  const stall = stallWatch(http.clock, download.signal);
  try {
    const response = await request(download.url, { method: 'GET', dispatcher: http.pool, signal: stall.signal });
    if (response.statusCode !== 200) {
      await response.body.dump();
      if ([401, 403, 404, 410].includes(response.statusCode)) {
        throw new CleartakeError('linkExpired', { detail: `download answered ${response.statusCode}` });
      }
      throw answerError({ status: response.statusCode, body: null, retryAfterMs: null });
    }
    const declared = Number(response.headers['content-length'] ?? Number.NaN);
    const totalBytes = Number.isSafeInteger(declared) ? declared : null;
    let receivedBytes = 0;
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      stall.touch();
      await file.write(chunk);
      receivedBytes += chunk.length;
      download.onProgress(receivedBytes, totalBytes);
    }
    if (totalBytes !== null && receivedBytes !== totalBytes) {
      throw new CleartakeError('downloadDamaged', { detail: `${receivedBytes} of ${totalBytes} bytes` });
    }
    await file.sync();
    return receivedBytes;
  } catch (failure) {
    if (download.signal.aborted) throw failure;
    if (isErrno(failure, 'ENOSPC', 'EDQUOT')) throw new CleartakeError('diskFull', { cause: failure });
    throw networkError(failure);
  } finally {
    stall.end();
    await file.close();
  }
}

interface StallWatch {
  readonly signal: AbortSignal;
  touch(): void;
  /** Lets the other side be silent for longer, once. */
  allow(milliseconds: number): void;
  end(): void;
}

function stallWatch(clock: Clock, signal: AbortSignal): StallWatch {
  const controller = new AbortController();
  const stalled = () => controller.abort(new CleartakeError('serviceUnreachable', { detail: 'the transfer stalled' }));
  const alarm = createAlarm(clock, stalled);
  alarm.set(STALL_MS);
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    touch: () => alarm.set(STALL_MS),
    allow: (milliseconds) => alarm.set(milliseconds),
    end: () => alarm.set(null),
  };
}

function rethrowSource(failure: unknown): never {
  if (isErrno(failure, 'ENOENT', 'ENOTDIR')) throw new CleartakeError('sourceMissing', { cause: failure });
  if (isErrno(failure, 'EACCES', 'EPERM')) throw new CleartakeError('sourceUnreadable', { cause: failure });
  throw failure;
}
