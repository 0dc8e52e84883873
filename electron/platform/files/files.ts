/** Files as an argument: what the queue does with recordings and results on disk. */

import { closeSync, constants, fdatasync, openSync } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, realpath, stat, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';
import { commitFile, copyAnew, removeFile, takeFreeName } from './atomic-files.ts';
import { hashFile } from './hashing.ts';

export interface FileFacts {
  readonly kind: 'file' | 'folder' | 'other';
  readonly bytes: number;
  /** Milliseconds since the epoch, whole. */
  readonly modifiedAt: number;
}

/** A file being written from a place on. */
export interface WritableFile {
  /** Writes pieces one behind the other. A write that failed in the middle is repeated whole: it then begins where it began. */
  write(pieces: readonly Uint8Array[]): Promise<void>;
  /** Flushes what was written to the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** A file that is held open: what goes wrong with it while it is, the next flush is told, even where another writer was told before. */
interface Flusher {
  flush(): Promise<void>;
  close(): void;
}

/** Every function rejects with the system's error (`code` of `ENOENT`, `EACCES`, `ENOSPC` and the like) unless it says otherwise. */
export interface Files {
  facts(path: string): Promise<FileFacts>;
  /** With every link resolved. */
  realPath(path: string): Promise<string>;
  /** `isLink`: the name stands for something elsewhere. */
  list(
    folder: string,
  ): Promise<readonly { readonly name: string; readonly isFolder: boolean; readonly isLink?: boolean }[]>;
  /** With the folders above it; one that is there already is no error. */
  makeFolder(path: string): Promise<void>;
  /** Removes a file; one that is not there is no error. */
  remove(path: string): Promise<void>;
  /** Whether a file can be opened for reading. Never rejects. */
  isReadable(path: string): Promise<boolean>;
  /** Hexadecimal SHA-256 of the content. */
  hash(path: string, signal?: AbortSignal): Promise<string>;
  /**
   * The content from a byte on, up to another or to its end, in pieces of at most 1 MiB. All but the last are of one size. A piece stays
   * as it is until the second one after it is asked for: whoever keeps it for longer copies it.
   */
  read(path: string, from?: number, until?: number): AsyncIterable<Uint8Array>;
  /** Opens for writing after the first `keep` bytes; what lies behind them is cut off. A file that is not there is made. */
  write(path: string, keep?: number): Promise<WritableFile>;
  /** Flushes a finished temporary file and gives it its final name, replacing what was there. */
  commit(temporary: string, target: string): Promise<void>;
  /** Holds a file open, at once, to flush what is written to it by whomever. */
  openToFlush(path: string): Flusher;
  /** Adds to the end of a file, or makes one that its owner alone reads, and flushes it. A failure may leave a part of it there. */
  append(path: string, bytes: Uint8Array): Promise<void>;
  /** Copies to a temporary file, which is made anew, and flushes it. */
  copy(source: string, temporary: string): Promise<void>;
  /**
   * Gives a flushed temporary file a name in its folder that must be free; under its own name it may stay.
   * @returns false, with both files unchanged, when it is taken
   */
  takeFreeName(temporary: string, target: string): Promise<boolean>;
  /** Bytes that may still be written below a folder; null where the system does not say. Never rejects. */
  freeBytes(folder: string): Promise<number | null>;
}

/** Each piece wakes three threads, whatever its size: in small ones that costs more than the reading. */
const PIECE_BYTES = 1024 * 1024;
/** New memory for each piece would cost more than reading it. */
const BUFFERS = 3;

export const nodeFiles: Files = {
  async facts(path) {
    const facts = await stat(path);
    const kind = facts.isFile() ? 'file' : facts.isDirectory() ? 'folder' : 'other';
    return { kind, bytes: facts.size, modifiedAt: Math.round(facts.mtimeMs) };
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
    await mkdir(path, { recursive: true });
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
  copy: copyAnew,
  takeFreeName: (temporary, target) => takeFreeName(temporary, target),
  freeBytes: (folder) =>
    statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null,
    ),
};

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

/** What is left of pieces when so many bytes of them are taken; nothing in it is empty. */
function behind(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let taken = bytes;
  return pieces.flatMap((piece) => {
    const rest = piece.subarray(Math.min(taken, piece.length));
    taken -= piece.length - rest.length;
    return rest.length === 0 ? [] : [rest];
  });
}

async function* readPieces(path: string, from = 0, until = Number.POSITIVE_INFINITY): AsyncGenerator<Uint8Array> {
  const file = await open(path);
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
    // While one piece is being used the next is on its way.
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

/** Reads until the buffer is full or the file ends, since some disks give less at once than they were asked for. */
async function fill(file: FileHandle, buffer: Buffer, position: number): Promise<Buffer> {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
