/** Recordings: the media files that a person brought in. */

import { and, eq, inArray } from 'drizzle-orm';
import type { Orm } from './open-store.ts';
import { type RecordingRow, recordings } from './schema.ts';

export function recordingTable(orm: Orm) {
  return {
    insert(recording: typeof recordings.$inferInsert): void {
      orm.insert(recordings).values(recording).run();
    },
    get(id: string): RecordingRow {
      const row = orm.select().from(recordings).where(eq(recordings.id, id)).get();
      if (row === undefined) throw new Error(`No recording ${id}`);
      return row;
    },
    many(ids: readonly string[]): RecordingRow[] {
      return orm
        .select()
        .from(recordings)
        .where(inArray(recordings.id, [...ids]))
        .all();
    },
    update(id: string, change: Partial<typeof recordings.$inferInsert>): void {
      orm.update(recordings).set(change).where(eq(recordings.id, id)).run();
    },
    /** Whether a managed copy is used by any recording. */
    usesPath(path: string): boolean {
      const found = orm
        .select({ id: recordings.id })
        .from(recordings)
        .where(and(eq(recordings.path, path)))
        .get();
      return found !== undefined;
    },
  };
}
