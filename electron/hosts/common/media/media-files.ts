/** A file as an HTTP response (RFC 9110): ranges, validators, a name for saving, backpressure. */

import { type FileHandle, open } from 'node:fs/promises';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { toSourceError } from '../../../platform/files/file-errors.ts';
import { type RequestedRange, readRange } from '../../../platform/http/byte-ranges.ts';
import { matchesTag } from '../../../platform/http/file-headers.ts';

const CHUNK_BYTES = 256 * 1024;

/**
 * Answers GET or HEAD for one file: 200, 206, 304 or 416.
 * @param headers headers of this file, for example its type
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
    // Not by its modification time: outputs have that of their recording.
    const tag = `"${stats.ino.toString(36)}-${stats.size.toString(36)}-${Math.round(stats.ctimeMs).toString(36)}"`;
    const common = { ...headers, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache', etag: tag };
    if (matchesTag(request.headers.get('if-none-match'), tag))
      return new Response(null, { status: 304, headers: common });
    const range = requestedRange(request, tag, stats.size);
    if (range.kind === 'unsatisfiable') {
      return new Response(null, { status: 416, headers: { ...common, 'content-range': `bytes */${stats.size}` } });
    }
    const { first, last } = range.kind === 'part' ? range : { first: 0, last: stats.size - 1 };
    const length = last - first + 1;
    const answer = {
      status: range.kind === 'whole' ? 200 : 206,
      headers: {
        ...common,
        'content-length': String(length),
        ...(range.kind === 'whole' ? {} : { 'content-range': `bytes ${first}-${last}/${stats.size}` }),
      },
    };
    if (request.method === 'HEAD') return new Response(null, answer);
    streaming = true;
    return new Response(streamFile(file, first, length), answer);
  } finally {
    if (!streaming) await file.close();
  }
}

async function openFile(filePath: string): Promise<FileHandle> {
  try {
    return await open(filePath, 'r');
  } catch (failure) {
    throw toSourceError(failure);
  }
}

/** The requested range of this file. As `If-Range` only the entity tag counts: a date is too weak to join parts. */
function requestedRange({ headers }: Request, tag: string, size: number): RequestedRange {
  const condition = headers.get('if-range');
  return condition === null || condition === tag ? readRange(headers.get('range'), size) : { kind: 'whole' };
}

/** Reads on demand, never ahead: a paused download keeps one file open and uses no memory. */
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
