/** What work costs: the ledger, its sums and what they are about, and the prices of connections over time. */

import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { generations, startAttempts } from './generations.ts';
import { connections } from './sources.ts';

/** Append-only. A hold precedes a start; it is then released, or charged and released. A charge for a failed generation is refunded. */
export const ledger = sqliteTable(
  'ledger_entry',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    generationId: text()
      .notNull()
      .references(() => generations.id),
    attemptId: text()
      .notNull()
      .references(() => startAttempts.id),
    kind: text().$type<'hold' | 'charge' | 'release' | 'refund'>().notNull(),
    seconds: integer().notNull(),
    /** Null when the connection has no price. */
    amount: integer(),
    /** For charges and refunds: micro-USD that the 60-second minimum added. Triggers write this and the next column. */
    addedByMinimum: integer(),
    groupId: integer().references(() => costGroups.id),
  },
  (table) => [
    uniqueIndex('ledger_once').on(table.attemptId, table.kind),
    index('ledger_at').on(table.at),
    index('ledger_generation').on(table.generationId),
    index('ledger_group').on(table.groupId, table.at, table.kind),
    // Refunds are rare: looking for them at all other entries would take long.
    index('ledger_refund').on(table.at).where(sql`kind = 'refund'`),
  ],
);

/** What ledger entries are about: one model over one connection, in one batch and one folder. */
export const costGroups = sqliteTable(
  'cost_group',
  {
    id: integer().primaryKey(),
    connectionId: text().notNull(),
    model: text().$type<ModelId>().notNull(),
    batchId: text().notNull(),
    /** The folder of the recording at that time, with its last separator; empty for what came without a path. */
    folder: text().notNull(),
    /** Micro-USD held now. */
    held: integer().notNull().default(0),
  },
  (table) => [uniqueIndex('cost_group_once').on(table.connectionId, table.model, table.batchId, table.folder)],
);

/** Sums for a group in a quarter of an hour, from which the days of every time zone can be put together. Triggers keep them. */
export const costSums = sqliteTable(
  'cost_sum',
  {
    /** Quarters of an hour since the epoch. */
    quarter: integer().notNull(),
    groupId: integer()
      .notNull()
      .references(() => costGroups.id),
    /** Charged generations, without refunded ones. */
    generations: integer().notNull().default(0),
    seconds: integer().notNull().default(0),
    /** Micro-USD, as all amounts here. */
    charged: integer().notNull().default(0),
    refunded: integer().notNull().default(0),
    /** Charged generations without a price. */
    unpriced: integer().notNull().default(0),
    /** Generations for which the minimum added something, and what it added. */
    short: integer().notNull().default(0),
    addedByMinimum: integer().notNull().default(0),
    /** Generations whose results came from history, and what that saved at the price of that time. */
    reused: integer().notNull().default(0),
    saved: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.quarter, table.groupId] }), index('cost_sum_group').on(table.groupId)],
);

/** Prices of a second, each from a time on. Append-only, so that it tells what earlier work was charged at. */
export const pricePeriods = sqliteTable(
  'price_period',
  {
    connectionId: text()
      .notNull()
      .references(() => connections.id),
    model: text().$type<ModelId>().notNull(),
    /** Milliseconds since the epoch. */
    fromAt: integer().notNull(),
    /** Null while it was not known. */
    price: integer(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.model, table.fromAt] })],
);
