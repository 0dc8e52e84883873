/**
 * The journal of starts. Every start is told to a file beside the store after its intent is durable there, and before anything is sent:
 * a store that does not know all of them is older than the last payment, however intact it is.
 */

import { eq, inArray, sql } from 'drizzle-orm';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { isErrno } from '../../../platform/files/atomic-files.ts';
import type { Files } from '../../../platform/files/files.ts';
import { together } from '../../../platform/time/coalesce.ts';
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
  /** An attempt is inserted, in a transaction that may yet be rolled back. */
  noteAttempt(attemptId: string): void;
  /** Attempts seen that were committed; those that were not will never be. Call it right after the commit. */
  takeCommitted(): readonly JournaledStart[];
  /** Writes starts down whose intents are durable. @throws Error when the file cannot be written: nothing may be sent then */
  append(starts: readonly JournaledStart[]): void;
  /** The same with the loop free meanwhile, in one write for all who ask at the same time. */
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

/** The file is written anew when it is missing, damaged or long, or when that is asked for. */
export function openStartJournal(
  orm: Orm,
  files: Pick<Files, 'append'>,
  path: string,
  isAskedAnew: boolean,
): StartJournal {
  const seen: string[] = [];
  /** Committed, and not known to be on the disk. */
  const notDurable = new Set<string>();
  const waiting: JournaledStart[] = [];
  let isTorn = false;
  if (isAskedAnew || isTooLong(path) || !Number.isFinite(readJournal(path).from)) writeAnew();
  else cutTornTail(path);

  /** The store must have what the journal knows, whatever comes. */
  function writeAnew(): void {
    writeJournal(
      path,
      startsInStore(orm).filter(({ attemptId }) => !notDurable.has(attemptId)),
    );
  }

  function becameDurable(starts: readonly JournaledStart[]): void {
    for (const { attemptId } of starts) notDurable.delete(attemptId);
  }

  /** @returns whether the file was in need of it: it now holds every start */
  function mend(): boolean {
    if (!isTorn) return false;
    writeAnew();
    isTorn = false;
    return true;
  }

  /** Some of it may be there, or the half of a line: the next start is told in a whole file, and these with it. */
  function failed(cause: unknown): unknown {
    isTorn = true;
    return isErrno(cause, 'ENOSPC', 'EDQUOT') ? new CleartakeError('diskFull', { cause }) : cause;
  }

  const writeWaiting = together(async () => {
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

/** In the order in which they came to be there, whatever the clock said; those of these attempts, or all. */
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
