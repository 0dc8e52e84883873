/** Money: the meter, and what becomes of it. Amounts are integer micro-USD. */

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { MODEL_IDS } from '../../../../shared/domain/models.ts';
import { generations } from './work.ts';

/** The meter: one row for each complete generation, never more. */
export const usage = sqliteTable(
  'usage',
  {
    generationId: text()
      .primaryKey()
      .references(() => generations.generationId),
    userId: text().notNull(),
    keyId: text().notNull(),
    model: text({ enum: MODEL_IDS }).notNull(),
    billableSeconds: integer().notNull(),
    /** Micro-USD a second. */
    pricePerSecond: integer().notNull(),
    /** Micro-USD. */
    amount: integer().notNull(),
    recordedAt: integer().notNull(),
  },
  (table) => [index('usage_user').on(table.userId, table.recordedAt)],
);
