/** Holds, charges and releases of generations, as steps inside the transaction that starts, completes or fails one. */

import { eq } from 'drizzle-orm';
import type { AccountState } from '../../../rules/billing/account-state.ts';
import { chargeHold, holdEntries, releaseEntries } from '../../../rules/billing/holds.ts';
import { invoiceNames } from '../../../rules/billing/invoices.ts';
import { type AgreedQuote, agreedUsage, type Metered, type StartQuote } from '../../../rules/billing/quote.ts';
import type { OpenWork } from '../connection/database.ts';
import { quoteRows, reachedRows, usageRows } from '../schema/all.ts';
import { appendEntries } from './journal.ts';
import { lockAccountState } from './states.ts';

interface UserGeneration {
  readonly generationId: string;
  readonly userId: string;
}

/** Holds the most that a generation may cost, and stores the agreed price. @param state of the locked account */
export async function addHold(
  work: OpenWork,
  { generationId, userId }: UserGeneration,
  state: AccountState,
  { billableSeconds, pricePerSecond }: StartQuote,
  now: number,
): Promise<void> {
  const agreed = { billableSeconds, pricePerSecond };
  const entries = holdEntries(state, generationId, agreed, now, invoiceNames(userId));
  if (entries.length === 0) return;
  await work.orm.insert(quoteRows).values({ generationId, ...agreed });
  await appendEntries(work, userId, state, entries, { actorKeyId: null, now });
}

/** Writes the usage of a complete generation and turns its hold into a charge. */
export async function chargeHeld(work: OpenWork, metered: Metered, now: number): Promise<void> {
  const { generationId, userId } = metered;
  const state = await lockAccountState(work, userId);
  const agreed = await agreedQuote(work, generationId);
  if (agreed === null) {
    await work.orm.insert(usageRows).values(agreedUsage(metered, null));
    return;
  }
  const charge = chargeHold(state, metered, agreed, now, invoiceNames(userId));
  await work.orm.insert(usageRows).values(charge.usage);
  await appendEntries(work, userId, state, charge.entries, { actorKeyId: null, now });
  await markReached(work, userId, charge.month, charge.alerts, now);
}

/** Gives the hold of a failed generation back. */
export async function releaseHeld(
  work: OpenWork,
  { generationId, userId }: UserGeneration,
  now: number,
): Promise<void> {
  const state = await lockAccountState(work, userId);
  const agreed = await agreedQuote(work, generationId);
  if (agreed === null) return;
  const entries = releaseEntries(state, generationId, agreed, now, invoiceNames(userId));
  await appendEntries(work, userId, state, entries, { actorKeyId: null, now });
}

/** Marks alerts as reached, each once a month. */
export async function markReached(
  { orm }: OpenWork,
  userId: string,
  month: number,
  amounts: readonly number[],
  reachedAt: number,
): Promise<void> {
  const rows = amounts.map((amount) => ({ userId, amount, month, reachedAt }));
  if (rows.length > 0) await orm.insert(reachedRows).values(rows).onConflictDoNothing();
}

async function agreedQuote({ orm }: OpenWork, generationId: string): Promise<AgreedQuote | null> {
  const { billableSeconds, pricePerSecond } = quoteRows;
  const found = orm.select({ billableSeconds, pricePerSecond }).from(quoteRows);
  return (await found.where(eq(quoteRows.generationId, generationId))).at(0) ?? null;
}
