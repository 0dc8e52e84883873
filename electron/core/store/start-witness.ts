/**
 * The witness of starts. Every start is told to a file beside the store after its intent is durable there, and before anything is sent:
 * a store that does not know all of them is older than the last payment, however intact it is.
 */

import { asc, eq, inArray } from 'drizzle-orm';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isErrno } from '../../platform/atomic-files.ts';
import type { Orm } from './open-store.ts';
import { generations, jobs, startAttempts } from './schema.ts';
import {
  addToTestimony,
  cutTornTail,
  isTooLong,
  readTestimony,
  type WitnessedStart,
  writeTestimony,
} from './testimony.ts';

export interface StartWitness {
  /** An attempt is inserted, in a transaction that may yet be rolled back. */
  see(attemptId: string): void;
  /** Writes down the attempts seen that were committed. @throws Error when the file cannot be written: nothing may be sent then */
  testify(): void;
}

export const NO_WITNESS: StartWitness = { see: () => undefined, testify: () => undefined };

export function witnessPath(database: string): string {
  return `${database.replace(/\.sqlite$/, '')}.starts`;
}

/** The file is written anew when it is missing, damaged or long, or when that is asked for. */
export function createStartWitness(orm: Orm, path: string, anew: boolean): StartWitness {
  const seen: string[] = [];
  const isUseless = isTooLong(path) || !Number.isFinite(readTestimony(path).from);
  if (anew || isUseless) writeTestimony(path, startsInStore(orm));
  else cutTornTail(path);
  return {
    see: (attemptId) => void seen.push(attemptId),
    testify() {
      if (seen.length === 0) return;
      const committed = startsInStore(orm, seen.splice(0));
      if (committed.length === 0) return;
      try {
        addToTestimony(path, committed);
      } catch (cause) {
        throw isErrno(cause, 'ENOSPC', 'EDQUOT') ? new CleartakeError('diskFull', { cause }) : cause;
      }
    },
  };
}

/** Oldest first; those of these attempts, or all. */
export function startsInStore(orm: Orm, attemptIds?: readonly string[]): WitnessedStart[] {
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
    .orderBy(asc(startAttempts.intentAt))
    .all();
  return rows.map((row) => ({ ...row, projectId: row.projectId ?? '' }));
}
