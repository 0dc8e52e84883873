/** What a recording is, told from its headers. */

import type { MediaInfo } from '../../../shared/engine-api/messages.ts';
import { openRecording } from './source-file.ts';

/** @throws CleartakeError as openRecording does */
export async function probe(path: string): Promise<MediaInfo> {
  const reader = openRecording(path);
  try {
    return reader.info;
  } finally {
    reader.close();
  }
}
