/** The ledger entries of a generation: a hold at its start, then either a charge or a release. */

import type { MicroUsd } from '../../../../shared/domain/money.ts';
import { type AccountState, addEntry, spentInMonth } from './account-state.ts';
import type { Month } from './calendar.ts';
import { alertsPassed, chargeEntries, holdEntry, openBooks, releaseEntry } from './entries.ts';
import type { InvoiceNames } from './invoices.ts';
import type { NewEntry } from './ledger.ts';
import { type AgreedQuote, agreedUsage, type Metered, quotedAmount, type Usage } from './quote.ts';

/** The entries that hold the most that a generation may cost; none when it is free. */
export function holdEntries(
  state: AccountState,
  generationId: string,
  quote: AgreedQuote,
  now: number,
  names: InvoiceNames,
): readonly NewEntry[] {
  const amount = quotedAmount(quote);
  if (amount === 0) return [];
  const books = openBooks(state, now, names);
  return [...books.entries, holdEntry(generationId, amount, books.month)];
}

export interface Charge {
  readonly usage: Usage;
  readonly entries: readonly NewEntry[];
  /** The month of the charge, and the alerts that it reaches. */
  readonly month: Month;
  readonly alerts: readonly MicroUsd[];
}

/**
 * The charge of a complete generation, with the invoice and the alerts that it triggers. It is never more than the hold.
 * @param agreed what was held at the start
 */
export function chargeHold(
  state: AccountState,
  metered: Metered,
  agreed: AgreedQuote,
  now: number,
  names: InvoiceNames,
): Charge {
  const { generationId } = metered;
  const usage = agreedUsage(metered, agreed);
  const books = openBooks(state, now, names);
  const { month } = books;
  const hold = { generationId, held: quotedAmount(agreed), amount: usage.amount };
  const charge = chargeEntries(books.state, hold, month, names);
  const after = charge.reduce(addEntry, books.state);
  const alerts = alertsPassed(state.alerts, spentInMonth(books.state, now), spentInMonth(after, now));
  return { usage, entries: [...books.entries, ...charge], month, alerts };
}

/** The entries that give back the hold of a failed generation: it costs nothing. */
export function releaseEntries(
  state: AccountState,
  generationId: string,
  agreed: AgreedQuote,
  now: number,
  names: InvoiceNames,
): readonly NewEntry[] {
  const books = openBooks(state, now, names);
  return [...books.entries, releaseEntry(generationId, quotedAmount(agreed), books.month)];
}
