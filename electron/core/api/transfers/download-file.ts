/** Downloads to a temporary file. Resumes after a cut, and with a new link when one expired. Sends no credentials. */

import type { Dispatcher } from 'undici';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { toDiskError } from '../../../platform/files/file-errors.ts';
import type { Files } from '../../../platform/files/files.ts';
import { answerError, networkError, pageAnswered, readRetryAfter } from '../failures.ts';
import { close, discard, type Http, isPage, isPlain, PLAIN } from '../http.ts';
import { requireSpace } from './disk-space.ts';
import { describeContent, fitsAfter, lengthBeyond } from './download-answer.ts';
import { linkExpiry } from './link-expiry.ts';
import { openPartialFile, PART_BYTES, type PartialFile } from './partial-file.ts';
import { requestTransfer } from './send-on.ts';
import { createTransferWatch, type TransferWatch } from './watch.ts';

/** A cut download is resumed at once when at least this much arrived; otherwise it counts as a failure. */
const LEAST_GAIN_BYTES = 64 * 1024;
/** New links in a row without receiving anything. */
const MOST_RENEWALS = 3;
/** How often the content may change during one download. */
const MOST_RESTARTS = 3;
/** A link is renewed when it expires within this time, in milliseconds. */
const LINK_MARGIN_MS = 30_000;
/** When the length is unknown, free space is checked again after this many bytes. */
const SPACE_STEP_BYTES = 32 * 1024 * 1024;

export interface DownloadRequest {
  readonly url: URL;
  /** A new link to the same content. */
  readonly renew: () => Promise<URL>;
  /** A temporary file; its folder must exist. A part that an earlier attempt left is continued. */
  readonly path: string;
  /** Names the content: a part on disk is continued only if it has the same identity. */
  readonly identity: string;
  /** More bytes than this cannot be the expected content. */
  readonly mostBytes: number;
  readonly onProgress: (receivedBytes: number, totalBytes: number | null) => void;
  /** More of the file is safely on disk, however this attempt ends. */
  readonly onGained: () => void;
  readonly signal: AbortSignal;
}

export interface Received {
  readonly bytes: number;
  /** Hexadecimal SHA-256 from the server; null when it gave none. */
  readonly sha256: string | null;
}

/**
 * Downloads a file. After a failure the part received stays for the next attempt.
 * @throws CleartakeError linkExpired, downloadDamaged, serviceUnreachable, serviceAnswerUnreadable, unsafeAddress, redirectRefused, diskFull
 */
export async function downloadFile(http: Http, files: Files, download: DownloadRequest): Promise<Received> {
  const { signal } = download;
  const partial = await openPartialFile(files, download.path, download.identity).catch(asDiskError);
  const watch = createTransferWatch(http.clock, signal);
  let link = createLink(download.url, http.clock.now());
  let renewals = 0;
  let restarts = 0;
  try {
    for (let outcome: Outcome = wholeOrCut(partial); outcome !== 'whole'; ) {
      const before = partial.bytes;
      try {
        if (link.isExpiring(http.clock.now())) throw new CleartakeError('linkExpired', { detail: 'by its own word' });
        outcome = await fetchRest(http, files, download, link.url, partial, watch);
        restarts += outcome === 'misfit' ? 1 : 0;
        if (restarts > MOST_RESTARTS)
          throw new CleartakeError('downloadDamaged', { detail: 'it changes all the time' });
      } catch (failure) {
        if (signal.aborted) throw failure;
        watch.pauses();
        const isKept = partial.about !== null && partial.about.validator !== null;
        const hasGained = isKept && partial.bytes >= before + LEAST_GAIN_BYTES;
        if (hasGained) {
          renewals = 0;
          download.onGained();
        }
        const code = failure instanceof CleartakeError ? failure.code : null;
        if (code === 'linkExpired' && renewals < MOST_RENEWALS) {
          renewals += 1;
          link = createLink(await download.renew(), http.clock.now());
        } else if (code !== 'serviceUnreachable' || !hasGained || watch.isOver) throw failure;
      }
    }
    // Less than a part is quickly fetched again, and the caller flushes the file when it renames it.
    await (partial.bytes > PART_BYTES ? partial.keep() : partial.writeOut()).catch(asDiskError);
    return { bytes: partial.bytes, sha256: partial.about?.sha256 ?? null };
  } catch (failure) {
    await partial.keep().catch(() => undefined);
    throw failure;
  } finally {
    watch.end();
    await partial.close();
  }
}

/** `misfit`: the server's content differs from the part on disk. */
type Outcome = 'whole' | 'cut' | 'misfit';

function wholeOrCut(partial: PartialFile): Outcome {
  return partial.bytes > 0 && partial.bytes === partial.about?.totalBytes ? 'whole' : 'cut';
}

