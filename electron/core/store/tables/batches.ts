/** Batches: recordings that were added together. */

import { eq, sql } from 'drizzle-orm';
import type { Orm } from '../open-store.ts';
import { batches } from '../schema.ts';
import { preparedRows } from '../statements/prepared.ts';

export function batchTable(orm: Orm) {
  const byId = preparedRows(orm, batches, (all) => all.where(eq(batches.id, sql.placeholder('id'))));

  return {
    insert(batch: typeof batches.$inferInsert): void {
      orm.insert(batches).values(batch).run();
    },
    /** Most that the batch may cost in micro-USD, or null. */
    maxCost(id: string): number | null {
      return byId.get({ id })?.maxCost ?? null;
    },
  };
}
