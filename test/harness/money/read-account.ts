/** What a store and a book have of the same account, in one form, to be compared. */

import { expect } from 'vitest';
import { currentMonth, spentInMonth } from '../../../electron/service/rules/billing/account-state.ts';
import { type Book, meteredSeconds } from './book.ts';
import { allInvoices, type SqliteAccount } from './sqlite-account.ts';

type Posted = { readonly account: string; readonly amount: number };
const inOrder = (postings: readonly Posted[]) =>
  postings.toSorted((one, other) => (one.account < other.account ? -1 : 1));

/** What the store has of the account. */
export async function readAccount({ store: { billing }, userId, now }: SqliteAccount) {
  const { state, alerts, spentThisMonth, billableSeconds } = await billing.account(userId, now());
  const entries = (await billing.listLedger(userId, { limit: 1_000, before: null })) ?? [];
  const usage = (await billing.listUsage(userId, { limit: 1_000, before: null })) ?? [];
  return {
    state,
    spentThisMonth,
    billableSeconds,
    alerts: alerts.map(({ amount, reachedAt }) => [amount, reachedAt !== null]),
    invoices: (await allInvoices(billing, userId)).toReversed(),
    unpaid: (await billing.unpaidInvoices(userId)).map(({ number }) => number),
    journal: entries
      .toReversed()
      .map(({ kind, reference, month, postings }) => ({ kind, reference, month, postings: inOrder(postings) })),
    usage: usage.map(({ userId: owner, keyId: _key, ...row }) => [owner, row]),
  };
}

/** The same of the book. */
export function readBook(book: Book) {
  const { state, invoices, usage, userId } = book;
  const month = currentMonth(state, book.now);
  return {
    state,
    spentThisMonth: spentInMonth(state, book.now),
    billableSeconds: meteredSeconds(book),
    alerts: state.alerts.map((amount) => [amount, book.reached.includes(`${month} ${amount}`)]),
    invoices: invoices.map((invoice) => expect.objectContaining({ ...invoice, userId })),
    unpaid: invoices.filter(({ status }) => status !== 'paid').map(({ number }) => number),
    journal: book.journal.map(({ kind, reference, month: of, postings }) => ({
      kind,
      reference,
      month: of,
      postings: inOrder(postings),
    })),
    usage: usage
      .toReversed()
      .sort((one, other) => other.recordedAt - one.recordedAt)
      .map((row) => [userId, row]),
  };
}
