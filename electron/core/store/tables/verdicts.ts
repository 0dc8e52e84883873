/** What listeners decided: verdicts, blind tests and notes. */

import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { BlindAnswer } from '../../../../shared/domain/listening/verdict.ts';
import {
  type BlindTestRow,
  blindTests,
  jobs,
  notes,
  type Orm,
  recordings,
  type VerdictRow,
  verdicts,
} from '../schema.ts';
import { isInList, preparedRows } from '../statements/prepared.ts';

/** Finished tests that are looked through for those of the same show. */
const MOST_TESTS = 500;

export function verdictTable(orm: Orm) {
  const standing = preparedRows(orm, verdicts, (all) =>
    all.where(and(isInList(verdicts.jobId, 'ids'), isNull(verdicts.withdrawnAt))).orderBy(desc(verdicts.id)),
  );
  const noted = preparedRows(orm, notes, (all) => all.where(isInList(notes.jobId, 'ids')));

  return {
    give(verdict: typeof verdicts.$inferInsert): void {
      orm.insert(verdicts).values(verdict).run();
    },
    withdraw(jobId: string, id: number, at: number): void {
      orm
        .update(verdicts)
        .set({ withdrawnAt: at })
        .where(and(eq(verdicts.id, id), eq(verdicts.jobId, jobId), isNull(verdicts.withdrawnAt)))
        .run();
    },
    /** Those that stand, newest first. */
    ofJobs(jobIds: readonly string[]): VerdictRow[] {
      return standing.all({ ids: JSON.stringify(jobIds) });
    },
    startTest(test: typeof blindTests.$inferInsert): void {
      orm.insert(blindTests).values(test).run();
    },
    findTest(id: string): BlindTestRow | undefined {
      return orm.select().from(blindTests).where(eq(blindTests.id, id)).get();
    },
    /** @param finishedAt null while trials are left */
    setAnswers(id: string, answers: readonly BlindAnswer[], finishedAt: number | null): void {
      orm.update(blindTests).set({ answers, finishedAt }).where(eq(blindTests.id, id)).run();
    },
    /** Finished tests with their recordings, newest first. */
    finishedTests() {
      return orm
        .select({ test: blindTests, recording: recordings })
        .from(blindTests)
        .innerJoin(jobs, eq(jobs.id, blindTests.jobId))
        .innerJoin(recordings, eq(recordings.id, jobs.recordingId))
        .where(isNotNull(blindTests.finishedAt))
        .orderBy(desc(blindTests.finishedAt))
        .limit(MOST_TESTS)
        .all();
    },
    /** Who gave the last verdict or took the last test; empty when nobody did. */
    lastListener(): string {
      const verdict = orm.select().from(verdicts).orderBy(desc(verdicts.id)).limit(1).get();
      const test = orm.select().from(blindTests).orderBy(desc(blindTests.startedAt)).limit(1).get();
      return ((test?.startedAt ?? 0) > (verdict?.at ?? 0) ? test?.listener : verdict?.listener) ?? '';
    },
    setNote(note: typeof notes.$inferInsert): void {
      const { jobId, ...set } = note;
      orm.insert(notes).values(note).onConflictDoUpdate({ target: notes.jobId, set }).run();
    },
    notesOf(jobIds: readonly string[]): (typeof notes.$inferSelect)[] {
      return noted.all({ ids: JSON.stringify(jobIds) });
    },
  };
}
