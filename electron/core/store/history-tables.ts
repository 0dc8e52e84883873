/** What the search index of History is kept in step by. */

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Jobs that changed since the search index of History was last brought up to date. Triggers of the migrations write it. */
export const historyMarks = sqliteTable('history_mark', {
  jobId: text().primaryKey(),
  /** Grows with every change, so that one that comes while the index is written isn't lost. */
  changes: integer().notNull(),
});
