/**
 * A disk in memory behind the Files port. It knows what was flushed: at a power cut the rest may be gone, or cut off anywhere. It can
 * be full, and holds what the person's recordings are beside what the desk writes.
 */

import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { Files } from '../../../electron/platform/files/files.ts';
import type { Draw } from './draw.ts';

interface Entry {
  content: Uint8Array;
  /** What a power cut leaves; null when not even the name was flushed. */
  flushed: Uint8Array | null;
  modifiedAt: number;
}

export interface VirtualDisk {
  /** The port for one run of the program. `moment` is awaited before each step and throws once that run is over. */
  port(moment: () => Promise<void>): Files;
  readonly entries: ReadonlyMap<string, { readonly content: Uint8Array }>;
  /** Writes whole and flushed, as another program would. */
  put(file: string, content: Uint8Array): void;
  delete(file: string): void;
  setFull(full: boolean): void;
  /** What was not flushed stays, is cut or is gone, as drawn. */
  powerCut(draw: Draw): void;
}

/** Bytes given out at once. */
const PIECE_BYTES = 400;
const NOTHING = new Uint8Array(0);

export function createVirtualDisk(now: () => number): VirtualDisk {
  const entries = new Map<string, Entry>();
  let full = false;

  function entry(file: string): Entry {
    const found = entries.get(file);
    if (found === undefined) throw systemError('ENOENT', file);
    return found;
  }

  function refuseWhenFull(file: string): void {
    if (full) throw systemError('ENOSPC', file);
  }

  function namesBelow(folder: string): Map<string, boolean> {
    const names = new Map<string, boolean>();
    const prefix = `${folder}/`;
    for (const file of entries.keys()) {
      if (!file.startsWith(prefix)) continue;
      const [first = '', ...rest] = file.slice(prefix.length).split('/');
      names.set(first, rest.length > 0);
    }
    return names;
  }

  function port(moment: () => Promise<void>): Files {
    return {
      async facts(file) {
        await moment();
        const found = entries.get(file);
        if (found !== undefined) return { kind: 'file', bytes: found.content.length, modifiedAt: found.modifiedAt };
        if (namesBelow(file).size === 0) throw systemError('ENOENT', file);
        return { kind: 'folder', bytes: 0, modifiedAt: 0 };
      },
      realPath: async (file) => file,
      async list(folder) {
        await moment();
        return [...namesBelow(folder)].map(([name, isFolder]) => ({ name, isFolder }));
      },
      makeFolder: () => moment(),
      async remove(file) {
        await moment();
        entries.delete(file);
      },
      isReadable: async (file) => entries.has(file),
      async hash(file) {
        await moment();
        return hashOf(entry(file).content);
      },
      async *read(file, from = 0, until) {
        await moment();
        const content = entry(file).content.subarray(0, until);
        for (let at = from; at < content.length; at += PIECE_BYTES) {
          yield content.slice(at, at + PIECE_BYTES);
          await moment();
        }
      },
      async write(file, keep = 0) {
        await moment();
        if (keep === 0 || !entries.has(file)) {
          if (keep > 0) throw systemError('ENOENT', file);
          entries.set(file, { content: NOTHING, flushed: entries.get(file)?.flushed ?? null, modifiedAt: now() });
        }
        const written = entry(file);
        written.content = written.content.slice(0, keep);
        let position = keep;
        return {
          async write(pieces) {
            await moment();
            const before = written.content.subarray(0, position);
            written.modifiedAt = now();
            // A disk that is full takes what fits, and refuses the rest.
            written.content = Buffer.concat([before, ...pieces.slice(0, 1)]);
            refuseWhenFull(file);
            written.content = Buffer.concat([before, ...pieces]);
            position = written.content.length;
          },
          async sync() {
            await moment();
            written.flushed = written.content;
          },
          close: () => moment(),
        };
      },
      async commit(temporary, target) {
        await moment();
        const { content } = entry(temporary);
        entry(temporary).flushed = content;
        await moment();
        entries.delete(temporary);
        entries.set(target, { content, flushed: content, modifiedAt: now() });
        await moment();
      },
      // The store's own files are real ones.
      openToFlush: () => ({ flush: () => moment(), close: () => undefined }),
      async append(file, bytes) {
        await moment();
        refuseWhenFull(file);
        appendFileSync(file, bytes);
      },
      async copy(source, temporary) {
        await moment();
        const { content } = entry(source);
        refuseWhenFull(temporary);
        entries.set(temporary, { content: content.slice(0, content.length / 2), flushed: null, modifiedAt: now() });
        await moment();
        entries.set(temporary, { content, flushed: content, modifiedAt: now() });
        await moment();
      },
      async setModified(file, at) {
        await moment();
        entries.set(file, { ...entry(file), modifiedAt: at });
      },
      async takeFreeName(temporary, target) {
        await moment();
        const { content, modifiedAt } = entry(temporary);
        if (entries.has(target)) return false;
        entries.set(target, { content, flushed: content, modifiedAt });
        await moment();
        return true;
      },
      async freeBytes() {
        return full ? 0 : 2 ** 40;
      },
    };
  }

  return {
    port,
    entries,
    put(file, content) {
      entries.set(file, { content, flushed: content, modifiedAt: now() });
    },
    delete: (file) => {
      entries.delete(file);
    },
    setFull: (value) => {
      full = value;
    },
    powerCut(draw) {
      for (const [file, { content, flushed }] of [...entries]) {
        if (content === flushed || draw.chance(0.3)) continue;
        if (flushed === null && draw.chance(0.5)) entries.delete(file);
        else entry(file).content = content.slice(0, draw.whole(keptOf(content, flushed), content.length));
      }
      for (const one of entries.values()) one.flushed = one.content;
    },
  };
}

/** Bytes that were flushed and only added to since. */
function keptOf(content: Uint8Array, flushed: Uint8Array | null): number {
  if (flushed === null || flushed.length > content.length) return 0;
  return Buffer.compare(content.subarray(0, flushed.length), flushed) === 0 ? flushed.length : 0;
}

export function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function systemError(code: string, file: string): Error {
  return Object.assign(new Error(`${code}: ${path.basename(file)}`), { code });
}
