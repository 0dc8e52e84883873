/** Settling an invoice with the bank's answer. */

import type { MicroUsd } from '../../../../shared/domain/money.ts';
import type { AccountState } from './account-state.ts';
import { openBooks, paymentEntry } from './entries.ts';
import type { InvoiceNames, InvoiceStatus } from './invoices.ts';
import type { NewEntry } from './ledger.ts';

/** `declined-before`: the bank repeats its earlier answer to this idempotency key, whatever has changed since. */
export type BankAnswer = 'paid' | 'declined' | 'declined-before';

/** The answer to a withdrawal that was answered before. */
export function repeatedAnswer(outcome: 'paid' | 'declined'): BankAnswer {
  return outcome === 'paid' ? 'paid' : 'declined-before';
}

export interface SettledInvoice {
  readonly invoiceId: string;
  readonly total: MicroUsd;
  readonly status: InvoiceStatus;
  readonly declines: number;
}

export interface Settlement {
  readonly entries: readonly NewEntry[];
  readonly invoice: {
    readonly status: 'paid' | 'declined';
    readonly declines: number;
    readonly answeredAt: number;
    readonly paidAt: number | null;
  };
  /** Whether the account is held for a declined payment; null leaves it as it is. */
  readonly declinedHold: boolean | null;
}

/**
 * @param declines the invoice's when the withdrawal was asked for
 * @param hasOtherDeclined whether another invoice of the account is declined
 * @returns null when the answer is recorded already: somebody else asked with the same key
 */
export function settleInvoice(
  { invoiceId, total, status, declines: known }: SettledInvoice,
  declines: number,
  outcome: 'paid' | 'declined',
  account: { readonly state: AccountState; readonly hasOtherDeclined: boolean },
  now: number,
  names: InvoiceNames,
): Settlement | null {
  if (status === 'paid' || known !== declines) return null;
  if (outcome === 'declined') {
    const invoice = { status: outcome, declines: declines + 1, answeredAt: now, paidAt: null };
    return { entries: [], invoice, declinedHold: true };
  }
  const books = openBooks(account.state, now, names);
  return {
    entries: [...books.entries, paymentEntry(invoiceId, total, books.month)],
    invoice: { status: outcome, declines, answeredAt: now, paidAt: now },
    declinedHold: account.hasOtherDeclined ? null : false,
  };
}
