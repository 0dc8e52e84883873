/** Media over plain requests: peaks, samples by frame, tiles, files, uploads. One handler serves both transports. */

import { MEDIA_PATHS } from '../../../../shared/contract/page/media-addresses.ts';
import type { SavedText } from '../../../../shared/contract/system.ts';
import { CleartakeError, type ErrorCode, toCleartakeError } from '../../../../shared/domain/errors.ts';
import { contentTypeOf } from '../../../../shared/domain/media-types.ts';
import type { EngineRequests } from '../../../../shared/engine-api/messages.ts';
import type { LocatedTake } from '../../../core/features/listen/locate-take.ts';
import { toDiskError } from '../../../platform/files/file-errors.ts';
import { attachment } from '../../../platform/http/file-headers.ts';
import { answerFile } from './media-files.ts';
import { readPassage, readPcmWindow, readTileWindow, streamPcm } from './media-pcm.ts';

export interface MediaPorts {
  /** Null for an unknown take. */
  locateTake(take: string): LocatedTake | null;
  /** The output of a result, made first unless it is there. */
  savedFile?(take: string): Promise<{ readonly filePath: string; readonly fileName: string }>;
  /** The path of a take's waveform, made first if it is missing; null when there is nothing to make it of. */
  waveform?(take: string): Promise<string | null>;
  /** Frames at the original's own rate by which what a difference subtracts comes late. */
  lag?(difference: string): Promise<number>;
  /** Asks the listening engine, which handles one request at a time. */
  pcm(params: EngineRequests['pcm']['params']): Promise<Uint8Array>;
  tile(params: EngineRequests['tile']['params']): Promise<Uint8Array>;
  /** LUFS of a passage; null when it is not known. */
  loudness?(params: EngineRequests['loudness']['params']): Promise<number | null>;
  /** @param id null for all of the person's own; the answer is null for an unknown one */
  presetFile?(id: string | null): SavedText | null;
  /** The diagnostics file that the page was shown last; null before. */
  diagnosticsFile?(): SavedText | null;
  /** Streams a recording without a path into the library and returns its managed path. @param bytes from Content-Length, or null */
  receiveUpload(fileName: string, body: ReadableStream<Uint8Array>, bytes: number | null): Promise<string>;
}

export type MediaHandler = (request: Request) => Promise<Response>;

const LONGEST_NAME = 255;

/** The HTTP status of an error code; the message is in the body. */
const STATUSES: Partial<Record<ErrorCode, number>> = {
  notFound: 404,
  sourceMissing: 404,
  sourceUnreadable: 403,
  notPossibleNow: 409,
  sourceChanged: 409,
  nameTooLong: 400,
  mediaEmpty: 400,
  mediaNotRecognized: 415,
  mediaNoSound: 415,
  mediaUnsupported: 415,
  diskFull: 507,
};

/** Handles requests below `/media/`. A failure is JSON, `{code, userMessage}`, with the status of its code. */
export function createMediaHandler(ports: MediaPorts): MediaHandler {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const upload = pathname === MEDIA_PATHS.upload;
    const methods = upload ? ['POST'] : ['GET', 'HEAD'];
    if (!methods.includes(request.method))
      return new Response(null, { status: 405, headers: { allow: methods.join(', ') } });
    try {
      if (upload) return await receive(ports, request, searchParams);
      if (pathname === MEDIA_PATHS.presets) return answerText(ports.presetFile?.(searchParams.get('id')) ?? null);
      if (pathname === MEDIA_PATHS.diagnostics) return answerText(ports.diagnosticsFile?.() ?? null);
      const take = searchParams.get('take');
      if (pathname === MEDIA_PATHS.save) return await answerSaved(ports, request, take ?? '');
      const files = take === null ? null : ports.locateTake(take);
      if (files === null) return refusal(new CleartakeError('notFound'));
      const asked = { ports, request, query: searchParams, files, take: take ?? '' };
      if (pathname === MEDIA_PATHS.pcm) return await samples(asked);
      if (pathname === MEDIA_PATHS.tile) return await tile(asked);
      if (pathname === MEDIA_PATHS.loudness) return await loudness(asked);
      const isDifference = files.minus !== undefined;
      if (isDifference && pathname !== MEDIA_PATHS.peaks) return refusal(new CleartakeError('notFound'));
      switch (pathname) {
        case MEDIA_PATHS.peaks:
          return await answerPeaks(ports, request, take ?? '', files.peaksPath);
        case MEDIA_PATHS.file:
          return await answerFile(request, present(files.filePath), headersOfFile(files.fileName));
        default:
          return refusal(new CleartakeError('notFound'));
      }
    } catch (failure) {
      return refusal(failure);
    }
  };
}

function answerText(file: SavedText | null): Response {
  if (file === null) return refusal(new CleartakeError('notFound'));
  const headers = { 'content-type': 'application/json', 'content-disposition': attachment(file.fileName) };
  return new Response(file.text, { headers: { ...headers, 'cache-control': 'no-store' } });
}

