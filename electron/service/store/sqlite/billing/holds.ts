/** What a generation means to the ledger, as steps inside the transaction that starts, completes or fails it. */

import { and, eq } from 'drizzle-orm';
import { currentMonth, spentInMonth } from '../../../rules/billing/account-state.ts';
import { admit, type StartAdmission } from '../../../rules/billing/admission.ts';
import { alertsReached, chargeEntries, holdEntry, releaseEntry } from '../../../rules/billing/entries.ts';
import type { Metered } from '../../../rules/billing/meter.ts';
import { agreedUsage, quotedAmount, type StartQuote } from '../../../rules/billing/quote.ts';
import type { Generation } from '../../records.ts';
import { generationQuotes, generations, reachedAlerts, usage } from '../schema/all.ts';
import type { ServiceDatabase } from '../sqlite-store.ts';
import { closeMonth, invoiceNames, writeEntries } from './journal.ts';
import { loadState } from './states.ts';

export type { StartAdmission } from '../../../rules/billing/admission.ts';

/** Whether an account may start something at this price. The hold has to follow in the same transaction. */
export function admitStart(database: ServiceDatabase, userId: string, quote: StartQuote, now: number): StartAdmission {
  return admit(loadState(database, userId), quotedAmount(quote), now);
}

/** Reserves what a generation that was admitted may cost at most, and keeps the price that was agreed. */
export function placeHold(database: ServiceDatabase, generation: Generation, quote: StartQuote, now: number): void {
  const amount = quotedAmount(quote);
  if (amount === 0) return;
  const { generationId, userId } = generation;
  const { billableSeconds, pricePerSecond } = quote;
  const change = { actorKeyId: null, now };
  const state = closeMonth(database, userId, loadState(database, userId), now);
  database.orm.insert(generationQuotes).values({ generationId, billableSeconds, pricePerSecond }).run();
  writeEntries(database, userId, state, [holdEntry(generationId, amount, currentMonth(state, now))], change);
}

/**
 * Writes the meter's row of a complete generation and turns its hold into its charge, with the invoice and the alerts that this
 * leads to. A generation is never charged more than was held for it at its start.
 */
export function chargeHold(database: ServiceDatabase, metered: Metered, now: number): void {
  const { generationId, userId } = metered;
  const agreed = findQuote(database, generationId);
  const row = agreedUsage(metered, agreed);
  database.orm.insert(usage).values(row).run();
  if (agreed === null) return;
  const change = { actorKeyId: null, now };
  const state = closeMonth(database, userId, loadState(database, userId), now);
  const charge = { generationId, held: quotedAmount(agreed), amount: row.amount };
  const month = currentMonth(state, now);
  const entries = chargeEntries(state, charge, month, invoiceNames(userId));
  const after = writeEntries(database, userId, state, entries, change);
  recordReached(
    database,
    userId,
    month,
    alertsReached(state.alerts, spentInMonth(state, now), spentInMonth(after, now)),
    now,
  );
}

/** Gives the hold of a failed generation back: it costs nothing. */
export function releaseHold(database: ServiceDatabase, generationId: string, now: number): void {
  const agreed = findQuote(database, generationId);
  if (agreed === null) return;
  const owner = database.orm
    .select({ userId: generations.userId })
    .from(generations)
    .where(eq(generations.generationId, generationId))
    .get();
  if (owner === undefined) return;
  const { userId } = owner;
  const change = { actorKeyId: null, now };
  const state = closeMonth(database, userId, loadState(database, userId), now);
  const release = releaseEntry(generationId, quotedAmount(agreed), currentMonth(state, now));
  writeEntries(database, userId, state, [release], change);
}

/** Notes alerts as reached, each once a month. Runs inside an open transaction. */
export function recordReached(
  { orm }: ServiceDatabase,
  userId: string,
  month: number,
  amounts: readonly number[],
  now: number,
): void {
  const ofMonth = and(eq(reachedAlerts.userId, userId), eq(reachedAlerts.month, month));
  for (const amount of amounts) {
    const known = orm
      .select({ amount: reachedAlerts.amount })
      .from(reachedAlerts)
      .where(and(ofMonth, eq(reachedAlerts.amount, amount)))
      .get();
    if (known === undefined) orm.insert(reachedAlerts).values({ userId, amount, month, reachedAt: now }).run();
  }
}

function findQuote({ orm }: ServiceDatabase, generationId: string): StartQuote | null {
  const agreed = orm.select().from(generationQuotes).where(eq(generationQuotes.generationId, generationId)).get();
  return agreed === undefined ? null : { ...agreed, uploadedAt: null };
}
