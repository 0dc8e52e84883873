/** Finds the files in a drop, folders included, with names relative to what was dropped. */

import { looksLikeRecording } from '../../../shared/domain/media-types.ts';

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

/**
 * Takes every file that was dropped directly, but from folders only files that look like recordings, as the desk does with
 * paths. Unreadable entries are returned by name.
 */
export async function walkEntries(
  entries: readonly EntryLike[],
): Promise<{ found: readonly FoundFile[]; unreadable: readonly string[] }> {
  const found: FoundFile[] = [];
  const unreadable: string[] = [];

  async function visit(entry: EntryLike, folder: string): Promise<void> {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    try {
      if (entry.isDirectory) {
        for (const child of await childrenOf(entry)) await visit(child, name);
      } else if (folder === '' || looksLikeRecording(entry.name)) {
        found.push({ file: await fileOf(entry), name });
      }
    } catch {
      unreadable.push(name);
    }
  }

  for (const entry of entries) await visit(entry, '');
  return { found, unreadable };
}

/** Natural order: folder by folder, `take 2` before `take 10`. */
export function inNameOrder(files: readonly FoundFile[]): readonly FoundFile[] {
  return [...files].sort((one, other) => compareNames(one.name, other.name));
}

const { compare } = new Intl.Collator('en', { numeric: true });

function compareNames(one: string, other: string): number {
  const ones = one.split('/');
  const others = other.split('/');
  const depth = ones.findIndex((part, index) => part !== others[index]);
  return depth < 0 ? ones.length - others.length : compare(ones[depth] ?? '', others[depth] ?? '');
}

/** Files of an `<input>`. A folder input gives names relative to the chosen folder. */
export function filesOf(list: FileList | readonly File[]): readonly FoundFile[] {
  return [...list]
    .map((file) => ({ file, name: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath }))
    .filter(({ file, name }) => !name.includes('/') || looksLikeRecording(file.name));
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
    if (portion.length === 0) return children.sort((one, other) => compare(one.name, other.name));
    children.push(...portion);
  }
}
