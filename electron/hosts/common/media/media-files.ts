/** A file as an HTTP answer: ranges, validators, a name to save it under, read only as fast as it is taken (RFC 9110). */

import { type FileHandle, open } from 'node:fs/promises';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { isErrno } from '../../../platform/files/atomic-files.ts';

const CHUNK_BYTES = 256 * 1024;

interface ByteRange {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

/**
 * Answers GET or HEAD for one file: 200, 206, 304 or 416.
 * @param headers what is special to this file, its type for one
 * @throws CleartakeError `sourceMissing`, `sourceUnreadable`
 */
export async function answerFile(
  request: Request,
  filePath: string,
  headers: Record<string, string>,
): Promise<Response> {
  const file = await openFile(filePath);
  let streaming = false;
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new CleartakeError('sourceMissing', { detail: filePath });
    const tag = `"${stats.ino.toString(36)}-${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}"`;
    const common = { ...headers, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache', etag: tag };
    if (matches(request.headers.get('if-none-match'), tag)) return new Response(null, { status: 304, headers: common });
    const range = wantedRange(request, tag, stats.size);
    if (range === 'unsatisfiable') {
      return new Response(null, { status: 416, headers: { ...common, 'content-range': `bytes */${stats.size}` } });
    }
    const { first, last } = range ?? { first: 0, last: stats.size - 1 };
    const length = last - first + 1;
    const answer = {
      status: range === null ? 200 : 206,
      headers: {
        ...common,
        'content-length': String(length),
        ...(range === null ? {} : { 'content-range': `bytes ${first}-${last}/${stats.size}` }),
      },
    };
    if (request.method === 'HEAD') return new Response(null, answer);
    streaming = true;
    return new Response(streamFile(file, first, length), answer);
  } finally {
    if (!streaming) await file.close();
  }
}

/** `Content-Disposition` for saving under a name: RFC 6266, with the exact name in the form of RFC 8187. */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

async function openFile(filePath: string): Promise<FileHandle> {
  try {
    return await open(filePath, 'r');
  } catch (failure) {
    if (isErrno(failure, 'ENOENT', 'ENOTDIR')) throw new CleartakeError('sourceMissing', { cause: failure });
    if (isErrno(failure, 'EACCES', 'EPERM')) throw new CleartakeError('sourceUnreadable', { cause: failure });
    throw failure;
  }
}

function matches(header: string | null, tag: string): boolean {
  if (header === null) return false;
  return header === '*' || header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}

/**
 * One range is answered. Several, other units and malformed ones are passed over, as the RFC allows: the whole file is
 * sent. @returns null for the whole file
 */
function wantedRange(request: Request, tag: string, size: number): ByteRange | 'unsatisfiable' | null {
  const header = request.headers.get('range');
  const condition = request.headers.get('if-range');
  // A date as condition never matches: only the tag is strong enough to join parts by.
  if (header === null || (condition !== null && condition !== tag)) return null;
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  const from = parts?.[1] ?? '';
  const to = parts?.[2] ?? '';
  if (from === '' && to === '') return null;
  if (from === '') {
    const suffix = Math.min(Number(to), size);
    return suffix === 0 ? 'unsatisfiable' : { first: size - suffix, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= size ? 'unsatisfiable' : { first, last };
}

/** Reads when the other side takes, never ahead: a paused download keeps one file open and no memory. */
function streamFile(file: FileHandle, start: number, length: number): ReadableStream<Uint8Array> {
  let position = start;
  let left = length;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const chunk = new Uint8Array(Math.min(CHUNK_BYTES, left));
          const { bytesRead } = left === 0 ? { bytesRead: 0 } : await file.read(chunk, 0, chunk.length, position);
          if (left > 0 && bytesRead === 0) throw new CleartakeError('sourceChanged', { detail: 'shorter than it was' });
          position += bytesRead;
          left -= bytesRead;
          if (bytesRead > 0) controller.enqueue(chunk.subarray(0, bytesRead));
          if (left > 0) return;
          controller.close();
        } catch (failure) {
          controller.error(failure);
        }
        await file.close();
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
}
