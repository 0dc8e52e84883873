/** The ledger: accounts, entries and balanced postings. Amounts are integer micro-USD. */

import type { INVOICE_REASONS } from '../../../../shared/domain/costs/service-invoices.ts';
import type { MicroUsd } from '../../../../shared/domain/money.ts';
import type { Month } from './calendar.ts';

/**
 * Debits are positive, credits negative; the postings of an entry sum to 0.
 *
 * `held` against `reserved`: what running generations may cost. It is set aside, not owed, and both end at 0. `unbilled` against
 * `revenue`: what complete generations cost; `revenue` is never reversed, so it is the lifetime usage. `carried`: what the last
 * invoice left for the next one. `receivable`: invoiced, not paid. `bank`: paid. `credit` against `promotion`: unused credit, and
 * all credit ever given.
 */
export const LEDGER_ACCOUNTS = [
  'held',
  'reserved',
  'unbilled',
  'carried',
  'receivable',
  'bank',
  'credit',
  'promotion',
  'revenue',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

export interface Posting {
  readonly account: LedgerAccount;
  /** Not 0. */
  readonly amount: MicroUsd;
}

/** Each kind occurs at most once for a reference, and only one of `charge` and `release`. */
export const ENTRY_KINDS = ['hold', 'release', 'charge', 'credit', 'invoice', 'payment'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export type InvoiceReason = (typeof INVOICE_REASONS)[number];

/** The amounts of an invoice: `usage + carriedIn = credit + total + carriedOut`, to the micro-USD. */
export interface InvoiceAmounts {
  readonly usage: MicroUsd;
  readonly carriedIn: MicroUsd;
  /** Promotional credit used. */
  readonly credit: MicroUsd;
  readonly carriedOut: MicroUsd;
  /** In whole cents: 0, or at least 0.50 USD. */
  readonly total: MicroUsd;
}

export interface IssuedInvoice extends InvoiceAmounts {
  readonly reason: InvoiceReason;
  /** The month of the usage. */
  readonly month: Month;
  /** Counts the account's invoices, from 1. */
  readonly number: number;
}

interface EntryBase {
  /** Identifier of the generation, invoice or account that the entry is about. */
  readonly reference: string;
  readonly month: Month;
  readonly postings: readonly Posting[];
}

export type NewEntry =
  | (EntryBase & { readonly kind: Exclude<EntryKind, 'invoice'> })
  | (EntryBase & { readonly kind: 'invoice'; readonly invoice: IssuedInvoice });

export type Balances = Readonly<Record<LedgerAccount, MicroUsd>>;

export const NO_BALANCES: Balances = Object.freeze(
  Object.fromEntries(LEDGER_ACCOUNTS.map((account) => [account, 0])),
) as Balances;

/** The postings of these movements, without those of 0. */
export function postingsOf(moves: Partial<Record<LedgerAccount, MicroUsd>>): Posting[] {
  const postings: Posting[] = [];
  for (const account of LEDGER_ACCOUNTS) {
    const amount = moves[account];
    if (amount !== undefined && amount !== 0) postings.push({ account, amount });
  }
  return postings;
}

/** @throws RangeError when the entry does not balance, or when a balance would no longer be exact (2^53 micro-USD) */
export function addPostings(balances: Balances, postings: readonly Posting[]): Balances {
  const after = { ...balances };
  let sum = 0;
  for (const { account, amount } of postings) {
    after[account] = exact(after[account] + amount);
    sum = exact(sum + amount);
  }
  if (sum !== 0) throw new RangeError(`A ledger entry does not balance: its postings sum to ${sum} micro-USD`);
  return after;
}

/**
 * Returns the amount.
 * @throws RangeError when it is not a safe integer
 */
export function exact(amount: number): MicroUsd {
  if (!Number.isSafeInteger(amount)) {
    throw new RangeError('An amount of money left the range in which micro-USD are counted exactly');
  }
  return amount;
}
