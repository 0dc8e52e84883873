/** Results: downloaded outputs on disk. */

import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Orm } from './open-store.ts';
import { generations, jobs, type ResultRow, recordings, results } from './schema.ts';

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
    /** Which of these paths results were exported to. */
    exportedAmong(paths: readonly string[]): string[] {
      return orm
        .select({ path: results.exportedPath })
        .from(results)
        .where(inArray(results.exportedPath, [...paths]))
        .all()
        .flatMap(({ path }) => path ?? []);
    },
    /** Whether this is the content of a result, and not also the content that it was made of. */
    hasContent(contentHash: string): boolean {
      const found = orm
        .select({ id: results.generationId })
        .from(results)
        .innerJoin(generations, eq(generations.id, results.generationId))
        .innerJoin(jobs, eq(jobs.id, generations.jobId))
        .innerJoin(recordings, eq(recordings.id, jobs.recordingId))
        .where(
          and(
            eq(results.contentHash, contentHash),
            sql`coalesce(${generations.contentHash}, ${recordings.contentHash}) is not ${contentHash}`,
          ),
        )
        .get();
      return found !== undefined;
    },
    setExportedPath(generationId: string, path: string): void {
      orm.update(results).set({ exportedPath: path }).where(eq(results.generationId, generationId)).run();
    },
  };
}
