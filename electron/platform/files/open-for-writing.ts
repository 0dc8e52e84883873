/** Which files another program has open for writing, where the system tells: Linux lists open files, Windows refuses to share them. */

import { open, readdir, readFile, readlink } from 'node:fs/promises';
import { isErrno } from './file-errors.ts';

/**
 * @param paths real paths
 * @returns those that are open for writing, as far as is known: of other accounts' programs, and on macOS, nothing is. Never rejects
 */
export type OpenForWriting = (paths: ReadonlySet<string>) => Promise<ReadonlySet<string>>;

export const openForWriting: OpenForWriting = async (paths) => {
  if (paths.size === 0) return new Set();
  if (process.platform === 'linux') return await listedByLinux(paths);
  if (process.platform === 'win32') return await refusedByWindows(paths);
  return new Set();
};

async function listedByLinux(paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const busy = new Set<string>();
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const id of processes) {
    // Those of other accounts can't be read.
    const files = await readdir(`/proc/${id}/fd`).catch(() => []);
    await Promise.all(
      files.map(async (file) => {
        const target = await readlink(`/proc/${id}/fd/${file}`).catch(() => '');
        if (paths.has(target) && (await isWritable(`/proc/${id}/fdinfo/${file}`))) busy.add(target);
      }),
    );
  }
  return busy;
}

/** The lowest two bits of the flags, which are octal, say how a file was opened: 0 is for reading only. */
async function isWritable(facts: string): Promise<boolean> {
  const flags = /^flags:\s*([0-7]+)/m.exec(await readFile(facts, 'utf8').catch(() => ''))?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & 3) !== 0;
}

/** Programs that copy don't share the file while they write it. A file that is only protected counts as finished. */
async function refusedByWindows(paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const busy = new Set<string>();
  for (const one of paths) {
    try {
      await (await open(one, 'r+')).close();
    } catch (failure) {
      if (isErrno(failure, 'EBUSY')) busy.add(one);
    }
  }
  return busy;
}
