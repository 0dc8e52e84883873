/**
 * A partial download: a temporary file, and beside it a list of what it is and how much of it is safely on disk, so that another run can
 * resume. The first line describes the content, each further line is a number of flushed bytes.
 */

import { z } from 'zod';
import type { Files, WritableFile } from '../../../platform/files/files.ts';

/** Bytes between two flushes: the most that is fetched again after a crash. */
export const PART_BYTES = 4 * 1024 * 1024;
/** Bytes in one write: chunks from the network are a sixteenth of it. */
const WRITTEN_BYTES = 1024 * 1024;

const about = z.object({
  /** The name of the content. */
  identity: z.string(),
  /** Strong ETag or Last-Modified, which the server must still have for the rest to fit. Null when it gave none. */
  validator: z.string().nullable(),
  totalBytes: z.number().int().min(0).nullable(),
  /** Hexadecimal SHA-256 that the server gave. */
  sha256: z.string().nullable(),
});
export type AboutContent = z.infer<typeof about>;

export interface PartialFile {
  readonly bytes: number;
  readonly about: AboutContent | null;
  /** Starts over with this content. */
  restart(content: AboutContent): Promise<void>;
  /** Buffers the chunk, which must not change afterward. */
  append(chunk: Uint8Array): Promise<void>;
  /** Writes what is buffered to the file. */
  writeOut(): Promise<void>;
  /** Writes what is buffered, flushes the file and records its length. */
  keep(): Promise<void>;
  close(): Promise<void>;
}

/** Opens what an earlier attempt left of the same content; anything else starts over. */
export async function openPartialFile(files: Files, path: string, identity: string): Promise<PartialFile> {
  const listPath = partialListPath(path);
  const left = await readList(files, path, identity);
  let content = left?.about ?? null;
  let bytes = left?.bytes ?? 0;
  let kept = bytes;
  let file = await files.write(path, bytes);
  let list: WritableFile = await files.write(listPath, left?.listBytes ?? 0);
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;

  function forgetGathered(): void {
    gathered = [];
    gatheredBytes = 0;
  }

  async function writeOut(): Promise<void> {
    if (gatheredBytes === 0) return;
    await file.write(gathered);
    forgetGathered();
  }

  async function keep(): Promise<void> {
    // A full disk still keeps what it took before.
    const refusal = await writeOut().then(
      () => null,
      (failure: unknown) => ({ failure }),
    );
    const written = bytes - gatheredBytes;
    if (written !== kept) {
      await file.sync();
      await list.write([Buffer.from(`${written}\n`)]);
      await list.sync();
      kept = written;
    }
    if (refusal !== null) throw refusal.failure;
  }

  return {
    get bytes() {
      return bytes;
    },
    get about() {
      return content;
    },
    async restart(next) {
      forgetGathered();
      // A new file is empty.
      if (content !== null || bytes > 0) {
        await Promise.all([file.close(), list.close()]);
        // The list goes first: it must never describe bytes of other content.
        list = await files.write(listPath);
        if (bytes > 0) await list.sync();
        file = await files.write(path);
      }
      [content, bytes, kept] = [next, 0, 0];
      await list.write([Buffer.from(`${JSON.stringify(next)}\n`)]);
    },
    async append(chunk) {
      gathered.push(chunk);
      gatheredBytes += chunk.length;
      bytes += chunk.length;
      if (bytes - kept >= PART_BYTES) await keep();
      else if (gatheredBytes >= WRITTEN_BYTES) await writeOut();
    },
    writeOut,
    keep,
    async close() {
      await Promise.all([file.close(), list.close()]);
    },
  };
}

/** Removes the file and its list. */
export async function removePartialFile(files: Files, path: string): Promise<void> {
  await files.remove(partialListPath(path));
  await files.remove(path);
}

/** The list of a temporary file. */
export function partialListPath(path: string): string {
  return `${path}.list`;
}

interface Left {
  readonly about: AboutContent;
  readonly bytes: number;
  readonly listBytes: number;
}

/** Largest list that is read, in bytes: a longer one is not ours. */
const LONGEST_LIST_BYTES = 4 * 1024 * 1024;

async function readList(files: Files, path: string, identity: string): Promise<Left | null> {
  try {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of files.read(partialListPath(path))) {
      chunks.push(Buffer.from(chunk));
      length += chunk.length;
      if (length > LONGEST_LIST_BYTES) return null;
    }
    // The last line is cut off when it has no end.
    const [first = '', ...numbers] = Buffer.concat(chunks).toString('utf8').split('\n').slice(0, -1);
    const known = about.parse(JSON.parse(first));
    const bytes = Number(numbers.at(-1) ?? 0);
    const { bytes: there } = await files.facts(path);
    if (known.identity !== identity || !Number.isSafeInteger(bytes) || bytes === 0 || there < bytes) return null;
    return { about: known, bytes, listBytes: lengthOfLines(first, numbers) };
  } catch {
    return null;
  }
}

function lengthOfLines(first: string, numbers: readonly string[]): number {
  return [first, ...numbers].reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}
