/** The file system as a port: what the queue does with recordings and results on disk. */

import { closeSync, constants, fdatasync, openSync, type Stats } from 'node:fs';
import { access, type FileHandle, open, readdir, realpath, stat, statfs, utimes } from 'node:fs/promises';
import { promisify } from 'node:util';
import { commitFile, copyAnew, removeFile, takeFreeName } from './atomic-files.ts';
import { hashFile } from './hashing.ts';
import { makeFolder } from './make-folder.ts';
import { openReadable } from './open-to-read.ts';

export interface FileFacts {
  /** Links are followed. */
  readonly kind: 'file' | 'folder' | 'pipe' | 'socket' | 'device';
  readonly bytes: number;
  /** Milliseconds since the epoch, whole. */
  readonly modifiedAt: number;
}

/** A file open for appending. */
export interface WritableFile {
  /** Writes pieces one after the other. A failed write can be repeated: it starts at the same position again. */
  write(pieces: readonly Uint8Array[]): Promise<void>;
  /** Flushes written bytes to disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** A file held open: the next flush reports every write error since it was opened, even one that another writer has already seen. */
interface Flusher {
  flush(): Promise<void>;
  close(): void;
}

/** Unless stated otherwise, every function rejects with the system's error (`code` is `ENOENT`, `EACCES`, `ENOSPC` and the like). */
export interface Files {
  facts(path: string): Promise<FileFacts>;
  /** The path with all links resolved. */
  realPath(path: string): Promise<string>;
  /** `isLink`: the entry is neither a plain file nor a folder, such as a symbolic link. */
  list(
    folder: string,
  ): Promise<readonly { readonly name: string; readonly isFolder: boolean; readonly isLink?: boolean }[]>;
  /** Creates a folder and its parents; an existing folder is not an error. */
  makeFolder(path: string): Promise<void>;
  /** Removes a file; a missing file is not an error. */
  remove(path: string): Promise<void>;
  /** Whether a file can be opened for reading. Never rejects. */
  isReadable(path: string): Promise<boolean>;
  /** Hexadecimal SHA-256 of the content. */
  hash(path: string, signal?: AbortSignal): Promise<string>;
  /**
   * Reads from a byte to another, or to the end, in pieces of at most 1 MiB; all but the last have the same size. A piece stays valid until
   * the second one after it is requested: copy it to keep it longer.
   */
  read(path: string, from?: number, until?: number): AsyncIterable<Uint8Array>;
  /** Opens for writing after the first `keep` bytes and truncates the rest. A missing file is created. */
  write(path: string, keep?: number): Promise<WritableFile>;
  /** Flushes a finished temporary file and renames it to its final name, replacing any existing file. */
  commit(temporary: string, target: string): Promise<void>;
  /** Opens a file synchronously, to flush whatever is written to it by any writer. */
  openToFlush(path: string): Flusher;
  /** Appends to a file and flushes it; a new file is readable by its owner only. A failure may leave a partial write. */
  append(path: string, bytes: Uint8Array): Promise<void>;
  /** Sets a file's modification time. @param at milliseconds since the epoch */
  setModified(path: string, at: number): Promise<void>;
  /** Copies to a temporary file, replacing a leftover one, and flushes it. */
  copy(source: string, temporary: string): Promise<void>;
  /**
   * Gives a flushed temporary file a free name in its folder; the temporary name may remain.
   * @returns false, with both files unchanged, when the name is taken
   */
  takeFreeName(temporary: string, target: string): Promise<boolean>;
  /** Free bytes below a folder; null where the system does not say. Never rejects. */
  freeBytes(folder: string): Promise<number | null>;
}

/** Every read wakes three threads whatever its size: with small pieces that costs more than the reading itself. */
const PIECE_BYTES = 1024 * 1024;
/** Buffers are reused: allocating one for each piece would cost more than reading it. */
const BUFFERS = 3;

export const nodeFiles: Files = {
  async facts(path) {
    const facts = await stat(path);
    return { kind: kindOf(facts), bytes: facts.size, modifiedAt: Math.round(facts.mtimeMs) };
  },
  realPath: (path) => realpath(path),
  async list(folder) {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.map((entry) => ({
      name: entry.name,
      isFolder: entry.isDirectory(),
      isLink: !entry.isFile() && !entry.isDirectory(),
    }));
  },
  async makeFolder(path) {
    await makeFolder(path);
  },
  remove: removeFile,
  isReadable: (path) =>
    access(path, constants.R_OK).then(
      () => true,
      () => false,
    ),
  hash: hashFile,
  read: readPieces,
  async write(path, keep = 0) {
    const file = await open(path, keep === 0 ? 'w' : 'r+');
    if (keep > 0) await file.truncate(keep);
    let position = keep;
    return {
      async write(pieces) {
        let at = position;
        for (let rest = behind(pieces, 0); rest.length > 0; ) {
          const { bytesWritten } = await file.writev(rest, at);
          at += bytesWritten;
          rest = behind(rest, bytesWritten);
        }
        position = at;
      },
      sync: () => file.sync(),
      close: () => file.close(),
    };
  },
  commit: commitFile,
  openToFlush,
  append: appendFlushed,
  setModified: (path, at) => utimes(path, at / 1000, at / 1000),
  copy: copyAnew,
  takeFreeName: (temporary, target) => takeFreeName(temporary, target),
  freeBytes: (folder) =>
    statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null,
    ),
};

function kindOf(facts: Stats): FileFacts['kind'] {
  if (facts.isFile()) return 'file';
  if (facts.isDirectory()) return 'folder';
  if (facts.isFIFO()) return 'pipe';
  return facts.isSocket() ? 'socket' : 'device';
}

function openToFlush(path: string): Flusher {
  const file = openSync(path, 'r+');
  let closed = false;
  return {
    async flush() {
      if (!closed) await promisify(fdatasync)(file);
      if (closed) throw new Error('The file was closed before it was flushed');
    },
    close() {
      closed = true;
      closeSync(file);
    },
  };
}

async function appendFlushed(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}

const NOTHING = Buffer.alloc(0);

/** The pieces without their first `bytes` bytes; none of them is empty. */
function behind(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let taken = bytes;
  return pieces.flatMap((piece) => {
    const rest = piece.subarray(Math.min(taken, piece.length));
    taken -= piece.length - rest.length;
    return rest.length === 0 ? [] : [rest];
  });
}

async function* readPieces(path: string, from = 0, until = Number.POSITIVE_INFINITY): AsyncGenerator<Uint8Array> {
  const file = await openReadable(path);
  const pieceBytes = Math.min(PIECE_BYTES, until - from);
  const buffers: Buffer[] = [];
  let position = from;
  let turn = 0;
  const readNext = async () => {
    if (position >= until) return NOTHING;
    turn = (turn + 1) % BUFFERS;
    buffers[turn] ??= Buffer.allocUnsafeSlow(pieceBytes);
    const piece = await fill(file, (buffers[turn] as Buffer).subarray(0, until - position), position);
    position += piece.length;
    return piece;
  };
  try {
    // Read ahead: the next piece is read while this one is used.
    let next = readNext();
    for (let piece = await next; piece.length > 0; piece = await next) {
      next = readNext();
      next.catch(() => undefined);
      yield piece;
    }
  } finally {
    await file.close();
  }
}

/** Reads until the buffer is full or the file ends: a single read may return less. */
async function fill(file: FileHandle, buffer: Buffer, position: number): Promise<Buffer> {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
