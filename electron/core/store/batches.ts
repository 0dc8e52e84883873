/** Batches: recordings that were added together. */

import { eq } from 'drizzle-orm';
import type { Orm } from './open-store.ts';
import { batches } from './schema.ts';

export function batchTable(orm: Orm) {
  return {
    insert(batch: typeof batches.$inferInsert): void {
      orm.insert(batches).values(batch).run();
    },
    /** Most that the batch may cost in micro-USD, or null. */
    maxCost(id: string): number | null {
      return orm.select({ maxCost: batches.maxCost }).from(batches).where(eq(batches.id, id)).get()?.maxCost ?? null;
    },
  };
}
