/** Copies a data folder file by file, each compared with its original by its hash, and brings an earlier copy up to date. */

import { createHash } from 'node:crypto';
import { lstat, open, readdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { digestFile } from '../../../../platform/files/hashing.ts';
import { makeFolder } from '../../../../platform/files/make-folder.ts';
import type { Progress } from '../../../../platform/progress-events.ts';
import { MOVE_FILES } from './places.ts';

/** Bytes and time of change of files that were copied, by their path below the folder. */
export type CopiedFiles = Map<string, readonly [bytes: number, modifiedAt: number]>;

interface MirrorRequest {
  readonly from: string;
  readonly to: string;
  /** What an earlier pass copied; brought up to date. */
  readonly copied: CopiedFiles;
  /** Whether nobody writes to the folder anymore: databases and logs are copied only then. */
  readonly isFinal: boolean;
  /** Milliseconds since the epoch. A file that changed a moment ago may change again without a new time: it is copied again. */
  readonly now: number;
  readonly signal?: AbortSignal;
  onProgress?(progress: Progress): void;
}

interface Entry {
  readonly relative: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly mode: number;
}

/** What belongs to one place or one run, and the data of a service that runs without the desk. */
const LEFT_OUT = new Set<string>([
  'desk.lock',
  'running-desk.json',
  'import.part',
  'service-alone',
  ...Object.values(MOVE_FILES),
]);
/** Chromium makes them again. */
const CACHES = new Set(['Cache', 'Code Cache', 'GPUCache', 'DawnGraphiteCache', 'DawnWebGPUCache']);
const WINDOW = 'window';
const AT_ONCE = 8;
const PIECE_BYTES = 1024 * 1024;
const SETTLED_MS = 2000;

/** @throws LinkFound; the system's error; the signal's reason */
export async function mirror(request: MirrorRequest): Promise<void> {
  const { copied, from, isFinal, now, signal, to } = request;
  const entries = (await listFiles(from)).filter(({ relative }) => isFinal || !isVolatile(relative));
  const due = entries.filter(({ bytes, modifiedAt, relative }) => {
    const known = copied.get(relative);
    return known === undefined || known[0] !== bytes || known[1] !== modifiedAt;
  });
  const of = due.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (let index = 0; index < due.length; index += AT_ONCE) {
    const some = due.slice(index, index + AT_ONCE);
    await Promise.all(
      some.map(async (entry) => {
        const isThere = await copyFile(
          path.join(from, entry.relative),
          path.join(to, entry.relative),
          entry,
          (bytes) => {
            done += bytes;
            request.onProgress?.({ bytes: done, of });
            signal?.throwIfAborted();
          },
        );
        const isSettled = isFinal || now - entry.modifiedAt > SETTLED_MS;
        if (isThere && isSettled) copied.set(entry.relative, [entry.bytes, entry.modifiedAt]);
      }),
    );
  }
  const present = new Set(entries.map(({ relative }) => relative));
  for (const relative of [...copied.keys()].filter((one) => !present.has(one))) {
    await rm(path.join(to, relative), { force: true });
    copied.delete(relative);
  }
}

/** A link in the data folder: what it leads to can't be moved with it. */
export class LinkFound extends Error {}

/** All files but what belongs to one place or run. @throws LinkFound */
export async function listFiles(folder: string, below = ''): Promise<Entry[]> {
  const found: Entry[] = [];
  const inWindow = below === WINDOW || below.startsWith(`${WINDOW}${path.sep}`);
  for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
    const relative = path.join(below, entry.name);
    if (below === '' && LEFT_OUT.has(entry.name.replace(/\.part$/, ''))) continue;
    if (inWindow && (CACHES.has(entry.name) || !(entry.isFile() || entry.isDirectory()))) continue;
    if (entry.isDirectory()) found.push(...(await listFiles(folder, relative)));
    else if (entry.isFile()) {
      if (entry.name.endsWith('-shm')) continue;
      const facts = await lstat(path.join(folder, relative)).catch(() => null);
      if (facts !== null)
        found.push({ relative, bytes: facts.size, modifiedAt: facts.mtimeMs, mode: facts.mode & 0o700 });
    } else if (entry.isSymbolicLink()) throw new LinkFound(relative);
  }
  return found;
}

/** What an open desk writes to all the time. */
function isVolatile(relative: string): boolean {
  const [first = ''] = relative.split(path.sep);
  return first === 'logs' || first === WINDOW || /^cleartake\.(sqlite|starts)/.test(first) || /\.sqlite/.test(relative);
}

/** @returns false when it has vanished @throws Error when the copy isn't the same */
async function copyFile(
  source: string,
  target: string,
  { mode, modifiedAt }: Entry,
  onBytes: (bytes: number) => void,
): Promise<boolean> {
  const input = await open(source).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return null;
    throw failure;
  });
  if (input === null) return false;
  const hash = createHash('sha256');
  try {
    await makeFolder(path.dirname(target), 0o700);
    await rm(target, { force: true });
    const output = await open(target, 'wx', mode | 0o600);
    try {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      for (;;) {
        const { bytesRead } = await input.read(piece, 0, PIECE_BYTES, null);
        if (bytesRead === 0) break;
        hash.update(piece.subarray(0, bytesRead));
        await output.writeFile(piece.subarray(0, bytesRead));
        onBytes(bytesRead);
      }
      await output.sync();
    } finally {
      await output.close();
    }
  } finally {
    await input.close();
  }
  await utimes(target, modifiedAt / 1000, modifiedAt / 1000);
  if ((await digestFile(target)).sha256 !== hash.digest('hex')) throw new Error(`the copy of ${source} differs`);
  return true;
}
