/** The port of the store's billing. Each method is one transaction; nothing here checks permissions. Amounts are micro-USD. */

import type { MicroUsd } from '../../../shared/domain/money.ts';
import type { AccountState } from '../rules/billing/account-state.ts';
import type { Month } from '../rules/billing/calendar.ts';
import type { BilledLine, InvoiceStatus } from '../rules/billing/invoices.ts';
import type { EntryKind, IssuedInvoice, Posting } from '../rules/billing/ledger.ts';
import type { Usage } from '../rules/billing/quote.ts';
import type { PaymentHold } from '../rules/billing/refusals.ts';
import type { BankAnswer } from '../rules/billing/settlement.ts';
import type { NewestFirst } from './records.ts';

/** Who makes a change, and when. */
export interface Change {
  /** Null for the service itself. */
  readonly actorKeyId: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The contents of an invoice never change; its payment status does. */
export interface Invoice extends IssuedInvoice {
  readonly invoiceId: string;
  readonly userId: string;
  readonly issuedAt: number;
  readonly lines: readonly BilledLine[];
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
interface BankWithdrawal {
  readonly idempotencyKey: string;
  readonly invoiceId: string;
  readonly userId: string;
  readonly amount: MicroUsd;
  readonly outcome: 'paid' | 'declined';
  readonly createdAt: number;
}

export interface AccountBooks {
  readonly userId: string;
  readonly state: AccountState;
  readonly paymentMethod: { readonly label: string; readonly addedAt: number } | null;
  readonly alerts: readonly { readonly amount: MicroUsd; readonly reachedAt: number | null }[];
  /** When the free tier was asked for while something ran. */
  readonly downgradeAskedAt: number | null;
  /** What was charged in the calendar month. */
  readonly spentThisMonth: MicroUsd;
  /** Metered in the calendar month, free usage included. */
  readonly billableSeconds: number;
}

export interface BillingStore {
  account(userId: string, now: number): Promise<AccountBooks>;
  /** @param label how the payment method is shown; null removes it */
  setPaymentMethod(userId: string, label: string | null, change: Change): Promise<void>;
  /** Upgrades to the developer tier, with the credit the first time, or takes back a downgrade that waits. Needs a payment method. */
  upgrade(userId: string, change: Change): Promise<'upgraded' | 'unchanged' | 'payment-method-required'>;
  /**
   * Issues the final invoice over everything unbilled, unless there is nothing or an older invoice has to be paid first.
   * @returns the invoices that must be paid before the downgrade; `free` when the account is on the free tier already; `running`
   * while a hold may still become a charge
   */
  issueFinal(userId: string, change: Change): Promise<readonly InvoiceSummary[] | 'free' | 'running'>;
  /** Notes that the free tier is asked for while something runs: from then on nothing more is started. */
  askDowngrade(userId: string, change: Change): Promise<void>;
  /** Accounts that asked for the free tier while something ran, without those that have to pay first. */
  downgradesDue(): Promise<readonly string[]>;
  /** Downgrades to the free tier when nothing is unpaid, held or unbilled. */
  downgrade(userId: string, change: Change): Promise<'downgraded' | 'unpaid' | 'unbilled' | 'running'>;
  setCountry(userId: string, country: string, change: Change): Promise<void>;
  /** @returns false, with nothing changed, on the free tier */
  setSpendLimit(userId: string, limit: MicroUsd | null, change: Change): Promise<boolean>;
  /** Replaces the alerts; one that the month's usage has passed is reached at once. @returns false on the free tier */
  setAlerts(userId: string, amounts: readonly MicroUsd[], change: Change): Promise<boolean>;
  /** Sets the operator's hold, or releases every hold of the account. */
  setHold(userId: string, hold: boolean, change: Change): Promise<void>;
  /**
   * Accounts with usage of a past month that is not invoiced, in the order of identifiers.
   * @param most fewer results mean that there are no more
   * @param after continues after this account
   */
  openMonths(now: number, most: number, after: string | null): Promise<readonly string[]>;
  /** The latest month of any account; null before the first entry. */
  lastMonth(): Promise<Month | null>;
  /** Issues the invoice of the account's past month, if there is one to issue. */
  closeMonth(userId: string, now: number): Promise<void>;
  findInvoice(invoiceId: string): Promise<Invoice | null>;
  /** @returns null when the account has no invoice `before` */
  listInvoices(userId: string, page: NewestFirst): Promise<readonly InvoiceSummary[] | null>;
  /** Open and declined invoices, oldest first. */
  unpaidInvoices(userId: string): Promise<readonly InvoiceSummary[]>;
  /**
   * Invoices to withdraw now: open ones, and those declined at least `restMs` ago, or in the future because the clock was set back.
   * @param restMs time between two automatic withdrawals, in milliseconds
   */
  dueInvoices(now: number, restMs: number): Promise<readonly InvoiceSummary[]>;
  /** When the oldest declined withdrawal was answered; null when there is none. */
  oldestDecline(): Promise<number | null>;
  /**
   * Records the bank's answer to a withdrawal: a payment in the ledger, or a payment hold. Recording it again changes nothing.
   * @param declines the invoice's when the withdrawal was asked for
   */
  settle(invoiceId: string, declines: number, outcome: 'paid' | 'declined', change: Change): Promise<Invoice>;
  hasPaymentMethod(userId: string): Promise<boolean>;
  /** Null while the account is not held. */
  paymentHold(userId: string): Promise<PaymentHold | null>;
  /** @returns null when there is no entry `before` */
  listLedger(userId: string, page: NewestFirst): Promise<readonly LedgerEntry[] | null>;
  /** @returns null when there is no row `before` */
  listUsage(userId: string, page: NewestFirst): Promise<readonly Usage[] | null>;
  /** The books of the simulated bank: the same idempotency key always gets its first answer. */
  answerWithdrawal(withdrawal: BankWithdrawal): Promise<BankAnswer>;
}
