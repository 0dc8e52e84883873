/** Writing to the ledger: entries, postings and invoices. */

import { invoiceIssued } from '../../../rules/audit-events.ts';
import { type AccountState, addEntry } from '../../../rules/billing/account-state.ts';
import { type BilledLine, newInvoiceStatus } from '../../../rules/billing/invoices.ts';
import type { IssuedInvoice, NewEntry } from '../../../rules/billing/ledger.ts';
import { INVOICE_LINES } from '../../account-rows.ts';
import type { Change } from '../../billing-port.ts';
import { addAudit } from '../accounts/audit.ts';
import type { OpenWork } from '../connection/database.ts';
import { nameStatement } from '../connection/statements.ts';
import { billingRows, entryRows, invoiceRows, postingRows } from '../schema/all.ts';

const LINES = nameStatement('invoice_lines', INVOICE_LINES);

/**
 * Appends entries to the ledger of an account that is locked.
 * @param state before the entries
 */
export async function appendEntries(
  work: OpenWork,
  userId: string,
  state: AccountState,
  entries: readonly NewEntry[],
  change: Change,
): Promise<void> {
  const { orm } = work;
  if (entries.length > 0) await orm.insert(billingRows).values({ userId }).onConflictDoNothing();
  let after = state;
  for (const entry of entries) {
    const { kind, reference, month, postings } = entry;
    after = addEntry(after, entry);
    // Before the entry itself: the lines begin after the last invoice entry.
    if (entry.kind === 'invoice') await issue(work, userId, reference, entry.invoice, change);
    const row = { userId, kind, reference, month, createdAt: change.now };
    const [added] = await orm.insert(entryRows).values(row).returning({ sequence: entryRows.sequence });
    if (added === undefined) throw new TypeError('An entry of the ledger was not written');
    const { sequence } = added;
    const { balances } = after;
    if (postings.length === 0) continue;
    await orm.insert(postingRows).values(
      postings.map(({ account, amount }) => ({
        sequence,
        account,
        userId,
        month,
        amount,
        balance: balances[account],
      })),
    );
  }
}

async function issue(
  work: OpenWork,
  userId: string,
  invoiceId: string,
  invoice: IssuedInvoice,
  { actorKeyId, now }: Change,
): Promise<void> {
  const lines = await work.rows<BilledLine>(LINES, { userId });
  const status = newInvoiceStatus(invoice.total, now);
  await work.orm.insert(invoiceRows).values({ ...invoice, ...status, invoiceId, userId, lines, issuedAt: now });
  await addAudit(work, invoiceIssued(userId, invoiceId, invoice, actorKeyId), now);
}
