/** Finds recordings at the paths that a person chose: files themselves, folders with everything below them. */

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { LeftOut } from '../../../../shared/domain/left-out.ts';
import { isDictation, looksLikeRecording } from '../../../../shared/domain/media-types.ts';
import { compareNames } from '../../../../shared/domain/name-order.ts';
import type { MadeFrom } from '../../../../shared/domain/tracks/made-from.ts';
import type { FileFacts, Files } from '../../../platform/files/files.ts';
import { createLeftOutList } from './left-out.ts';
import { type Entry, isRecordingInFolder, type Look, lookAt, realPathOf } from './look-at-entry.ts';

/** Names sorted in one part. */
const SORTED_PART = 2000;

export interface FoundRecording {
  readonly path: string;
  /** With all links resolved. */
  readonly realPath: string;
  readonly name: string;
  /** The folder below the chosen one, joined by `/`; empty for files that were chosen themselves. */
  readonly folder: string;
  /** Whether a folder was chosen, not the file itself. */
  readonly foundInFolder: boolean;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  /** What it was made of, if it is a copy in the library. */
  readonly madeFrom?: MadeFrom;
}

export interface Findings {
  readonly found: readonly FoundRecording[];
  readonly skipped: readonly LeftOut[];
}

/** How a search is followed and stopped. */
export interface Search {
  /** Called with the number of recordings found so far. */
  readonly onFound?: (count: number) => void;
  readonly signal?: AbortSignal;
  /** Whether a file or folder below the chosen one is left alone. Absolute path. */
  readonly ignores?: (path: string) => boolean;
}

/** Entries examined together. */
const LOOKS_AHEAD = 32;

/** Folders below the chosen one. Deeper ones come from a loop that a file system made. */
const MAX_DEPTH = 100;

/** Never throws for a single path: a path that cannot be added is listed with the reason. An aborted search returns what it has. */
export async function findRecordings(
  files: Files,
  paths: readonly string[],
  { ignores = () => false, onFound, signal }: Search = {},
): Promise<Findings> {
  const found = new Map<string, FoundRecording>();
  const left = createLeftOutList();

  /** @param folder null for a file that was chosen itself */
  function take(file: string, realPath: string, folder: string | null, facts: FileFacts): void {
    const seen = found.get(realPath);
    if (seen !== undefined) {
      if (folder === null) found.set(realPath, { ...seen, foundInFolder: false });
      return;
    }
    found.set(realPath, {
      path: file,
      realPath,
      name: path.basename(file),
      folder: folder ?? '',
      foundInFolder: folder !== null,
      bytes: facts.bytes,
      modifiedAt: facts.modifiedAt,
    });
    onFound?.(found.size);
  }

  async function walk(folder: string, below: readonly string[]): Promise<number> {
    if (below.length > MAX_DEPTH) {
      left.skip(folder, 'too-deep');
      return 0;
    }
    let entries: Entry[];
    let realFolder: string;
    try {
      entries = await inNameOrder(
        (await files.list(folder)).filter(
          (entry) => isOfInterest(folder, entry) && !ignores(path.join(folder, entry.name)),
        ),
      );
      realFolder = await files.realPath(folder);
    } catch (failure) {
      left.skipFailed(folder, failure);
      return 0;
    }
    let count = 0;
    let looks: Promise<Look>[] = [];
    for (const [index, entry] of entries.entries()) {
      if (signal?.aborted) return count;
      if (index % LOOKS_AHEAD === 0) {
        looks = entries.slice(index, index + LOOKS_AHEAD).map((one) => lookAt(files, folder, realFolder, one));
      }
      if (entry.isFolder) count += await walk(path.join(folder, entry.name), [...below, entry.name]);
      else if (consider(folder, realFolder, below, entry.name, await looks[index % LOOKS_AHEAD])) count += 1;
    }
    return count;
  }

  /** @returns whether the entry is a recording */
  function consider(
    folder: string,
    realFolder: string,
    below: readonly string[],
    name: string,
    look: Look | undefined,
  ): boolean {
    const file = path.join(folder, name);
    if (look === undefined || look.facts === null) {
      left.skipFailed(file, look?.failure, true);
      return false;
    }
    const { facts, realPath, isStream } = look;
    if (facts.kind === 'file') {
      const wanted = isRecordingInFolder(name, isStream);
      if (wanted) take(file, realPath, below.join('/'), facts);
      else left.count(name);
      return wanted;
    }
    if (facts.kind === 'folder') left.skip(file, isWithin(realFolder, realPath) ? 'link-loop' : 'folder-link');
    else left.skip(file, facts.kind, true);
    return false;
  }

  /** Whether the entry is examined or walked; others are counted. Plain files that can't be recordings by their names need no look. */
  function isOfInterest(folder: string, { isFolder, isLink, name }: Entry): boolean {
    if (!name.startsWith('.') && (isFolder || isLink !== false || looksLikeRecording(name))) return true;
    if (!name.startsWith('.') && isDictation(name)) left.skip(path.join(folder, name), 'dictation');
    else left.count(name);
    return false;
  }

  for (const given of paths) {
    const absolute = path.resolve(given);
    if (signal?.aborted) {
      left.skip(absolute, 'stopped');
      continue;
    }
    try {
      const facts = await files.facts(absolute);
      if (facts.kind === 'file' && isDictation(absolute)) left.skip(absolute, 'dictation');
      else if (facts.kind === 'file') take(absolute, await realPathOf(files, absolute), null, facts);
      else if (facts.kind !== 'folder') left.skip(absolute, facts.kind);
      else {
        const count = await walk(absolute, []);
        left.endFolder(absolute);
        if (signal?.aborted) left.skip(absolute, 'stopped');
        else if (count === 0) left.skip(absolute, 'empty-folder');
      }
    } catch (failure) {
      left.skipFailed(absolute, failure);
    }
  }
  return { found: [...found.values()], skipped: left.all() };
}

