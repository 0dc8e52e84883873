/** The ledger and the meter in SQLite, page by page, newest first. */

import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { BillingStore } from '../../billing-port.ts';
import type { ServiceDatabase } from '../database.ts';
import { ledgerEntries, ledgerPostings, usage } from '../schema/all.ts';

type BillingLists = Pick<BillingStore, 'listLedger' | 'listUsage'>;

export function createBillingLists({ orm, transaction }: ServiceDatabase): BillingLists {
  /** Orders rows of the same time by when they were written. Every table has a rowid. */
  const written = sql<number>`${usage}.rowid`;

  return {
    listLedger: async (userId, { limit, before }) =>
      transaction(() => {
        const ofUser = eq(ledgerEntries.userId, userId);
        const last = before === null ? null : Number(before);
        if (last !== null) {
          const known = orm
            .select({ sequence: ledgerEntries.sequence })
            .from(ledgerEntries)
            .where(and(ofUser, eq(ledgerEntries.sequence, last)))
            .get();
          if (known === undefined) return null;
        }
        const entries = orm
          .select()
          .from(ledgerEntries)
          .where(last === null ? ofUser : and(ofUser, lt(ledgerEntries.sequence, last)))
          .orderBy(desc(ledgerEntries.sequence))
          .limit(limit)
          .all();
        const sequences = entries.map(({ sequence }) => sequence);
        const postings = orm.select().from(ledgerPostings).where(inArray(ledgerPostings.sequence, sequences)).all();
        return entries.map((entry) => ({
          ...entry,
          postings: postings
            .filter(({ sequence }) => sequence === entry.sequence)
            .map(({ account, amount }) => ({ account, amount })),
        }));
      }),
    listUsage: async (userId, { limit, before }) =>
      transaction(() => {
        const ofUser = eq(usage.userId, userId);
        const last =
          before === null
            ? null
            : orm
                .select({ recordedAt: usage.recordedAt, written })
                .from(usage)
                .where(and(ofUser, eq(usage.generationId, before)))
                .get();
        if (last === undefined) return null;
        return orm
          .select()
          .from(usage)
          .where(
            last === null
              ? ofUser
              : and(ofUser, sql`(${usage.recordedAt}, ${written}) < (${last.recordedAt}, ${last.written})`),
          )
          .orderBy(desc(usage.recordedAt), desc(written))
          .limit(limit)
          .all();
      }),
  };
}
