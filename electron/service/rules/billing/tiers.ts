/** Changes of an account's plan and settings, decided from its state. Amounts are micro-USD. */

import type { MicroUsd } from '../../../../shared/domain/money.ts';
import { type AccountState, spentInMonth } from './account-state.ts';
import type { Month } from './calendar.ts';
import { creditEntries, invoiceEntry, openBooks } from './entries.ts';
import type { InvoiceNames } from './invoices.ts';
import type { NewEntry } from './ledger.ts';

interface Decided<Kind> {
  readonly kind: Kind;
  /** Ledger entries to write, whatever the decision. */
  readonly entries: readonly NewEntry[];
}

/** Removing a payment method that is not there changes nothing. */
export function decidePaymentMethod(
  state: AccountState,
  label: string | null,
  now: number,
  names: InvoiceNames,
): Decided<'changed' | 'unchanged'> {
  const kind = label === null && !state.hasPaymentMethod ? 'unchanged' : 'changed';
  return { kind, entries: openBooks(state, now, names).entries };
}

/** Upgrades to the developer tier, with the credit the first time. */
export function decideUpgrade(
  state: AccountState,
  userId: string,
  now: number,
  names: InvoiceNames,
): Decided<'upgraded' | 'unchanged' | 'payment-method-required'> & { readonly creditGiven: boolean } {
  const books = openBooks(state, now, names);
  const { entries } = books;
  if (state.tier === 'developer') return { kind: 'unchanged', entries, creditGiven: false };
  if (!state.hasPaymentMethod) return { kind: 'payment-method-required', entries, creditGiven: false };
  const credit = creditEntries(books.state, userId, books.month);
  return { kind: 'upgraded', entries: [...entries, ...credit], creditGiven: credit.length > 0 };
}

/**
 * The final invoice over everything unbilled, unless an older invoice has to be paid first. There is none while a hold may still
 * become a charge: a final invoice is the last one.
 */
export function decideFinalInvoice(
  state: AccountState,
  now: number,
  names: InvoiceNames,
): Decided<'free' | 'running' | 'invoiced'> {
  const books = openBooks(state, now, names);
  const { entries, month } = books;
  const { held, unbilled, receivable } = books.state.balances;
  if (state.tier === 'free') return { kind: 'free', entries };
  if (held > 0) return { kind: 'running', entries };
  if (unbilled === 0 || receivable !== 0) return { kind: 'invoiced', entries };
  return { kind: 'invoiced', entries: [...entries, invoiceEntry(books.state, 'final', month, names)] };
}

/** Downgrades to the free tier when nothing is unpaid, held or unbilled. */
export function decideDowngrade({ balances }: AccountState): 'downgraded' | 'unpaid' | 'running' | 'unbilled' {
  if (balances.receivable > 0) return 'unpaid';
  if (balances.held > 0) return 'running';
  return balances.unbilled > 0 ? 'unbilled' : 'downgraded';
}

/** Spend limits and alerts are for paid plans. */
export function maySetLimits({ tier }: AccountState): boolean {
  return tier !== 'free';
}

export interface NewAlerts {
  readonly allowed: boolean;
  readonly entries: readonly NewEntry[];
  /** Without duplicates. */
  readonly amounts: readonly MicroUsd[];
  readonly month: Month;
  /** Those that the month's usage has passed. */
  readonly reached: readonly MicroUsd[];
}

export function decideAlerts(
  state: AccountState,
  wanted: readonly MicroUsd[],
  now: number,
  names: InvoiceNames,
): NewAlerts {
  const { state: open, month, entries } = openBooks(state, now, names);
  const amounts = [...new Set(wanted)];
  const spent = spentInMonth(open, now);
  return { allowed: maySetLimits(state), entries, amounts, month, reached: amounts.filter((one) => one <= spent) };
}

/** What the owner of a service with prices does before anything of their own can be started and paid; null when it is done. */
export function firstStep({ tier, hasPaymentMethod }: Pick<AccountState, 'tier' | 'hasPaymentMethod'>): string | null {
  if (tier === 'free') {
    const payment = hasPaymentMethod ? '' : 'add a payment method (/portal/billing/payment_method), then ';
    return `This service has prices. Before its own account can start anything, ${payment}go to the developer tier (/portal/billing/upgrade).`;
  }
  if (hasPaymentMethod) return null;
  return 'This service has prices, and its own account has no payment method: its first invoice would be declined. Add one (/portal/billing/payment_method).';
}
