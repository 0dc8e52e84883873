/** History: searches all jobs that were ever started. */

import { and, count, desc, eq, exists, isNotNull, type like, or, type SQL, sql } from 'drizzle-orm';
import { connections, generations, jobs, type Orm, recordings } from '../schema.ts';

/** A LIKE pattern that takes wildcards in the text literally. */
function pattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

export function historyTable(orm: Orm) {
  function matching(search: string): SQL | undefined {
    const started = isNotNull(jobs.admittedAt);
    if (search.trim() === '') return started;
    const wanted = pattern(search.trim());
    const matches = (column: SQL | Parameters<typeof like>[0]) => sql`${column} like ${wanted} escape '\\'`;
    const ofModel = orm
      .select({ one: sql`1` })
      .from(generations)
      .where(and(eq(generations.jobId, jobs.id), matches(generations.model)));
    return and(
      started,
      or(
        matches(recordings.name),
        matches(recordings.path),
        matches(connections.name),
        matches(jobs.stateKind),
        exists(ofModel),
      ),
    );
  }
  return {
    /** Newest first. */
    search(search: string, offset: number, limit: number) {
      return orm
        .select({ job: jobs, recording: recordings, connectionName: connections.name })
        .from(jobs)
        .innerJoin(recordings, eq(recordings.id, jobs.recordingId))
        .innerJoin(connections, eq(connections.id, jobs.connectionId))
        .where(matching(search))
        .orderBy(desc(jobs.createdAt), sql`${jobs}.rowid desc`)
        .limit(limit)
        .offset(offset)
        .all();
    },
    count(search: string): number {
      return (
        orm
          .select({ value: count() })
          .from(jobs)
          .innerJoin(recordings, eq(recordings.id, jobs.recordingId))
          .innerJoin(connections, eq(connections.id, jobs.connectionId))
          .where(matching(search))
          .get()?.value ?? 0
      );
    },
  };
}
