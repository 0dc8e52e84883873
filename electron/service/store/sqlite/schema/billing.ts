/** Usage, accounts, ledger and invoices. Amounts are integer micro-USD. Triggers in the migration enforce what is append-only. */

import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { INVOICE_REASONS, INVOICE_STATUSES } from '../../../../../shared/domain/costs/service-invoices.ts';
import type { ModelId } from '../../../../../shared/domain/models.ts';
import type { BilledLine } from '../../../rules/billing/invoices.ts';
import { ENTRY_KINDS, LEDGER_ACCOUNTS } from '../../../rules/billing/ledger.ts';
import { users } from './accounts.ts';
import { generations } from './work.ts';

/** One row for each complete generation. Append-only. */
export const usage = sqliteTable(
  'usage',
  {
    generationId: text()
      .primaryKey()
      .references(() => generations.generationId),
    userId: text().notNull(),
    keyId: text().notNull(),
    model: text().$type<ModelId>().notNull(),
    billableSeconds: integer().notNull(),
    /** Micro-USD a second. */
    pricePerSecond: integer().notNull(),
    /** Micro-USD. */
    amount: integer().notNull(),
    recordedAt: integer().notNull(),
  },
  (table) => [index('usage_user').on(table.userId, table.recordedAt)],
);

/** An account's settings and payment holds. Created on its first billing event. */
export const billingAccounts = sqliteTable('billing_accounts', {
  userId: text()
    .primaryKey()
    .references(() => users.userId),
  /** Two letters, in capitals. */
  billingCountry: text(),
  /** How the payment method is shown; null without one. */
  paymentMethodLabel: text(),
  paymentMethodAddedAt: integer(),
  /** A withdrawal was declined, and an invoice is still unpaid. */
  declinedHold: integer({ mode: 'boolean' }).notNull().default(false),
  operatorHold: integer({ mode: 'boolean' }).notNull().default(false),
  /** Since when the account is held; null while it is not. */
  heldSince: integer(),
  /** When the free tier was asked for while something ran; it follows once nothing does. */
  downgradeAskedAt: integer(),
  /** For a calendar month; null sets no limit. */
  spendLimit: integer(),
});

/** The price agreed at the start of a generation that is not free. Append-only. */
export const generationQuotes = sqliteTable('generation_quotes', {
  generationId: text()
    .primaryKey()
    .references(() => generations.generationId),
  billableSeconds: integer().notNull(),
  pricePerSecond: integer().notNull(),
});

/** Ledger entries. Append-only. */
export const ledgerEntries = sqliteTable(
  'ledger_entries',
  {
    /** Order of the entries. */
    sequence: integer().primaryKey({ autoIncrement: true }),
    userId: text().notNull(),
    kind: text({ enum: ENTRY_KINDS }).notNull(),
    /** Identifier of the generation, invoice or account that the entry is about. */
    reference: text().notNull(),
    /** Months since the year 0. */
    month: integer().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('ledger_entries_once').on(table.reference, table.kind),
    // A hold ends once: in a charge or in a release.
    uniqueIndex('ledger_entries_end').on(table.reference).where(sql`kind in ('charge', 'release')`),
    index('ledger_entries_user').on(table.userId, table.sequence),
    index('ledger_entries_kind').on(table.userId, table.kind, table.sequence),
  ],
);

/** The postings of entries; those of an entry sum to 0. Append-only. */
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
    /** The sum of the account's amounts so far, this posting included. A trigger checks it. */
    balance: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sequence, table.account] }),
    index('ledger_postings_account').on(table.userId, table.account, table.month, table.sequence),
  ],
);

/** Invoices. Their contents never change; their payment status does. */
export const invoices = sqliteTable(
  'invoices',
  {
    invoiceId: text().primaryKey(),
    userId: text().notNull(),
    /** Counts the account's invoices, from 1. */
    number: integer().notNull(),
    reason: text({ enum: INVOICE_REASONS }).notNull(),
    month: integer().notNull(),
    issuedAt: integer().notNull(),
    lines: text({ mode: 'json' }).$type<readonly BilledLine[]>().notNull(),
    usage: integer().notNull(),
    carriedIn: integer().notNull(),
    credit: integer().notNull(),
    carriedOut: integer().notNull(),
    total: integer().notNull(),
    status: text({ enum: INVOICE_STATUSES }).notNull(),
    /** Withdrawals that were declined. */
    declines: integer().notNull().default(0),
    /** When the last withdrawal was answered. */
    answeredAt: integer(),
    paidAt: integer(),
  },
  (table) => [
    uniqueIndex('invoices_number').on(table.userId, table.number),
    index('invoices_status').on(table.status, table.answeredAt),
  ],
);

/** Amounts of a month's usage at which an account is alerted. */
export const billingAlerts = sqliteTable(
  'billing_alerts',
  { userId: text().notNull(), amount: integer().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.amount] })],
);

/** Reached alerts, each once a month. Append-only. */
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

/** The books of the simulated bank, apart from the ledger. Append-only. */
export const bankWithdrawals = sqliteTable('bank_withdrawals', {
  idempotencyKey: text().primaryKey(),
  invoiceId: text().notNull(),
  userId: text().notNull(),
  amount: integer().notNull(),
  outcome: text({ enum: ['paid', 'declined'] }).notNull(),
  createdAt: integer().notNull(),
});
