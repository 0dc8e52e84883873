/** Looks at one entry of a folder without opening anything that could block: no pipe and no device is ever read. */

import path from 'node:path';
import {
  HEAD_BYTES,
  isAmbiguous,
  isTransportStream,
  looksLikeRecording,
} from '../../../../shared/domain/media-types.ts';
import type { FileFacts, Files } from '../../../platform/files/files.ts';

export type Entry = Awaited<ReturnType<Files['list']>>[number];

/** `facts` are null when the entry could not be examined. */
export interface Look {
  readonly facts: FileFacts | null;
  readonly realPath: string;
  /** Whether the content of an ambiguous name is a recording; true for all others. */
  readonly isStream: boolean;
  readonly failure: unknown;
}

const NOT_LOOKED_AT: Look = { facts: null, realPath: '', isStream: true, failure: null };

/** Never rejects. Folders are not examined. */
export async function lookAt(files: Files, folder: string, realFolder: string, entry: Entry): Promise<Look> {
  if (entry.isFolder) return NOT_LOOKED_AT;
  const file = path.join(folder, entry.name);
  try {
    const facts = await files.facts(file);
    // An entry that is no link is inside its folder.
    const realPath = entry.isLink === false ? path.join(realFolder, entry.name) : await realPathOf(files, file);
    const isStream = facts.kind !== 'file' || !isAmbiguous(entry.name) || (await hasStream(files, file));
    return { facts, realPath, isStream, failure: null };
  } catch (failure) {
    return { ...NOT_LOOKED_AT, failure };
  }
}

/** Whether a plain file found in a folder is a recording. */
export function isRecordingInFolder(name: string, isStream: boolean): boolean {
  return looksLikeRecording(name) && isStream;
}

/** The path with all links resolved; as it is when it can't be resolved. */
export function realPathOf(files: Files, file: string): Promise<string> {
  return files.realPath(file).catch(() => file);
}

/** An unreadable file counts as a recording: its row says what is wrong. */
async function hasStream(files: Files, file: string): Promise<boolean> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of files.read(file, 0, HEAD_BYTES)) pieces.push(piece.slice());
  } catch {
    return true;
  }
  return isTransportStream(Buffer.concat(pieces));
}
