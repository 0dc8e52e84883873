/** Looks for a recording that was moved: a file of its size with its content, among chosen files or anywhere in chosen folders. */

import path from 'node:path';
import type { FileFacts, Files } from '../../../platform/files/files.ts';
import type { Clock } from '../../../platform/time/clock.ts';

export interface Sought {
  readonly bytes: number;
  /** Hexadecimal SHA-256. Null while it was never read: then its name or its date has to be the same. */
  readonly contentHash: string | null;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** `different`: the one file that was chosen is another recording. `none`: nothing in the folders is the recording. */
export type FindStep =
  | { readonly kind: 'looking'; readonly files: number }
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'different'; readonly by: 'size' | 'content' }
  | { readonly kind: 'none'; readonly files: number };

export interface FindPorts {
  readonly files: Pick<Files, 'facts' | 'hash' | 'list'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** How often it says how far it is. */
const REPORT_MS = 200;
/** Sizes asked for at the same time: a disk of another computer takes long for each. */
const AT_ONCE = 16;

/**
 * Folder by folder, the nearest first. Links to folders aren't followed, and what can't be read is passed over. The last step is never `looking`.
 * @param paths absolute files and folders
 * @throws the signal's reason
 */
export async function* findSource(
  { clock, files }: FindPorts,
  paths: readonly string[],
  sought: Sought,
  signal: AbortSignal | undefined,
): AsyncGenerator<FindStep, void> {
  let looked = 0;
  let reportedAt = clock.monotonic();
  let differs: 'size' | 'content' = 'size';

  async function isIt(file: string, facts: FileFacts | null | undefined): Promise<boolean> {
    if (facts?.kind !== 'file' || facts.bytes !== sought.bytes) return false;
    differs = 'content';
    if (sought.contentHash === null)
      return path.basename(file) === sought.name || facts.modifiedAt === sought.modifiedAt;
    const hash = await files.hash(file, signal).catch(() => null);
    signal?.throwIfAborted();
    return hash === sought.contentHash;
  }

  const given = await Promise.all(paths.map(async (one) => [one, await factsOf(files, one)] as const));
  const folders = given.flatMap(([one, facts]) => (facts?.kind === 'folder' ? [one] : []));
  const isOneFile = given.length === 1 && folders.length === 0;
  for (const [file, facts] of given) {
    if (facts?.kind !== 'file') continue;
    looked += 1;
    if (await isIt(file, facts)) return yield { kind: 'found', path: file };
  }
  if (isOneFile && looked === 1) return yield { kind: 'different', by: differs };

  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    signal?.throwIfAborted();
    const entries = await files.list(folder).catch(() => []);
    const inside = (name: string) => path.join(folder as string, name);
    const names = entries.filter(({ isFolder }) => !isFolder).map(({ name }) => name);
    for (const { isFolder, name } of entries) if (isFolder) folders.push(inside(name));
    for (let from = 0; from < names.length; from += AT_ONCE) {
      signal?.throwIfAborted();
      const some = names.slice(from, from + AT_ONCE).map(inside);
      const facts = await Promise.all(some.map((file) => factsOf(files, file)));
      looked += some.length;
      for (const [index, file] of some.entries()) {
        if (await isIt(file, facts[index])) return yield { kind: 'found', path: file };
      }
      if (clock.monotonic() - reportedAt < REPORT_MS) continue;
      reportedAt = clock.monotonic();
      yield { kind: 'looking', files: looked };
    }
  }
  yield { kind: 'none', files: looked };
}

async function factsOf(files: FindPorts['files'], file: string) {
  return await files.facts(file).catch(() => null);
}
