/** Opens media files for reading. No other module does. */

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { AVERROR_EIO, AVSEEK_CUR, AVSEEK_END, AVSEEK_SIZE } from 'node-av/constants';
import { Dictionary, FormatContext, IOContext } from 'node-av/lib';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { SAFE_INPUT } from './codecs/allowed.ts';
import { soundExtent } from './codecs/audio-extent.ts';
import { type Patch, understatedHeader } from './codecs/understated.ts';
import { requireDisk, requireEnds } from './disk-failures.ts';
import { checked, fileUrl } from './node-av.ts';

/** Bytes. WAV has no packets of its own, and with FFmpeg's small default the overhead of each costs more than its samples. */
const WAV_PACKETS = { max_size: '32768' };

/**
 * The caller closes it.
 * @param search options for how far FFmpeg probes the file
 * @throws CleartakeError mediaNotRecognized; diskFailed and the like when the system can't read the file
 */
export function openInput(path: string, search: Readonly<Record<string, string>> = {}): FormatContext {
  const format = new FormatContext();
  const options = Dictionary.fromObject({ ...SAFE_INPUT, ...WAV_PACKETS, ...search });
  try {
    const understated = understatedHeader(path);
    if (understated !== null) readPatched(format, path, understated.patches);
    checked(format.openInputSync(understated === null ? inputUrl(path) : fileUrl(path), null, options), 'open');
    const found = format.findStreamInfoSync();
    requireDisk(format, path);
    checked(found, 'find streams');
    return format;
  } catch (failure) {
    format.closeInputSync();
    if (failure instanceof CleartakeError) throw failure;
    requireEnds(path);
    throw new CleartakeError('mediaNotRecognized', { detail: String(failure), cause: failure });
  } finally {
    options.free();
  }
}

const PATCHED_BYTES = 256 * 1024;
/** FFmpeg's reader of a file is needed as long as its format. */
const patchedReaders = new WeakMap<FormatContext, IOContext>();

/** Makes FFmpeg see other bytes at some places of the file. */
function readPatched(format: FormatContext, path: string, patches: readonly Patch[]): void {
  let position = 0;
  const reader = new IOContext();
  const read = (wanted: number): Buffer | number | null => {
    const bytes = Buffer.alloc(wanted);
    try {
      // Opened each time: nothing tells when the format is closed.
      const file = openSync(path, 'r');
      try {
        const piece = bytes.subarray(0, readSync(file, bytes, 0, wanted, position));
        for (const patch of patches) patchPiece(piece, position, patch);
        position += piece.length;
        return piece.length === 0 ? null : piece;
      } finally {
        closeSync(file);
      }
    } catch (failure) {
      return (failure as NodeJS.ErrnoException).errno ?? AVERROR_EIO;
    }
  };
  const seek = (offset: bigint, whence: number): bigint => {
    const size = statSync(path).size;
    if (whence === AVSEEK_SIZE) return BigInt(size);
    const from = whence === AVSEEK_CUR ? position : whence === AVSEEK_END ? size : 0;
    position = from + Number(offset);
    return BigInt(position);
  };
  reader.allocContextWithCallbacks(PATCHED_BYTES, 0, read, null, seek);
  format.allocContext();
  format.pb = reader;
  patchedReaders.set(format, reader);
}

function patchPiece(piece: Buffer, position: number, { at, bytes }: Patch): void {
  for (const [index, byte] of bytes.entries()) {
    const place = at + index - position;
    if (place >= 0 && place < piece.length) piece[place] = byte;
  }
}

function inputUrl(path: string): string {
  const extent = soundExtent(path);
  return extent === null ? fileUrl(path) : `subfile,,start,0,end,${extent},,:${fileUrl(path)}`;
}
