/** Whether a recording's file still has the content that was scanned, however often it was touched. */

import type { FileFacts, Files } from '../../platform/files/files.ts';
import type { RecordingRow } from '../store/schema.ts';

/**
 * By size and time; where only the time differs, by content: copying tools, synchronization and `touch` change the time alone.
 * @param recording a content hash of null matches no other time
 * @returns the file's facts, whose time may be new; null for another content
 * @throws the system's error when the file can't be read
 */
export async function unchangedFacts(
  files: Pick<Files, 'facts' | 'hash'>,
  { bytes, contentHash, modifiedAt, path }: Pick<RecordingRow, 'bytes' | 'contentHash' | 'modifiedAt' | 'path'>,
  signal?: AbortSignal,
): Promise<FileFacts | null> {
  const facts = await files.facts(path);
  if (facts.bytes !== bytes) return null;
  if (facts.modifiedAt === modifiedAt) return facts;
  if (contentHash === null) return null;
  return (await files.hash(path, signal)) === contentHash ? facts : null;
}
