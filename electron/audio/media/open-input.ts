/** Opens media files for reading. No other module does. */

import { Dictionary, FormatContext } from 'node-av/lib';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { SAFE_INPUT } from './codecs/allowed.ts';
import { soundExtent } from './codecs/audio-extent.ts';
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
    checked(format.openInputSync(inputUrl(path), null, options), 'open');
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

function inputUrl(path: string): string {
  const extent = soundExtent(path);
  return extent === null ? fileUrl(path) : `subfile,,start,0,end,${extent},,:${fileUrl(path)}`;
}
