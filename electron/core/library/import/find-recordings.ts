/** Finds recordings at the paths that a person chose: files themselves, folders with everything below them. */

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { looksLikeRecording } from '../../../../shared/domain/media-types.ts';
import { isErrno } from '../../../platform/files/file-errors.ts';
import type { FileFacts, Files } from '../../../platform/files/files.ts';
import { SKIPPED } from '../../strings.ts';
import { inNameOrder } from './name-order.ts';

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
}

export interface Findings {
  readonly found: readonly FoundRecording[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

type Entry = Awaited<ReturnType<Files['list']>>[number];

/** The result of a look-ahead at a folder entry. */
interface Look {
  readonly facts: FileFacts | null;
  readonly realPath: string;
  readonly failure: unknown;
}

const NOT_LOOKED_AT: Look = { facts: null, realPath: '', failure: null };

/** Entries examined together. */
const LOOKS_AHEAD = 32;

/** Never throws for a single path: a path that cannot be added is listed with the reason. */
export async function findRecordings(files: Files, paths: readonly string[]): Promise<Findings> {
  const found = new Map<string, FoundRecording>();
  const skipped: { path: string; reason: string }[] = [];
  const skip = (where: string, reason: string) => {
    skipped.push({ path: where, reason });
  };

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
  }

  /** Never rejects. Folders are not examined. */
  async function lookAt(folder: string, realFolder: string, entry: Entry): Promise<Look> {
    if (entry.isFolder) return NOT_LOOKED_AT;
    const file = path.join(folder, entry.name);
    try {
      const facts = await files.facts(file);
      // An entry that is no link is inside its folder.
      const realPath = entry.isLink === false ? path.join(realFolder, entry.name) : await realPathOf(file);
      return { facts, realPath, failure: null };
    } catch (failure) {
      return { ...NOT_LOOKED_AT, failure };
    }
  }

  function realPathOf(file: string): Promise<string> {
    return files.realPath(file).catch(() => file);
  }

  async function walk(folder: string, below: string): Promise<number> {
    let entries: Entry[];
    let realFolder: string;
    try {
      entries = await inNameOrder((await files.list(folder)).filter(isOfInterest));
      realFolder = await files.realPath(folder);
    } catch (failure) {
      skip(folder, whyNot(failure));
      return 0;
    }
    let count = 0;
    let looks: Promise<Look>[] = [];
    for (const [index, entry] of entries.entries()) {
      if (index % LOOKS_AHEAD === 0) {
        looks = entries.slice(index, index + LOOKS_AHEAD).map((one) => lookAt(folder, realFolder, one));
      }
      const entryPath = path.join(folder, entry.name);
      if (entry.isFolder) {
        count += await walk(entryPath, below === '' ? entry.name : `${below}/${entry.name}`);
      } else {
        try {
          const { facts, realPath, failure } = (await looks[index % LOOKS_AHEAD]) ?? NOT_LOOKED_AT;
          if (failure !== null) throw failure;
          if (facts?.kind !== 'file') continue;
          take(entryPath, realPath, below, facts);
          count += 1;
        } catch (failure) {
          // The name is not valid text, or the link is broken: the file cannot be opened under its listed name.
          skip(entryPath, isErrno(failure, 'ENOENT') ? SKIPPED.unreachableName : whyNot(failure));
        }
      }
    }
    return count;
  }

  for (const given of paths) {
    const absolute = path.resolve(given);
    try {
      const facts = await files.facts(absolute);
      if (facts.kind === 'file') take(absolute, await realPathOf(absolute), null, facts);
      else if (facts.kind !== 'folder') skip(absolute, SKIPPED.notAFile);
      else if ((await walk(absolute, '')) === 0) skip(absolute, SKIPPED.emptyFolder);
    } catch (failure) {
      skip(absolute, whyNot(failure));
    }
  }
  return { found: [...found.values()], skipped };
}

/**
 * Folders, and files with the extension of a recording. Links to folders are skipped, because they can form a loop; links to files are
 * followed.
 */
function isOfInterest({ isFolder, name }: Entry): boolean {
  return isFolder ? !name.startsWith('.') : looksLikeRecording(name);
}

function whyNot(failure: unknown): string {
  if (isErrno(failure, 'ENOENT', 'ENOTDIR')) return SKIPPED.missing;
  if (isErrno(failure, 'EACCES', 'EPERM')) return SKIPPED.forbidden;
  if (isErrno(failure, 'ENAMETOOLONG')) return SKIPPED.nameTooLong;
  return SKIPPED.unreadable;
}

/** The recordings that come with Cleartake: absolute paths, sorted by name; empty when none are installed. */
export async function samplePaths(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  return names
    .filter(looksLikeRecording)
    .sort()
    .map((name) => path.join(directory, name));
}
