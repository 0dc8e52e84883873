/**
 * Gives up on places that don't answer, such as a network drive that hangs: a call of the system can't be taken back, and each keeps one of
 * the few threads that all file access shares.
 */

import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { aboutPlace } from '../../../shared/domain/error-messages/places.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { Clock } from '../time/clock.ts';
import { withTimeout } from '../time/deadlines.ts';
import type { Files } from './files.ts';

/** How long a place may take to answer, in milliseconds. `aboutPlace` says it in words. */
const SILENT_MS = 30_000;
/** How long flushing and renaming may take: a slow disk first writes what it still has in memory. */
const LONG_MS = 10 * SILENT_MS;
/** A place that answered so recently may be asked many things at a time. */
const PROVEN_MS = 10_000;
const MOST_PLACES = 1000;

interface Place {
  answeredAt: number;
  /** The first question that is open; null without one. */
  asking: Promise<void> | null;
  /** Whether a question was given up that is still open. */
  silent: boolean;
}

/** Questions that were given up and never came back: while there are any, a process can't end in an orderly way. */
let hanging = 0;

export interface Asker {
  /**
   * @param place a folder
   * @param named in the message, unless it is the place itself
   * @throws CleartakeError placeSilent, at once while an earlier question there is still open
   */
  ask<Answer>(place: string, question: () => Promise<Answer>, milliseconds?: number, named?: string): Promise<Answer>;
}

/** @param silentMs how long a place may take to answer, in milliseconds */
export function createAsker(clock: Clock, silentMs = SILENT_MS): Asker {
  const places = new Map<string, Place>();

  function at(name: string): Place {
    const known = places.get(name);
    if (known !== undefined) return known;
    for (const [other, { asking }] of places) {
      if (places.size < MOST_PLACES) break;
      if (asking === null) places.delete(other);
    }
    const place: Place = { answeredAt: Number.NEGATIVE_INFINITY, asking: null, silent: false };
    places.set(name, place);
    return place;
  }

  return {
    async ask(name, question, milliseconds = silentMs, named = name) {
      const place = at(name);
      // One question alone shows whether the place answers.
      while (place.asking !== null && !place.silent && clock.monotonic() - place.answeredAt > PROVEN_MS)
        await place.asking;
      if (place.silent) throw silence(named);
      const answer = question();
      const settled = Promise.withResolvers<void>();
      place.asking ??= settled.promise;
      const end = () => {
        if (place.asking === settled.promise) place.asking = null;
        settled.resolve();
      };
      let isHanging = false;
      const came = () => {
        place.answeredAt = clock.monotonic();
        if (isHanging) {
          hanging -= 1;
          place.silent = false;
        }
        end();
      };
      answer.then(came, came);
      return await withTimeout(clock, milliseconds, answer, () => {
        isHanging = true;
        hanging += 1;
        place.silent = true;
        end();
        throw silence(named);
      });
    },
  };
}

/** Asks whether a folder, or the nearest one above it, is there at all. @throws CleartakeError placeSilent */
export async function requireAnswer(clock: Clock, folder: string): Promise<void> {
  await createAsker(clock).ask(folder, () => stat(folder).catch(() => undefined));
}

/** The same files, given up where their place doesn't answer. Copying takes as long as it takes, once both places have answered. */
export function answeringFiles(files: Files, { ask }: Asker): Files {
  const within = <Answer>(file: string, question: () => Promise<Answer>, milliseconds?: number) =>
    ask(path.dirname(file), question, milliseconds);

  async function* read(file: string, from?: number, until?: number): AsyncGenerator<Uint8Array> {
    const pieces = files.read(file, from, until)[Symbol.asyncIterator]();
    let isOpen = true;
    try {
      for (;;) {
        const next = await within(file, () => pieces.next());
        if (next.done === true) {
          isOpen = false;
          return;
        }
        yield next.value;
      }
    } finally {
      // Of a file that doesn't answer, closing would wait as long.
      if (isOpen) void pieces.return?.(undefined).catch(() => undefined);
    }
  }

  return {
    facts: (file) => within(file, () => files.facts(file)),
    realPath: (file) => within(file, () => files.realPath(file)),
    list: (folder) => ask(folder, () => files.list(folder)),
    makeFolder: (folder) => ask(path.dirname(folder), () => files.makeFolder(folder), undefined, folder),
    remove: (file) => within(file, () => files.remove(file)),
    isReadable: (file) => within(file, () => files.isReadable(file)).catch(() => false),
    async hash(file, signal) {
      const hash = createHash('sha256');
      for await (const piece of read(file)) {
        signal?.throwIfAborted();
        hash.update(piece);
      }
      return hash.digest('hex');
    },
    read,
    async write(file, keep) {
      const open = await within(file, () => files.write(file, keep));
      return {
        write: (pieces) => within(file, () => open.write(pieces)),
        sync: () => within(file, open.sync, LONG_MS),
        close: () => within(file, open.close),
      };
    },
    commit: (temporary, target) => within(target, () => files.commit(temporary, target), LONG_MS),
    openToFlush: files.openToFlush,
    setModified: (file, time) => within(file, () => files.setModified(file, time)),
    append: (file, bytes) => within(file, () => files.append(file, bytes), LONG_MS),
    async copy(source, temporary) {
      await within(source, () => files.facts(source));
      await within(temporary, () => files.remove(temporary));
      await files.copy(source, temporary);
    },
    takeFreeName: (temporary, target) => within(target, () => files.takeFreeName(temporary, target), LONG_MS),
    freeBytes: (folder) => ask(folder, () => files.freeBytes(folder)).catch(() => null),
  };
}

function silence(place: string): CleartakeError {
  return new CleartakeError('placeSilent', { detail: place, parts: aboutPlace('placeSilent', place) });
}

/**
 * Ends a process whose threads hang in calls of the system: an orderly end would wait for them for ever. Does nothing where none hangs.
 * Call it when all else is done.
 */
export function leaveHangingCalls(): void {
  if (hanging > 0) process.kill(process.pid, 'SIGKILL');
}
