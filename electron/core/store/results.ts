/** Results: downloaded outputs on disk. */

import { and, eq, inArray, sql } from 'drizzle-orm';
import { lazily } from './lazily.ts';
import type { Orm } from './open-store.ts';
import { isAmong, preparedRows, preparedUpdate } from './prepared.ts';
import { preparedInsert } from './prepared-insert.ts';
import { generations, jobs, type ResultRow, recordings, results } from './schema.ts';

export function resultTable(orm: Orm) {
  const byGeneration = preparedRows(orm, results, (all) =>
    all.where(eq(results.generationId, sql.placeholder('generationId'))),
  );
  const byGenerations = preparedRows(orm, results, (all) => all.where(isAmong(results.generationId, 'ids')));
  const insert = preparedInsert(orm, results);
  const change = preparedUpdate(orm, results, results.generationId);
  const ofContent = lazily(() =>
    orm
      .select({ id: results.generationId })
      .from(results)
      .innerJoin(generations, eq(generations.id, results.generationId))
      .innerJoin(jobs, eq(jobs.id, generations.jobId))
      .innerJoin(recordings, eq(recordings.id, jobs.recordingId))
      .where(
        and(
          eq(results.contentHash, sql.placeholder('contentHash')),
          sql`coalesce(${generations.contentHash}, ${recordings.contentHash}) is not ${results.contentHash}`,
        ),
      )
      .prepare(),
  );

  return {
    /** A result downloaded anew takes the place of the earlier one. */
    put(result: typeof results.$inferInsert): void {
      const { generationId, ...rest } = result;
      if (byGeneration.get({ generationId }) === undefined) insert(result);
      else change(generationId, rest);
    },
    get(generationId: string): ResultRow | undefined {
      return byGeneration.get({ generationId });
    },
    many(generationIds: readonly string[]): ResultRow[] {
      return byGenerations.all({ ids: JSON.stringify(generationIds) });
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
      return ofContent().get({ contentHash }) !== undefined;
    },
    setExportedPath(generationId: string, path: string): void {
      change(generationId, { exportedPath: path });
    },
  };
}
