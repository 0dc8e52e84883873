/** Results: downloaded outputs on disk. */

import { eq, inArray } from 'drizzle-orm';
import type { Orm } from './open-store.ts';
import { type ResultRow, results } from './schema.ts';

export function resultTable(orm: Orm) {
  return {
    /** A result downloaded anew takes the place of the earlier one. */
    put(result: typeof results.$inferInsert): void {
      const { generationId: _, ...change } = result;
      orm.insert(results).values(result).onConflictDoUpdate({ target: results.generationId, set: change }).run();
    },
    get(generationId: string): ResultRow | undefined {
      return orm.select().from(results).where(eq(results.generationId, generationId)).get();
    },
    many(generationIds: readonly string[]): ResultRow[] {
      return orm
        .select()
        .from(results)
        .where(inArray(results.generationId, [...generationIds]))
        .all();
    },
    setExportedPath(generationId: string, path: string): void {
      orm.update(results).set({ exportedPath: path }).where(eq(results.generationId, generationId)).run();
    },
  };
}
