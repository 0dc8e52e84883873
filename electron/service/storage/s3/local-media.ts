/**
 * Copies of media on the node's own disk, for engines that need a file: fetched once, resumed after a lost connection, kept for the next
 * reader while there is room.
 */

import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { makeFolder } from '../../../platform/files/make-folder.ts';
import { isStorageAway, storageAway } from '../../rules/storage-away.ts';
import type { Bucket, ObjectFacts } from './bucket.ts';

/** Connections in a row that brought nothing before the storage counts as away. */
const MOST_EMPTY = 3;
/** How often a medium may be replaced while it is fetched. */
const MOST_CHANGES = 3;

export interface LocalMedia {
  /**
   * The object as a file while the work runs; a path with nothing there when the object is missing.
   * @param extension with its dot, or ''
   * @param sha256 its digest in hex, where it is known
   * @throws `storageAway`; CleartakeError `mediaDamaged` when its digest is another
   */
  lend<Result>(wanted: WantedMedium, work: (file: string) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

interface WantedMedium {
  readonly key: string;
  readonly extension: string;
  readonly sha256: string | null;
}

interface Copy {
  /** What the object is, whoever reads it. */
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
  /** Resolves with its digest in hex. */
  readonly fetched: Promise<string>;
  readonly giveUp: AbortController;
  readers: number;
  isWhole: boolean;
}

/**
 * @param folder is emptied first: what an earlier run fetched is not known
 * @param mostBytes of all copies together. What is being read stays, however large it is
 */
export async function openLocalMedia(bucket: Bucket, folder: string, mostBytes: number): Promise<LocalMedia> {
  await rm(folder, { recursive: true, force: true });
  await makeFolder(folder, 0o700);
  /** The one read last comes last. */
  const copies = new Map<string, Copy>();
  /** Files are never reused: an earlier one of the same name may be on its way out. */
  let made = 0;

  function take(key: string, extension: string, facts: ObjectFacts): Copy {
    const name = createHash('sha256').update(`${key}\n${facts.tag}\n${facts.bytes}`).digest('hex');
    const known = copies.get(name);
    const copy = known ?? begin(name, key, extension, facts);
    copies.delete(name);
    copies.set(name, copy);
    copy.readers += 1;
    return copy;
  }

  function begin(name: string, key: string, extension: string, facts: ObjectFacts): Copy {
    made += 1;
    const file = path.join(folder, `${made}-${name}${extension}`);
    const giveUp = new AbortController();
    const fetched = makeRoom(facts.bytes).then(() => fetchWhole(bucket, key, facts, file, giveUp.signal));
    const copy: Copy = { name, file, bytes: facts.bytes, fetched, giveUp, readers: 0, isWhole: false };
    fetched.then(
      () => {
        copy.isWhole = true;
      },
      () => forget(copy),
    );
    return copy;
  }

  function forget(copy: Copy): void {
    if (copies.get(copy.name) === copy) copies.delete(copy.name);
  }

  function release(copy: Copy): void {
    copy.readers -= 1;
    if (copy.readers === 0 && !copy.isWhole) {
      forget(copy);
      copy.giveUp.abort();
    }
    void makeRoom(0).catch(() => undefined);
  }

  async function makeRoom(bytes: number): Promise<void> {
    let total = bytes;
    for (const copy of copies.values()) total += copy.bytes;
    for (const copy of copies.values()) {
      if (total <= mostBytes) return;
      if (copy.readers > 0) continue;
      forget(copy);
      total -= copy.bytes;
      await rm(copy.file, { force: true });
    }
  }

  async function fetchCopy({ extension, key, sha256 }: WantedMedium, signal?: AbortSignal): Promise<Copy | null> {
    for (let changes = 0; ; changes += 1) {
      const facts = await bucket.find(key);
      if (facts === null) return null;
      const copy = take(key, extension, facts);
      try {
        const digest = await unlessAborted(copy.fetched, signal);
        if (sha256 === null || digest === sha256) return copy;
        forget(copy);
        await rm(copy.file, { force: true });
        throw new CleartakeError('mediaDamaged', { detail: 'the stored medium has another digest' });
      } catch (failure) {
        release(copy);
        if (!isChanged(failure) || changes === MOST_CHANGES) throw failure;
      }
    }
  }

  return {
    lend: async (wanted, work, signal) => {
      const copy = await fetchCopy(wanted, signal);
      if (copy === null) return work(path.join(folder, `missing${wanted.extension}`));
      try {
        return await work(copy.file);
      } finally {
        release(copy);
      }
    },
  };
}

/** The object is another one by now. */
function isChanged(failure: unknown): boolean {
  return failure instanceof Error && failure.cause === CHANGED;
}

const CHANGED = 'changed';

/** @returns its digest in hex. @throws storageAway, or with the cause CHANGED; nothing is there then */
async function fetchWhole(
  bucket: Bucket,
  key: string,
  facts: ObjectFacts,
  file: string,
  signal: AbortSignal,
): Promise<string> {
  const part = `${file}.part`;
  const hash = createHash('sha256');
  const target = await open(part, 'w', 0o600);
  let there = 0;
  const keep = async (chunk: Uint8Array) => {
    await target.write(chunk);
    hash.update(chunk);
    there += chunk.length;
  };
  try {
    for (let empty = 0; there < facts.bytes; ) {
      const before = there;
      const cut = await fetchRest(bucket, { key, tag: facts.tag, first: there, signal }, keep);
      empty = there > before ? 0 : empty + 1;
      if (empty === MOST_EMPTY) throw cut ?? storageAway('an object ended early');
    }
    if (there !== facts.bytes) throw replaced();
    await target.close();
    await rename(part, file);
    return hash.digest('hex');
  } catch (failure) {
    await target.close();
    await rm(part, { force: true });
    throw failure;
  }
}

interface Rest {
  readonly key: string;
  readonly tag: string;
  readonly first: number;
  readonly signal: AbortSignal;
}

/** @returns why it broke off; null at its end */
async function fetchRest(
  bucket: Bucket,
  { first, key, signal, tag }: Rest,
  keep: (chunk: Uint8Array) => Promise<void>,
): Promise<unknown> {
  try {
    const body = await bucket.read(key, { first, tag, signal });
    if (typeof body === 'string') throw replaced();
    for await (const chunk of body as AsyncIterable<Uint8Array>) await keep(chunk);
    return null;
  } catch (failure) {
    signal.throwIfAborted();
    if (isStorageAway(failure)) return failure;
    if (isOfConnection(failure)) return storageAway('a connection broke', failure);
    throw failure;
  }
}

function replaced(): Error {
  return new Error('The object was replaced', { cause: CHANGED });
}

/** Faults of a body that had begun; those of the disk have a path or a call of their own. */
function isOfConnection(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  const code = 'code' in failure ? String(failure.code) : failure.name;
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|ENET|EHOST|ERR_STREAM_PREMATURE_CLOSE|TimeoutError|ERR_SSL)/.test(code) ||
    failure.message === 'aborted'
  );
}

async function unlessAborted<Value>(value: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (signal === undefined) return value;
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([value, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
