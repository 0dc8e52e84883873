/** Opens a media file to be read. The only place where one is. */

import { Dictionary, FormatContext } from 'node-av/lib';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { SAFE_INPUT } from './codecs/allowed.ts';
import { soundExtent } from './codecs/audio-extent.ts';
import { checked, fileUrl } from './node-av.ts';

/** Bytes. WAV has no packets of its own: with FFmpeg's small ones, reading costs more for their number than for their samples. */
const WAV_PACKETS = { max_size: '32768' };

/**
 * The caller closes it.
 * @param search options for how far FFmpeg looks before it says what is in the file
 * @throws CleartakeError mediaNotRecognized, whatever the reason
 */
export function openInput(path: string, search: Readonly<Record<string, string>> = {}): FormatContext {
  const format = new FormatContext();
  const options = Dictionary.fromObject({ ...SAFE_INPUT, ...WAV_PACKETS, ...search });
  try {
    checked(format.openInputSync(inputUrl(path), null, options), 'open');
    checked(format.findStreamInfoSync(), 'find streams');
    return format;
  } catch (failure) {
    format.closeInputSync();
    throw new CleartakeError('mediaNotRecognized', { detail: String(failure), cause: failure });
  } finally {
    options.free();
  }
}

function inputUrl(path: string): string {
  const extent = soundExtent(path);
  return extent === null ? fileUrl(path) : `subfile,,start,0,end,${extent},,:${fileUrl(path)}`;
}
