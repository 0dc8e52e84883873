/** The port of the store's billing. Each method is one transaction; nothing here checks permissions. Amounts are micro-USD. */

import type { MicroUsd } from '../../../shared/domain/money.ts';
import type { AccountState } from '../rules/billing/account-state.ts';
import type { Month } from '../rules/billing/calendar.ts';
import type { InvoiceLine, InvoiceStatus } from '../rules/billing/invoices.ts';
import type { EntryKind, IssuedInvoice, Posting } from '../rules/billing/ledger.ts';
import type { Usage } from '../rules/billing/quote.ts';
import type { BankAnswer } from '../rules/billing/settlement.ts';
import type { Page } from './records.ts';

/** Who makes a change, and when. */
export interface Change {
  /** Null for the service itself. */
  readonly actorKeyId: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What an invoice says never changes; whether it is paid does. */
export interface Invoice extends IssuedInvoice {
  readonly invoiceId: string;
  readonly userId: string;
  readonly issuedAt: number;
  readonly lines: readonly InvoiceLine[];
  readonly status: InvoiceStatus;
  /** Withdrawals that were declined. */
  readonly declines: number;
  /** When the last withdrawal was answered. */
  readonly answeredAt: number | null;
  readonly paidAt: number | null;
}
/** An invoice without its lines, which are most of it. */
export type InvoiceSummary = Omit<Invoice, 'lines'>;

export interface LedgerEntry {
  /** Order of the entries. */
  readonly sequence: number;
  readonly userId: string;
  readonly kind: EntryKind;
  readonly reference: string;
  readonly month: Month;
  readonly createdAt: number;
  readonly postings: readonly Posting[];
}

/** An entry in the books of the simulated bank. */
export interface BankWithdrawal {
  readonly idempotencyKey: string;
  readonly invoiceId: string;
  readonly userId: string;
  readonly amount: MicroUsd;
  readonly outcome: 'paid' | 'declined';
  readonly createdAt: number;
}

export interface BillingAccount {
  readonly userId: string;
  readonly state: AccountState;
  readonly paymentMethod: { readonly label: string; readonly addedAt: number } | null;
  readonly alerts: readonly { readonly amount: MicroUsd; readonly reachedAt: number | null }[];
  /** What was charged in the calendar month. */
  readonly spentThisMonth: MicroUsd;
  /** Metered in the calendar month, also what was free of charge. */
  readonly billableSeconds: number;
}

export interface BillingStore {
  account(userId: string, now: number): Promise<BillingAccount>;
  /** @param label what people see of it; null removes it */
  setPaymentMethod(userId: string, label: string | null, change: Change): Promise<void>;
  /** To the developer tier, with the credit when it is the first time. Needs a payment method. */
  upgrade(userId: string, change: Change): Promise<'upgraded' | 'unchanged' | 'payment-method-required'>;
  /**
   * Issues the final invoice over what is unbilled, unless there is nothing, or something older has to be paid first.
   * @returns the invoices that have to be paid before the downgrade; `free` when the account is on the free tier already, `running`
   * while something is held that may still be charged: a final invoice is the last one
   */
  issueFinal(userId: string, change: Change): Promise<readonly InvoiceSummary[] | 'free' | 'running'>;
  /** To the free tier, when nothing is unpaid, held or unbilled. */
  downgrade(userId: string, change: Change): Promise<'downgraded' | 'unpaid' | 'unbilled' | 'running'>;
  setCountry(userId: string, country: string, change: Change): Promise<void>;
  /** @returns false, with nothing changed, on the free tier */
  setSpendLimit(userId: string, limit: MicroUsd | null, change: Change): Promise<boolean>;
  /** Replaces them; one that the month's usage has passed already is reached at once. @returns false on the free tier */
  setAlerts(userId: string, amounts: readonly MicroUsd[], change: Change): Promise<boolean>;
  /** Sets the operator's hold, or releases every hold of the account. */
  setHold(userId: string, hold: boolean, change: Change): Promise<void>;
  /**
   * Accounts with usage of a month that is over and not invoiced, in a fixed order.
   * @param most fewer than these are all that there are
   * @param after goes on behind this one
   */
  openMonths(now: number, most: number, after: string | null): Promise<readonly string[]>;
  /** The latest month of any account; null before the first entry. */
  lastMonth(): Promise<Month | null>;
  /** Issues the invoice of the account's month that is over; nothing when there is none. */
  closeMonth(userId: string, now: number): Promise<void>;
  findInvoice(invoiceId: string): Promise<Invoice | null>;
  /** Null when the account has no invoice `before`. */
  listInvoices(userId: string, page: Page): Promise<readonly InvoiceSummary[] | null>;
  /** Open and declined ones, oldest first. */
  unpaidInvoices(userId: string): Promise<readonly InvoiceSummary[]>;
  /**
   * Invoices to withdraw now: open ones, and those that were declined so long ago, or later than now by a clock that was put back.
   * @param restMs what lies between two withdrawals that the service makes by itself
   */
  dueInvoices(now: number, restMs: number): Promise<readonly InvoiceSummary[]>;
  /** When the withdrawal that was declined longest ago was answered; null when none is. */
  oldestDecline(): Promise<number | null>;
  /**
   * Takes the bank's answer to a withdrawal: a payment in the ledger, or a payment hold. One that was taken before changes nothing.
   * @param declines the invoice's when the withdrawal was asked for
   */
  settle(invoiceId: string, declines: number, outcome: 'paid' | 'declined', change: Change): Promise<Invoice>;
  hasPaymentMethod(userId: string): Promise<boolean>;
  /** Null when there is no entry `before`. */
  listLedger(userId: string, page: Page): Promise<readonly LedgerEntry[] | null>;
  /** Null when there is no row `before`. */
  listUsage(userId: string, page: Page): Promise<readonly Usage[] | null>;
  /** The simulated bank's books: answers as it did the first time to the same idempotency key. */
  answerWithdrawal(withdrawal: BankWithdrawal): Promise<BankAnswer>;
}