/** If a link looks expired on arrival, this computer's clock is wrong: its expiry then says nothing. */
function createLink(url: URL, now: number): { readonly url: URL; isExpiring(now: number): boolean } {
  const expiry = linkExpiry(url);
  const limit = expiry === null || expiry - LINK_MARGIN_MS <= now ? Number.POSITIVE_INFINITY : expiry - LINK_MARGIN_MS;
  return { url, isExpiring: (moment) => moment >= limit };
}

/** One request: for the rest of the part on disk, or for everything. */
async function fetchRest(
  http: Http,
  files: Files,
  download: DownloadRequest,
  url: URL,
  partial: PartialFile,
  watch: TransferWatch,
): Promise<Outcome> {
  const validator = partial.bytes > 0 ? (partial.about?.validator ?? null) : null;
  watch.begins();
  try {
    const response = await requestTransfer(http, url, {
      method: 'GET',
      headers: {
        ...PLAIN,
        ...(validator === null ? {} : { range: `bytes=${partial.bytes}-`, 'if-range': validator }),
      },
      signal: watch.signal,
    });
    const { statusCode: status } = response;
    if (validator !== null && status === 416) {
      await discard(http, response);
      return await judgeBeyond(partial, response);
    }
    if (status < 300 && isPage(response)) {
      await discard(http, response);
      throw pageAnswered('no file');
    }
    if (validator !== null && status === 206 && !fitsAfter(response.headers, partial)) {
      close(response);
      return await beginAnew(partial);
    }
    if (status !== 200 && (status !== 206 || validator === null)) {
      await discard(http, response);
      throw refusalOf(response, http.clock.now());
    }
    await receive(http, files, download, response, partial, watch);
    return 'whole';
  } catch (failure) {
    if (download.signal.aborted) throw failure;
    const error = toDiskError(failure);
    throw error === failure ? networkError(failure) : error;
  }
}

/** The server has no bytes beyond the part on disk: it is complete, or it is something else. */
async function judgeBeyond(partial: PartialFile, response: Dispatcher.ResponseData): Promise<Outcome> {
  return lengthBeyond(response.headers) === partial.bytes ? 'whole' : beginAnew(partial);
}

async function beginAnew(partial: PartialFile): Promise<Outcome> {
  const identity = partial.about?.identity ?? '';
  await partial.restart({ identity, validator: null, totalBytes: null, sha256: null });
  return 'misfit';
}

function refusalOf({ statusCode: status, headers }: Dispatcher.ResponseData, now: number): CleartakeError {
  const detail = `download answered ${status}`;
  if ([401, 403, 404, 410].includes(status)) return new CleartakeError('linkExpired', { detail });
  if (status < 300) return new CleartakeError('serviceAnswerUnreadable', { detail });
  const retryAfter = headers['retry-after'];
  const wait = readRetryAfter(typeof retryAfter === 'string' ? retryAfter : undefined, now);
  return answerError({ status, body: null, retryAfterMs: wait });
}

async function receive(
  http: Http,
  files: Files,
  download: DownloadRequest,
  response: Dispatcher.ResponseData,
  partial: PartialFile,
  watch: TransferWatch,
): Promise<void> {
  try {
    if (!isPlain(response)) throw new CleartakeError('serviceAnswerUnreadable', { detail: 'the download is packed' });
    if (response.statusCode === 200) await partial.restart(describeContent(response.headers, download.identity));
    const totalBytes = partial.about?.totalBytes ?? null;
    refuseTooLong(totalBytes ?? 0, download);
    await requireSpace(
      files,
      download.path,
      (totalBytes ?? SPACE_STEP_BYTES) - (totalBytes === null ? 0 : partial.bytes),
    );
    let spaceUntil = partial.bytes + SPACE_STEP_BYTES;
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      watch.moved(chunk.length);
      const wait = http.downloads.take(chunk.length, watch.signal);
      if (wait !== null) await watch.excuse(wait);
      refuseTooLong(partial.bytes + chunk.length, download);
      if (totalBytes === null && partial.bytes >= spaceUntil) {
        await requireSpace(files, download.path, SPACE_STEP_BYTES);
        spaceUntil += SPACE_STEP_BYTES;
      }
      await partial.append(chunk);
      download.onProgress(partial.bytes, totalBytes);
    }
    if (totalBytes !== null && partial.bytes !== totalBytes) {
      throw new CleartakeError('serviceUnreachable', { detail: `${partial.bytes} of ${totalBytes} bytes` });
    }
  } catch (failure) {
    close(response);
    throw failure;
  }
}

/** @throws CleartakeError downloadDamaged */
function refuseTooLong(bytes: number, { mostBytes }: DownloadRequest): void {
  if (bytes > mostBytes) throw new CleartakeError('downloadDamaged', { detail: `more than ${mostBytes} bytes` });
}

function asDiskError(failure: unknown): never {
  throw toDiskError(failure);
}
