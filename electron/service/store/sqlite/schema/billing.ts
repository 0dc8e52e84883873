/** Money: the meter, and what becomes of it. Amounts are integer micro-USD. Triggers of the migration keep what is append-only. */

import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { MODEL_IDS } from '../../../../../shared/domain/models.ts';
import { INVOICE_STATUSES, type InvoiceLine } from '../../../rules/billing/invoices.ts';
import { ENTRY_KINDS, INVOICE_REASONS, LEDGER_ACCOUNTS } from '../../../rules/billing/ledger.ts';
import { users } from './accounts.ts';
import { generations } from './work.ts';

/** The meter: one row for each complete generation, never more. Append-only. */
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

/** What an account chose, and whether its payments are in order. Made when billing first meets the account. */
export const billingAccounts = sqliteTable('billing_accounts', {
  userId: text()
    .primaryKey()
    .references(() => users.userId),
  /** Two letters, in capitals. */
  billingCountry: text(),
  /** What people see of the payment method; null without one. */
  paymentMethodLabel: text(),
  paymentMethodAddedAt: integer(),
  /** A withdrawal was declined and nothing was paid since. */
  declinedHold: integer({ mode: 'boolean' }).notNull().default(false),
  operatorHold: integer({ mode: 'boolean' }).notNull().default(false),
  /** For a calendar month; null sets no limit. */
  spendLimit: integer(),
});

/** The price agreed at the start of a generation that costs something. Append-only. */
export const generationQuotes = sqliteTable('generation_quotes', {
  generationId: text()
    .primaryKey()
    .references(() => generations.generationId),
  billableSeconds: integer().notNull(),
  pricePerSecond: integer().notNull(),
});

/** Entries of the ledger. Append-only. */
export const ledgerEntries = sqliteTable(
  'ledger_entries',
  {
    /** Order of the entries. */
    sequence: integer().primaryKey({ autoIncrement: true }),
    userId: text().notNull(),
    kind: text({ enum: ENTRY_KINDS }).notNull(),
    /** Identifier of the generation, invoice or account that it is about. */
    reference: text().notNull(),
    /** Months since the year 0. */
    month: integer().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('ledger_entries_once').on(table.reference, table.kind),
    // A hold ends once: as a charge or as a release.
    uniqueIndex('ledger_entries_end').on(table.reference).where(sql`kind in ('charge', 'release')`),
    index('ledger_entries_user').on(table.userId, table.sequence),
    index('ledger_entries_kind').on(table.userId, table.kind, table.sequence),
  ],
);

/** Postings of the entries; those of an entry sum to 0. Append-only. */
export const ledgerPostings = sqliteTable(
  'ledger_postings',
  {
    sequence: integer()
      .notNull()
      .references(() => ledgerEntries.sequence),
    account: text({ enum: LEDGER_ACCOUNTS }).notNull(),
    userId: text().notNull(),
    month: integer().notNull(),
    /** A debit is positive, a credit negative. */
    amount: integer().notNull(),
    /** Of the user's account with this posting: the sum of its amounts so far, as a trigger checks. */
    balance: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sequence, table.account] }),
    index('ledger_postings_account').on(table.userId, table.account, table.month, table.sequence),
  ],
);

/** Invoices. What they say never changes; whether they are paid does. */
export const invoices = sqliteTable(
  'invoices',
  {
    invoiceId: text().primaryKey(),
    userId: text().notNull(),
    /** Of the account, from 1. */
    number: integer().notNull(),
    reason: text({ enum: INVOICE_REASONS }).notNull(),
    month: integer().notNull(),
    issuedAt: integer().notNull(),
    lines: text({ mode: 'json' }).$type<readonly InvoiceLine[]>().notNull(),
    usage: integer().notNull(),
    carriedIn: integer().notNull(),
    credit: integer().notNull(),
    carriedOut: integer().notNull(),
    total: integer().notNull(),
    status: text({ enum: INVOICE_STATUSES }).notNull(),
    /** Withdrawals that were declined. */
    declines: integer().notNull().default(0),
    /** Of the last withdrawal that was answered. */
    answeredAt: integer(),
    paidAt: integer(),
  },
  (table) => [
    uniqueIndex('invoices_number').on(table.userId, table.number),
    index('invoices_status').on(table.status, table.answeredAt),
  ],
);

/** Amounts of a month's usage that an account wants to hear of. */
export const billingAlerts = sqliteTable(
  'billing_alerts',
  { userId: text().notNull(), amount: integer().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.amount] })],
);

/** Alerts that were reached, each once a month. Append-only. */
export const reachedAlerts = sqliteTable(
  'reached_alerts',
  {
    userId: text().notNull(),
    amount: integer().notNull(),
    month: integer().notNull(),
    reachedAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.month, table.amount] })],
);

/** The books of the simulated bank, which knows nothing of ours. Append-only. */
export const bankWithdrawals = sqliteTable('bank_withdrawals', {
  idempotencyKey: text().primaryKey(),
  invoiceId: text().notNull(),
  userId: text().notNull(),
  amount: integer().notNull(),
  outcome: text({ enum: ['paid', 'declined'] }).notNull(),
  createdAt: integer().notNull(),
});
