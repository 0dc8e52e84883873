/** The ledger and the meter in PostgreSQL, page by page, newest first. */

import { and, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm';
import type { BillingStore } from '../../billing-port.ts';
import type { OpenWork, PostgresDatabase } from '../connection/database.ts';
import { entryRows, postingRows, usageRows } from '../schema/all.ts';

const { sequence: _order, ...USAGE } = getTableColumns(usageRows);

export function createPostgresBillingLists({ view }: PostgresDatabase): Pick<BillingStore, 'listLedger' | 'listUsage'> {
  /** The entries of one page with their postings. */
  async function ledgerPage({ orm }: OpenWork, userId: string, before: number | null, limit: number) {
    const ofUser = eq(entryRows.userId, userId);
    const entries = await orm
      .select()
      .from(entryRows)
      .where(before === null ? ofUser : and(ofUser, lt(entryRows.sequence, before)))
      .orderBy(desc(entryRows.sequence))
      .limit(limit);
    const sequences = sql.param(entries.map(({ sequence }) => sequence));
    const postings = await orm
      .select({ sequence: postingRows.sequence, account: postingRows.account, amount: postingRows.amount })
      .from(postingRows)
      .where(sql`${postingRows.sequence} = any(${sequences}::bigint[])`);
    const bySequence = Map.groupBy(postings, ({ sequence }) => sequence);
    return entries.map((entry) => ({
      ...entry,
      postings: (bySequence.get(entry.sequence) ?? []).map(({ account, amount }) => ({ account, amount })),
    }));
  }

  return {
    listLedger: (userId, { limit, before }) =>
      view(async (work) => {
        const last = before === null ? null : Number(before);
        if (last !== null) {
          if (!Number.isSafeInteger(last)) return null;
          const known = and(eq(entryRows.userId, userId), eq(entryRows.sequence, last));
          if ((await work.orm.select({ kind: entryRows.kind }).from(entryRows).where(known)).length === 0) return null;
        }
        return ledgerPage(work, userId, last, limit);
      }),
    listUsage: (userId, { limit, before }) =>
      view(async ({ orm }) => {
        const ofUser = eq(usageRows.userId, userId);
        const placeOf = async (generationId: string) => {
          const { recordedAt, sequence } = usageRows;
          const row = and(ofUser, eq(usageRows.generationId, generationId));
          return (await orm.select({ recordedAt, sequence }).from(usageRows).where(row)).at(0);
        };
        const last = before === null ? null : await placeOf(before);
        if (last === undefined) return null;
        const older =
          last === null
            ? ofUser
            : and(
                ofUser,
                sql`(${usageRows.recordedAt}, ${usageRows.sequence}) < (${last.recordedAt}, ${last.sequence})`,
              );
        return orm
          .select(USAGE)
          .from(usageRows)
          .where(older)
          .orderBy(desc(usageRows.recordedAt), desc(usageRows.sequence))
          .limit(limit);
      }),
  };
}
