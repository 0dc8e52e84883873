/** Writing to the ledger: entries with their postings, and the invoices that are among them. */

import { hashValue } from '../../../../platform/files/hashing.ts';
import { type AccountState, addEntry } from '../../../rules/billing/account-state.ts';
import type { Month } from '../../../rules/billing/calendar.ts';
import { type InvoiceNames, monthEndEntries } from '../../../rules/billing/entries.ts';
import type { Entry, IssuedInvoice } from '../../../rules/billing/ledger.ts';
import { recordAudit } from '../accounts/audit-steps.ts';
import { preparedOnce } from '../prepared.ts';
import { type InvoiceLine, invoices } from '../schema/all.ts';
import type { ServiceDatabase } from '../sqlite-store.ts';

/** Who makes a change, and when. */
export interface Change {
  /** Null for what the service does by itself. */
  readonly actorKeyId: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Lines of what was charged since the last invoice. */
const LINES = `
  select model, count(*) as generations, sum(billable_seconds) as billableSeconds,
    price_per_second as pricePerSecond, sum(amount) as amount
  from ledger_entries join usage on usage.generation_id = ledger_entries.reference
  where ledger_entries.user_id = @userId and kind = 'charge' and sequence > coalesce(
    (select sequence from ledger_entries where user_id = @userId and kind = 'invoice' order by sequence desc limit 1), 0)
  group by model, price_per_second order by model, price_per_second`;

function prepare({ raw }: ServiceDatabase) {
  return {
    meet: raw.prepare<[string]>('insert into billing_accounts (user_id) values (?) on conflict do nothing'),
    entry: raw.prepare<[string, string, string, Month, number]>(
      'insert into ledger_entries (user_id, kind, reference, month, created_at) values (?, ?, ?, ?, ?)',
    ),
    posting: raw.prepare<[number | bigint, string, string, Month, number, number]>(
      'insert into ledger_postings (sequence, account, user_id, month, amount, balance) values (?, ?, ?, ?, ?, ?)',
    ),
    lines: raw.prepare<[{ userId: string }], InvoiceLine>(LINES),
  };
}

const statementsOf = preparedOnce(prepare);

/** The same name whenever it is asked for, and no other account's. */
export function invoiceNames(userId: string): InvoiceNames {
  return (number) => `inv_${hashValue([userId, number]).slice(0, 32)}`;
}

/**
 * Appends entries to an account's ledger. Runs inside an open transaction.
 * @returns the state after them
 */
export function writeEntries(
  database: ServiceDatabase,
  userId: string,
  state: AccountState,
  entries: readonly Entry[],
  change: Change,
): AccountState {
  const statements = statementsOf(database);
  if (entries.length > 0) statements.meet.run(userId);
  let after = state;
  for (const entry of entries) {
    const { kind, reference, month, postings } = entry;
    after = addEntry(after, entry);
    // Before the entry itself is there: the lines begin after the last invoice.
    if (entry.kind === 'invoice') writeInvoice(database, userId, reference, entry.invoice, change);
    const { lastInsertRowid } = statements.entry.run(userId, kind, reference, month, change.now);
    for (const { account, amount } of postings) {
      statements.posting.run(lastInsertRowid, account, userId, month, amount, after.balances[account]);
    }
  }
  return after;
}

/** Closes the months that are over, which comes before any other entry: the service does it by itself. Inside a transaction. */
export function closeMonth(database: ServiceDatabase, userId: string, state: AccountState, now: number): AccountState {
  const entries = monthEndEntries(state, now, invoiceNames(userId));
  return writeEntries(database, userId, state, entries, { actorKeyId: null, now });
}

function writeInvoice(
  database: ServiceDatabase,
  userId: string,
  invoiceId: string,
  invoice: IssuedInvoice,
  { actorKeyId, now }: Change,
): void {
  const lines = statementsOf(database).lines.all({ userId });
  // An invoice that comes to nothing is paid as it is.
  const status = invoice.total === 0 ? ('paid' as const) : ('open' as const);
  const paidAt = invoice.total === 0 ? now : null;
  database.orm
    .insert(invoices)
    .values({ ...invoice, invoiceId, userId, lines, issuedAt: now, status, paidAt })
    .run();
  const { number, reason, total } = invoice;
  const details = { number, reason, total };
  recordAudit(database, { userId, actorKeyId, action: 'billing.invoice.issued', target: invoiceId, details }, now);
}
