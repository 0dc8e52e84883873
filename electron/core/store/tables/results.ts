/** Results: downloaded files on disk. */

import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { OutputSlot } from '../../../../shared/domain/batch/also-output.ts';
import type { Measures } from '../../../../shared/domain/quality/measures.ts';
import { generations, jobs, type MadeExport, type Orm, type ResultRow, recordings, results } from '../schema.ts';
import { isInList, lazily, preparedInsert, preparedRows, preparedUpdate } from '../statements/prepared.ts';

const NOTHING_ALSO = { alsoPath: null, alsoHash: null, alsoMade: null };

/** The result with what is on record about its first or its second file. */
export function ofSlot(result: ResultRow, slot: OutputSlot): ResultRow {
  const { alsoHash, alsoMade, alsoPath } = result;
  return slot === 'main' ? result : { ...result, exportedPath: alsoPath, exportHash: alsoHash, exportMade: alsoMade };
}

export function resultTable(orm: Orm) {
  const byGeneration = preparedRows(orm, results, (all) =>
    all.where(eq(results.generationId, sql.placeholder('generationId'))),
  );
  const byGenerations = preparedRows(orm, results, (all) => all.where(isInList(results.generationId, 'ids')));
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
          or(
            eq(results.contentHash, sql.placeholder('contentHash')),
            eq(results.exportHash, sql.placeholder('contentHash')),
            eq(results.alsoHash, sql.placeholder('contentHash')),
          ),
          sql`coalesce(${generations.contentHash}, ${recordings.contentHash}) is not ${sql.placeholder('contentHash')}`,
        ),
      )
      .prepare(),
  );

  return {
    /** Replaces an earlier result of the generation. */
    put(result: typeof results.$inferInsert): void {
      // An earlier export was made from the replaced file.
      const { generationId, ...rest } = { ...result, exportHash: null, exportMade: null, ...NOTHING_ALSO };
      if (byGeneration.get({ generationId }) === undefined) insert({ generationId, ...rest });
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
      return [results.exportedPath, results.alsoPath].flatMap((column) =>
        orm
          .select({ path: column })
          .from(results)
          .where(inArray(column, [...paths]))
          .all()
          .flatMap(({ path }) => path ?? []),
      );
    },
    /** Whether a result or an export has this content and differs from its source. */
    hasContent(contentHash: string): boolean {
      return ofContent().get({ contentHash }) !== undefined;
    },
    /** Records the export that the engine made, before it gets its name in the output folder. Null where the output is the result itself. */
    setExportMade(
      generationId: string,
      exportHash: string | null,
      exportMade: MadeExport | null,
      slot: OutputSlot = 'main',
    ): void {
      if (slot === 'main') change(generationId, { exportHash, exportMade });
      else change(generationId, { alsoHash: exportHash, alsoMade: exportMade });
    },
    /** Measures of this very file: nothing happens when another download has taken its place. */
    setMeasures(
      { generationId, contentHash }: Pick<ResultRow, 'generationId' | 'contentHash'>,
      measures: Measures,
    ): void {
      if (byGeneration.get({ generationId })?.contentHash === contentHash) change(generationId, { measures });
    },
    /** @param path null when the output is gone */
    setExportedPath(generationId: string, path: string | null, slot: OutputSlot = 'main'): void {
      change(generationId, slot === 'main' ? { exportedPath: path } : { alsoPath: path });
    },
  };
}
