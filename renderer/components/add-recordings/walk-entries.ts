/** Finds the files in a drop, folders included, with names relative to what was dropped. */

import { createFolderCounts, type LeftOut } from '../../../shared/domain/left-out.ts';
import { HEAD_BYTES, isAmbiguous, isTransportStream, looksLikeRecording } from '../../../shared/domain/media-types.ts';
import { compareNames, comparePaths } from '../../../shared/domain/name-order.ts';
import { ADD } from './strings.ts';

export interface FoundFile {
  readonly file: File;
  /** `Season 1/interview.wav`, or just the name for a single file. */
  readonly name: string;
}

/** The part of the File and Directory Entries API that this module uses. */
export interface EntryLike {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly name: string;
  file?(resolve: (file: File) => void, reject: (error: unknown) => void): void;
  createReader?(): { readEntries(resolve: (entries: EntryLike[]) => void, reject: (error: unknown) => void): void };
}

export interface Walked {
  readonly found: readonly FoundFile[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Takes every file that was dropped directly, but from folders only recordings, as the desk does with paths; the rest is counted for each
 * folder, and what can't be read is named.
 */
export async function walkEntries(entries: readonly EntryLike[]): Promise<Walked> {
  const found: FoundFile[] = [];
  const leftOut: LeftOut[] = [];
  const counts = createFolderCounts();

  async function visit(entry: EntryLike, folder: string): Promise<void> {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const inFolder = folder !== '';
    try {
      if (inFolder && (entry.name.startsWith('.') || (entry.isFile && !looksLikeRecording(entry.name)))) {
        counts.add(entry.name);
      } else if (entry.isDirectory) {
        for (const child of await childrenOf(entry)) await visit(child, name);
      } else {
        const file = await fileOf(entry);
        if (!inFolder || (await isRecording(file))) found.push({ file, name });
        else counts.add(entry.name);
      }
    } catch {
      leftOut.push({ path: name, kind: 'unreadable', reason: ADD.failedReason });
    }
  }

  for (const entry of entries) {
    await visit(entry, '');
    leftOut.push(...counts.end(entry.name));
  }
  return { found, leftOut };
}

async function isRecording(file: File): Promise<boolean> {
  if (!isAmbiguous(file.name)) return true;
  return isTransportStream(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
}

/** Natural order: folder by folder, `take 2` before `take 10`. */
export function entriesInNameOrder(files: readonly FoundFile[]): readonly FoundFile[] {
  return [...files].sort((one, other) => comparePaths(one.name, other.name));
}

/** Files of an `<input>`. A folder input gives names relative to the chosen folder. */
export function droppedFiles(list: FileList | readonly File[]): Walked {
  const all = [...list].map((file) => ({ file, name: file.webkitRelativePath || file.name }));
  const found: FoundFile[] = [];
  const counts = createFolderCounts();
  for (const one of all) {
    // A hidden folder counts by its name, as the desk counts it, but once for each file in it.
    const hidden = one.name.split('/').find((part, index) => index > 0 && part.startsWith('.'));
    if (!one.name.includes('/') || (hidden === undefined && looksLikeRecording(one.file.name))) found.push(one);
    else counts.add(hidden ?? one.file.name);
  }
  return { found, leftOut: counts.end(all[0]?.name.split('/')[0] ?? '') };
}

function fileOf(entry: EntryLike): Promise<File> {
  return new Promise((resolve, reject) => entry.file?.(resolve, reject));
}

/** `readEntries` returns at most a hundred entries per call, and none at the end. */
async function childrenOf(entry: EntryLike): Promise<readonly EntryLike[]> {
  const reader = entry.createReader?.();
  if (reader === undefined) return [];
  const children: EntryLike[] = [];
  for (;;) {
    const portion = await new Promise<EntryLike[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return children.sort((one, other) => compareNames(one.name, other.name));
    children.push(...portion);
  }
}
