/**
 * The start journal: a file beside the store that records every start after its intent is durable in the store and before anything is
 * sent. A store that lacks one of these starts is older than the last payment, however intact it is.
 */

import { eq, inArray, sql } from 'drizzle-orm';
import { toDiskError } from '../../../platform/files/file-errors.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { RawDatabase } from '../../../platform/sqlite.ts';
import { generations, jobs, type Orm, startAttempts } from '../schema.ts';
import {
  appendToJournal,
  bytesOf,
  cutTornTail,
  isTooLong,
  type JournaledStart,
  readJournal,
  writeJournal,
} from './journal-file.ts';

export interface StartJournal {
  /** Notes an attempt that was inserted in a transaction, which may still be rolled back. */
  noteAttempt(attemptId: string): void;
  /** Takes the noted attempts that were committed and forgets the others. Call it right after the commit. */
  takeCommitted(): readonly JournaledStart[];
  /** Records starts whose intents are durable. @throws Error when the file cannot be written: then nothing may be sent */
  append(starts: readonly JournaledStart[]): void;
  /** The same without blocking the event loop; calls at the same time share one write. */
  appendTogether(starts: readonly JournaledStart[]): Promise<void>;
}

export const NO_JOURNAL: StartJournal = {
  noteAttempt: () => undefined,
  takeCommitted: () => [],
  append: () => undefined,
  appendTogether: () => Promise.resolve(),
};

export function startJournalPath(database: string): string {
  return `${database.replace(/\.sqlite$/, '')}.starts`;
}

/** Rewrites the file when it is missing, damaged or too long, or when the caller asks for it. */
export function openStartJournal(
  orm: Orm,
  files: Pick<Files, 'append'>,
  path: string,
  mustRewrite: boolean,
): StartJournal {
  const seen: string[] = [];
  /** Committed attempts that may not be on the disk yet. */
  const notDurable = new Set<string>();
  const waiting: JournaledStart[] = [];
  let isTorn = false;
  if (mustRewrite || isTooLong(path) || !Number.isFinite(readJournal(path).from)) rewrite();
  else cutTornTail(path);

  /** Leaves out what is not durable: the journal must never know a start that the store may lose. */
  function rewrite(): void {
    writeJournal(
      path,
      startsInStore(orm).filter(({ attemptId }) => !notDurable.has(attemptId)),
    );
  }

  function becameDurable(starts: readonly JournaledStart[]): void {
    for (const { attemptId } of starts) notDurable.delete(attemptId);
  }

  /** Rewrites the file after a failed append. @returns whether that was necessary: it then has every start */
  function mend(): boolean {
    if (!isTorn) return false;
    rewrite();
    isTorn = false;
    return true;
  }

  /** The file may end with half a line: the next append rewrites it with these starts. */
  function failed(cause: unknown): unknown {
    isTorn = true;
    return toDiskError(cause);
  }

  const writeWaiting = coalesce(async () => {
    const starts = waiting.splice(0);
    try {
      if (!mend()) await files.append(path, bytesOf(starts));
    } catch (cause) {
      throw failed(cause);
    }
  });

  return {
    noteAttempt: (attemptId) => void seen.push(attemptId),
    takeCommitted() {
      if (seen.length === 0) return [];
      const starts = startsInStore(orm, seen.splice(0));
      for (const { attemptId } of starts) notDurable.add(attemptId);
      return starts;
    },
    append(starts) {
      if (starts.length === 0) return;
      becameDurable(starts);
      try {
        if (!mend()) appendToJournal(path, starts);
      } catch (cause) {
        throw failed(cause);
      }
    },
    async appendTogether(starts) {
      if (starts.length === 0) return;
      becameDurable(starts);
      waiting.push(...starts);
      await writeWaiting();
    },
  };
}

/** In the order of insertion, which does not depend on the clock. @param attemptIds all attempts when omitted */
function startsInStore(orm: Orm, attemptIds?: readonly string[]): JournaledStart[] {
  const rows = orm
    .select({
      attemptId: startAttempts.id,
      generationId: generations.id,
      jobId: jobs.id,
      connectionId: jobs.connectionId,
      projectId: generations.projectId,
      model: generations.model,
      at: startAttempts.intentAt,
    })
    .from(startAttempts)
    .innerJoin(generations, eq(generations.id, startAttempts.generationId))
    .innerJoin(jobs, eq(jobs.id, generations.jobId))
    .where(attemptIds === undefined ? undefined : inArray(startAttempts.id, [...attemptIds]))
    .orderBy(sql`${startAttempts}.rowid`)
    .all();
  return rows.map((row) => ({ ...row, projectId: row.projectId ?? '' }));
}

export interface WalFlush {
  /** Resolves when every commit before the call is on the disk. @throws Error when the flush failed */
  flush(): Promise<void>;
  close(): void;
}

/**
 * The log stays open, so that the operating system reports here a write error that SQLite meets, or ignores in a checkpoint. After a failed
 * flush the system may consider the lost pages written. The whole log is then checkpointed into the database, which writes them again,
 * before anything counts as durable.
 * @param path path of the database
 */
export function createWalFlush(raw: RawDatabase, files: Pick<Files, 'openToFlush'>, path: string): WalFlush {
  const log = files.openToFlush(`${path}-wal`);
  let isDoubtful = false;

  function mend(): void {
    if (!isDoubtful) return;
    const [outcome] = raw.pragma('wal_checkpoint(TRUNCATE)') as readonly { readonly busy: number }[];
    if (outcome?.busy !== 0) throw new Error('The log could not be flushed, and is being read');
    isDoubtful = false;
  }

  return {
    flush: coalesce(async () => {
      mend();
      try {
        await log.flush();
      } catch (failure) {
        isDoubtful = true;
        throw failure;
      }
    }),
    close: () => log.close(),
  };
}

/**
 * @param work covers everything that existed when the run started
 * @returns a function that resolves when a run that started after the call has finished. Callers during a run share the next one; when it
 *   fails, all of them get the error
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function run(): Promise<void> {
    next = null;
    running = work().finally(() => {
      running = null;
    });
    return running;
  }

  return () => {
    if (next !== null) return next;
    if (running === null) return run();
    next = running.then(run, run);
    return next;
  };
}
