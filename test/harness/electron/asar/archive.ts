/** One packed archive, read as Electron reads it: names and sizes from its header, contents from their places behind it. */

import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';

interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly size?: number;
  /** Digits: bytes behind the header. */
  readonly offset?: string;
  readonly unpacked?: boolean;
}

export interface Archive {
  /** The name below the archive's root, or null when the path leads elsewhere. */
  nameOf(file: string): string | null;
  /** The content of a file, packed or not. */
  read(name: string): Buffer;
  /**
   * A path that the system can open. Folders come without contents; what is not in the archive is not there either.
   */
  place(name: string): string;
  /** A tree that holds every name, but the contents of package.json alone: enough to find modules in. */
  readonly names: string;
}

// What the archive itself calls: later these names lead into it.
const disk = { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, renameSync, writeFileSync };

/**
 * @param file absolute path of the `.asar`
 * @param copies absolute folder for what the system must open, shared by all processes of a run
 */
export function openArchive(file: string, copies: string): Archive {
  const names = path.join(copies, 'names');
  const { root, start } = readHeader(file);

  function entryOf(name: string): Entry | undefined {
    const parts = name.split('/').filter((part) => part !== '');
    return parts.reduce<Entry | undefined>((entry, part) => entry?.files?.[part], root);
  }

  function read(name: string): Buffer {
    const entry = entryOf(name);
    if (entry?.unpacked === true) return disk.readFileSync(path.join(`${file}.unpacked`, name));
    if (entry?.size === undefined) throw new Error(`ENOENT, ${name} not found in ${file}`);
    const content = Buffer.alloc(entry.size);
    const descriptor = disk.openSync(file, 'r');
    disk.readSync(descriptor, content, 0, entry.size, start + Number(entry.offset));
    disk.closeSync(descriptor);
    return content;
  }

  function place(name: string): string {
    const entry = entryOf(name);
    if (entry === undefined || entry.files !== undefined) return path.join(names, name);
    if (entry.unpacked === true) return path.join(`${file}.unpacked`, name);
    const copy = path.join(copies, 'files', name);
    if (!disk.existsSync(copy)) put(copy, read(name));
    return copy;
  }

  function makeNames(): void {
    const files = (entry: Entry, name: string): string[] =>
      entry.files === undefined
        ? [name]
        : Object.entries(entry.files).flatMap(([part, child]) =>
            files(child, `${name}${name === '' ? '' : '/'}${part}`),
          );
    for (const name of files(root, '')) {
      put(path.join(names, name), path.basename(name) === 'package.json' ? read(name) : Buffer.alloc(0));
    }
  }

  if (!disk.existsSync(names)) makeNames();
  return {
    nameOf: (given) => {
      const relative = path.relative(file, given);
      return relative.startsWith('..') || path.isAbsolute(relative) ? null : relative.split(path.sep).join('/');
    },
    read,
    place,
    names,
  };
}

/** The header is JSON in two envelopes of lengths. */
function readHeader(file: string): { root: Entry; start: number } {
  const descriptor = disk.openSync(file, 'r');
  const lengths = Buffer.alloc(16);
  disk.readSync(descriptor, lengths, 0, 16, 0);
  const text = Buffer.alloc(lengths.readUInt32LE(12));
  disk.readSync(descriptor, text, 0, text.length, 16);
  disk.closeSync(descriptor);
  return { root: JSON.parse(text.toString()) as Entry, start: 8 + lengths.readUInt32LE(4) };
}

/** Whole or not at all: other processes look for it. */
function put(file: string, content: Buffer): void {
  disk.mkdirSync(path.dirname(file), { recursive: true });
  const own = `${file}.${process.pid}-${threadId}`;
  disk.writeFileSync(own, content);
  disk.renameSync(own, file);
}
