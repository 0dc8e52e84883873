/** Writing to the ledger: entries, postings and invoices. */

import { invoiceIssued } from '../../../rules/audit-events.ts';
import { type AccountState, addEntry } from '../../../rules/billing/account-state.ts';
import type { Month } from '../../../rules/billing/calendar.ts';
import { type BilledLine, newInvoiceStatus } from '../../../rules/billing/invoices.ts';
import type { IssuedInvoice, NewEntry } from '../../../rules/billing/ledger.ts';
import { INVOICE_LINES } from '../../account-rows.ts';
import type { Change } from '../../billing-port.ts';
import { recordAudit } from '../accounts/audit.ts';
import { preparedOnce, type ServiceDatabase } from '../database.ts';
import { invoices } from '../schema/all.ts';

function prepare({ raw }: ServiceDatabase) {
  return {
    meet: raw.prepare<[string]>('insert into billing_accounts (user_id) values (?) on conflict do nothing'),
    entry: raw.prepare<[string, string, string, Month, number]>(
      'insert into ledger_entries (user_id, kind, reference, month, created_at) values (?, ?, ?, ?, ?)',
    ),
    posting: raw.prepare<[number | bigint, string, string, Month, number, number]>(
      'insert into ledger_postings (sequence, account, user_id, month, amount, balance) values (?, ?, ?, ?, ?, ?)',
    ),
    lines: raw.prepare<[{ userId: string }], BilledLine>(INVOICE_LINES),
  };
}

const statementsOf = preparedOnce(prepare);

/**
 * Appends entries to an account's ledger. Runs inside an open transaction.
 * @param state before the entries
 */
export function writeEntries(
  database: ServiceDatabase,
  userId: string,
  state: AccountState,
  entries: readonly NewEntry[],
  change: Change,
): void {
  const statements = statementsOf(database);
  if (entries.length > 0) statements.meet.run(userId);
  let after = state;
  for (const entry of entries) {
    const { kind, reference, month, postings } = entry;
    after = addEntry(after, entry);
    // Before the entry itself: the lines begin after the last invoice entry.
    if (entry.kind === 'invoice') writeInvoice(database, userId, reference, entry.invoice, change);
    const { lastInsertRowid } = statements.entry.run(userId, kind, reference, month, change.now);
    for (const { account, amount } of postings) {
      statements.posting.run(lastInsertRowid, account, userId, month, amount, after.balances[account]);
    }
  }
}

function writeInvoice(
  database: ServiceDatabase,
  userId: string,
  invoiceId: string,
  invoice: IssuedInvoice,
  { actorKeyId, now }: Change,
): void {
  const lines = statementsOf(database).lines.all({ userId });
  database.orm
    .insert(invoices)
    .values({ ...invoice, ...newInvoiceStatus(invoice.total, now), invoiceId, userId, lines, issuedAt: now })
    .run();
  recordAudit(database, invoiceIssued(userId, invoiceId, invoice, actorKeyId), now);
}