async function answerSaved(ports: MediaPorts, request: Request, take: string): Promise<Response> {
  if (ports.savedFile === undefined) return refusal(new CleartakeError('notFound'));
  const { fileName, filePath } = await ports.savedFile(take);
  return await answerFile(request, filePath, headersOfFile(fileName));
}

async function answerPeaks(ports: MediaPorts, request: Request, take: string, peaksPath: string | null) {
  const file = peaksPath ?? (await ports.waveform?.(take)) ?? null;
  return await answerFile(request, present(file), { 'content-type': 'application/octet-stream' });
}

function headersOfFile(fileName: string): Record<string, string> {
  return { 'content-type': contentTypeOf(fileName), 'content-disposition': attachment(fileName) };
}

interface AskedOfTake {
  readonly ports: MediaPorts;
  readonly request: Request;
  readonly query: URLSearchParams;
  readonly files: LocatedTake;
  readonly take: string;
}

async function samples(asked: AskedOfTake): Promise<Response> {
  const { ports, request, query } = asked;
  const window = readPcmWindow(query);
  if (window === null) return badAddress('from, frames and rate must be whole numbers within their limits');
  const headers = SAMPLE_HEADERS;
  const recordings = await recordingsOf(asked);
  if (request.method === 'HEAD') return new Response(null, { headers });
  const ask = (fromFrame: number, frames: number) =>
    ports.pcm({ ...recordings, sampleRate: window.sampleRate, fromFrame, frames });
  const { body, bytes } = await streamPcm(window, ask, request.signal);
  return new Response(body, { headers: { ...headers, 'content-length': String(bytes) } });
}

async function tile(asked: AskedOfTake): Promise<Response> {
  const { files, ports, request, query } = asked;
  const window = readTileWindow(query);
  if (window === null) return badAddress('from, frames, rate, columns, rows and scale must be within their limits');
  const recordings = await recordingsOf(asked);
  if (request.method === 'HEAD') return new Response(null, { headers: SAMPLE_HEADERS });
  const scanned = files.minus === undefined ? {} : { differenceIndexPath: files.minus.differenceIndexPath };
  const levels = await ports.tile({ ...recordings, ...scanned, ...window });
  return new Response(new Uint8Array(levels), { headers: SAMPLE_HEADERS });
}

async function loudness(asked: AskedOfTake): Promise<Response> {
  const { ports, request, query } = asked;
  const passage = readPassage(query);
  if (passage === null) return badAddress('from, frames and rate must be whole numbers within their limits');
  const headers = { 'cache-control': 'no-store' };
  if (request.method === 'HEAD') return new Response(null, { headers });
  return Response.json(
    { loudness: (await ports.loudness?.({ ...(await recordingsOf(asked)), ...passage })) ?? null },
    { headers },
  );
}

const SAMPLE_HEADERS = { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' };

async function recordingsOf({ files, ports, take }: AskedOfTake) {
  const { filePath, indexPath, minus } = files;
  const path = present(filePath);
  if (minus === undefined) return { path, indexPath };
  const taken = { path: present(minus.filePath), indexPath: minus.indexPath };
  return { path, indexPath, minus: { ...taken, lag: (await ports.lag?.(take)) ?? 0 } };
}

async function receive(ports: MediaPorts, request: Request, query: URLSearchParams): Promise<Response> {
  const name = displayName(query.get('name') ?? '');
  if (name === null) return badAddress('the name of the recording is missing or too long');
  if (request.body === null) throw new CleartakeError('mediaEmpty');
  const announced = request.headers.get('content-length');
  const bytes = announced === null ? null : Number(announced);
  return Response.json({
    path: await ports.receiveUpload(name, request.body, Number.isSafeInteger(bytes) ? bytes : null),
  });
}

/** Absolute and drive-relative names: only their last segment is used. */
const NOT_RELATIVE = /^[/\\]|^[a-z]:|\\|(^|\/)\.\.(\/|$)/i;

/**
 * The recording's name from the page, with the folders it was dropped in. It is for display only and never decides where the file
 * is stored.
 * @returns null when no usable name remains
 */
function displayName(text: string): string | null {
  const clean = text.toWellFormed().replaceAll('\0', '');
  const parts = clean.split(/[/\\]/).map((part) => part.trim());
  const kept = NOT_RELATIVE.test(clean) ? parts.slice(-1) : parts.filter((part) => part !== '' && part !== '.');
  const isUsable = kept.every((part) => part !== '' && !/^\.+$/.test(part) && Buffer.byteLength(part) <= LONGEST_NAME);
  return kept.length > 0 && isUsable ? kept.join('/') : null;
}

function present(path: string | null): string {
  if (path === null) throw new CleartakeError('sourceMissing');
  return path;
}

function badAddress(detail: string): Response {
  return refusal(new CleartakeError('notPossibleNow', { detail }), 400);
}

function refusal(failure: unknown, status?: number): Response {
  const { code, userMessage } = toCleartakeError(toDiskError(failure));
  return Response.json({ code, userMessage }, { status: status ?? STATUSES[code] ?? 500 });
}
