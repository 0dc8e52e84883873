/** The tables behind Costs: sums of the ledger, what they are about, and the prices of connections over time. */

import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ModelId } from '../../../shared/domain/models.ts';
import { connections } from './source-tables.ts';

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
