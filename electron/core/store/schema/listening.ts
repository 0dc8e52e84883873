/** What listeners decided and noted: verdicts, blind tests, notes. */

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { BlindTestKind } from '../../../../shared/domain/listening/blind-test.ts';
import type { BlindAnswer, Passage, VerdictKind } from '../../../../shared/domain/listening/verdict.ts';
import { jobs } from './jobs.ts';

/** Append-only: what listeners decided about takes. The latest of a listener counts; one that was withdrawn doesn't. */
export const verdicts = sqliteTable(
  'verdict',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    jobId: text()
      .notNull()
      .references(() => jobs.id),
    kind: text().$type<VerdictKind>().notNull(),
    take: text().notNull(),
    /** For `better`: the take that is worse. */
    over: text(),
    listener: text().notNull(),
    withdrawnAt: integer(),
  },
  (table) => [index('verdict_job').on(table.jobId)],
);

/** Blind tests, answer by answer. The seed tells what each trial played. */
export const blindTests = sqliteTable(
  'blind_test',
  {
    id: text().primaryKey(),
    jobId: text()
      .notNull()
      .references(() => jobs.id),
    kind: text().$type<BlindTestKind>().notNull(),
    first: text().notNull(),
    second: text().notNull(),
    seed: text().notNull(),
    trials: integer().notNull(),
    listener: text().notNull(),
    passage: text({ mode: 'json' }).$type<Passage>(),
    answers: text({ mode: 'json' }).$type<readonly BlindAnswer[]>().notNull(),
    startedAt: integer().notNull(),
    /** Null while it runs, and for a test that was stopped before its last trial. */
    finishedAt: integer(),
  },
  (table) => [index('blind_test_job').on(table.jobId), index('blind_test_started').on(table.startedAt)],
);

/** What the person noted about a recording's job. */
export const notes = sqliteTable('note', {
  jobId: text()
    .primaryKey()
    .references(() => jobs.id),
  note: text().notNull(),
  tags: text({ mode: 'json' }).$type<readonly string[]>().notNull(),
  changedAt: integer().notNull(),
});

export type VerdictRow = typeof verdicts.$inferSelect;
export type BlindTestRow = typeof blindTests.$inferSelect;
