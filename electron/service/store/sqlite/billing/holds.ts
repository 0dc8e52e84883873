/** Holds, charges and releases of generations, as steps inside the transaction that starts, completes or fails one. */

import { and, eq } from 'drizzle-orm';
import type { AccountState } from '../../../rules/billing/account-state.ts';
import { chargeHold, holdEntries, releaseEntries } from '../../../rules/billing/holds.ts';
import { invoiceNames } from '../../../rules/billing/invoices.ts';
import { type AgreedQuote, agreedUsage, type Metered, type StartQuote } from '../../../rules/billing/quote.ts';
import type { ServiceDatabase } from '../database.ts';
import { generationQuotes, reachedAlerts, usage } from '../schema/all.ts';
import { writeEntries } from './journal.ts';
import { loadState } from './states.ts';

interface UserGeneration {
  readonly generationId: string;
  readonly userId: string;
}

/** Holds the most that a generation may cost, and stores the agreed price. */
export function writeHold(
  database: ServiceDatabase,
  { generationId, userId }: UserGeneration,
  state: AccountState,
  { billableSeconds, pricePerSecond }: StartQuote,
  now: number,
): void {
  const agreed = { billableSeconds, pricePerSecond };
  const entries = holdEntries(state, generationId, agreed, now, invoiceNames(userId));
  if (entries.length === 0) return;
  database.orm
    .insert(generationQuotes)
    .values({ generationId, ...agreed })
    .run();
  writeEntries(database, userId, state, entries, { actorKeyId: null, now });
}

/** Writes the usage of a complete generation and turns its hold into a charge. */
export function writeCharge(database: ServiceDatabase, metered: Metered, now: number): void {
  const { generationId, userId } = metered;
  const agreed = findQuote(database, generationId);
  if (agreed === null) {
    database.orm.insert(usage).values(agreedUsage(metered, null)).run();
    return;
  }
  const state = loadState(database, userId);
  const charge = chargeHold(state, metered, agreed, now, invoiceNames(userId));
  database.orm.insert(usage).values(charge.usage).run();
  writeEntries(database, userId, state, charge.entries, { actorKeyId: null, now });
  writeReached(database, userId, charge.month, charge.alerts, now);
}

/** Gives the hold of a failed generation back. */
export function writeRelease(database: ServiceDatabase, { generationId, userId }: UserGeneration, now: number): void {
  const agreed = findQuote(database, generationId);
  if (agreed === null) return;
  const state = loadState(database, userId);
  const entries = releaseEntries(state, generationId, agreed, now, invoiceNames(userId));
  writeEntries(database, userId, state, entries, { actorKeyId: null, now });
}

/** Marks alerts as reached, each once a month. */
export function writeReached(
  { orm }: ServiceDatabase,
  userId: string,
  month: number,
  amounts: readonly number[],
  reachedAt: number,
): void {
  const ofMonth = and(eq(reachedAlerts.userId, userId), eq(reachedAlerts.month, month));
  const known = orm.select({ amount: reachedAlerts.amount }).from(reachedAlerts).where(ofMonth).all();
  // Not by ON CONFLICT: the trigger that keeps the table append-only refuses such an insert before the conflict is seen.
  for (const amount of amounts) {
    if (known.some((row) => row.amount === amount)) continue;
    orm.insert(reachedAlerts).values({ userId, amount, month, reachedAt }).run();
  }
}

function findQuote({ orm }: ServiceDatabase, generationId: string): AgreedQuote | null {
  return orm.select().from(generationQuotes).where(eq(generationQuotes.generationId, generationId)).get() ?? null;
}