/** Both with all links resolved. */
function isWithin(inner: string, folder: string): boolean {
  return `${inner}${path.sep}`.startsWith(folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`);
}

/** Of the samples, as packages hold them. The folder of a clone has scripts as well, whose `.ts` is also an ending of videos. */
const SAMPLE_ENDINGS = /\.(wav|flac|mp3|m4a|ogg|opus)$/;

/** The recordings that come with Cleartake: absolute paths, sorted by name; empty when none are installed. */
export async function samplePaths(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  return names
    .filter((name) => SAMPLE_ENDINGS.test(name))
    .sort()
    .map((name) => path.join(directory, name));
}

/** A stable merge sort that yields to the event loop: a folder may hold tens of thousands of files. */
export async function inNameOrder<Named extends { readonly name: string }>(all: readonly Named[]): Promise<Named[]> {
  let parts: Named[][] = [];
  for (let start = 0; start < all.length; start += SORTED_PART) {
    if (start > 0) await new Promise(setImmediate);
    parts.push(all.slice(start, start + SORTED_PART).sort(inOrder));
  }
  while (parts.length > 1) {
    const merged: Named[][] = [];
    for (let index = 0; index < parts.length; index += 2) {
      await new Promise(setImmediate);
      merged.push(merge(parts[index] ?? [], parts[index + 1] ?? []));
    }
    parts = merged;
  }
  return parts[0] ?? [];
}

function inOrder(one: { readonly name: string }, other: { readonly name: string }): number {
  return compareNames(one.name, other.name);
}

function merge<Named extends { readonly name: string }>(first: readonly Named[], second: readonly Named[]): Named[] {
  const merged: Named[] = [];
  let taken = 0;
  for (const one of first) {
    for (let other = second[taken]; other !== undefined && inOrder(other, one) < 0; other = second[++taken])
      merged.push(other);
    merged.push(one);
  }
  return merged.concat(second.slice(taken));
}
