/** Usage, accounts, ledger and invoices. Amounts are integer micro-USD. Triggers in the migration enforce what is append-only. */

import { sql } from 'drizzle-orm';
import { boolean, index, integer, json, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ModelId } from '../../../../../shared/domain/models.ts';
import type { BilledLine, InvoiceStatus } from '../../../rules/billing/invoices.ts';
import type { EntryKind, InvoiceReason, LedgerAccount } from '../../../rules/billing/ledger.ts';
import { userRows } from './accounts.ts';
import { exactText, wholeNumber, writtenOrder } from './columns.ts';
import { generationRows } from './work.ts';

/** One row for each complete generation. Append-only. */
export const usageRows = pgTable(
  'usage',
  {
    generationId: exactText()
      .primaryKey()
      .references(() => generationRows.generationId),
    sequence: writtenOrder(),
    userId: exactText().notNull(),
    keyId: exactText().notNull(),
    model: exactText().$type<ModelId>().notNull(),
    billableSeconds: wholeNumber().notNull(),
    pricePerSecond: wholeNumber().notNull(),
    amount: wholeNumber().notNull(),
    recordedAt: wholeNumber().notNull(),
  },
  (table) => [index('usage_user').on(table.userId, table.recordedAt, table.sequence)],
);

export const billingRows = pgTable('billing_accounts', {
  userId: exactText()
    .primaryKey()
    .references(() => userRows.userId),
  billingCountry: exactText(),
  paymentMethodLabel: exactText(),
  paymentMethodAddedAt: wholeNumber(),
  declinedHold: boolean().notNull().default(false),
  operatorHold: boolean().notNull().default(false),
  heldSince: wholeNumber(),
  downgradeAskedAt: wholeNumber(),
  spendLimit: wholeNumber(),
});

/** The price agreed at the start of a generation that is not free. Append-only. */
export const quoteRows = pgTable('generation_quotes', {
  generationId: exactText()
    .primaryKey()
    .references(() => generationRows.generationId),
  billableSeconds: wholeNumber().notNull(),
  pricePerSecond: wholeNumber().notNull(),
});

/** Append-only. */
export const entryRows = pgTable(
  'ledger_entries',
  {
    sequence: writtenOrder().primaryKey(),
    userId: exactText().notNull(),
    kind: exactText().$type<EntryKind>().notNull(),
    reference: exactText().notNull(),
    month: integer().notNull(),
    createdAt: wholeNumber().notNull(),
  },
  (table) => [
    uniqueIndex('ledger_entries_once').on(table.reference, table.kind),
    // A hold ends once: in a charge or in a release.
    uniqueIndex('ledger_entries_end').on(table.reference).where(sql`kind in ('charge', 'release')`),
    index('ledger_entries_user').on(table.userId, table.sequence),
    index('ledger_entries_kind').on(table.userId, table.kind, table.sequence),
    index('ledger_entries_month').on(table.month),
  ],
);

/** The postings of entries; those of an entry sum to 0. Append-only. */
export const postingRows = pgTable(
  'ledger_postings',
  {
    sequence: wholeNumber()
      .notNull()
      .references(() => entryRows.sequence),
    account: exactText().$type<LedgerAccount>().notNull(),
    userId: exactText().notNull(),
    month: integer().notNull(),
    amount: wholeNumber().notNull(),
    /** The sum of the account's amounts so far, this posting included. A trigger checks it. */
    balance: wholeNumber().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sequence, table.account] }),
    index('ledger_postings_account').on(table.userId, table.account, table.month, table.sequence),
  ],
);

/** Their contents never change; their payment status does. */
export const invoiceRows = pgTable(
  'invoices',
  {
    invoiceId: exactText().primaryKey(),
    userId: exactText().notNull(),
    number: integer().notNull(),
    reason: exactText().$type<InvoiceReason>().notNull(),
    month: integer().notNull(),
    issuedAt: wholeNumber().notNull(),
    lines: json().$type<readonly BilledLine[]>().notNull(),
    usage: wholeNumber().notNull(),
    carriedIn: wholeNumber().notNull(),
    credit: wholeNumber().notNull(),
    carriedOut: wholeNumber().notNull(),
    total: wholeNumber().notNull(),
    status: exactText().$type<InvoiceStatus>().notNull(),
    declines: integer().notNull().default(0),
    answeredAt: wholeNumber(),
    paidAt: wholeNumber(),
  },
  (table) => [
    uniqueIndex('invoices_number').on(table.userId, table.number),
    index('invoices_status').on(table.status, table.answeredAt),
  ],
);

export const alertRows = pgTable(
  'billing_alerts',
  { userId: exactText().notNull(), amount: wholeNumber().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.amount] })],
);

/** Reached alerts, each once a month. Append-only. */
export const reachedRows = pgTable(
  'reached_alerts',
  {
    userId: exactText().notNull(),
    amount: wholeNumber().notNull(),
    month: integer().notNull(),
    reachedAt: wholeNumber().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.month, table.amount] })],
);

/** The books of the simulated bank, apart from the ledger. Append-only. */
export const withdrawalRows = pgTable('bank_withdrawals', {
  idempotencyKey: exactText().primaryKey(),
  invoiceId: exactText().notNull(),
  userId: exactText().notNull(),
  amount: wholeNumber().notNull(),
  outcome: exactText().$type<'paid' | 'declined'>().notNull(),
  createdAt: wholeNumber().notNull(),
});
