/** What the store says about files of the library: which are in use, which are results, and which are sources or outputs. */

import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import type { JobState } from '../../../../shared/domain/job-state.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { events, generations, jobs, type Orm, recordings, results } from '../schema.ts';

export interface StoredResult {
  readonly generationId: string;
  readonly path: string;
  readonly bytes: number;
  readonly contentHash: string;
  readonly exportedPath: string | null;
  /** Null where the output is the result itself. */
  readonly exportHash: string | null;
  readonly jobState: JobState['kind'];
  readonly model: ModelId;
  readonly name: string;
  readonly folder: string;
  /** Micro-USD; null when it is unknown. */
  readonly amount: number | null;
  readonly chargedAt: number | null;
}

/** Events: a result was kept as the output, or that was undone. */
export const KEPT_OUTPUT = 'keep-output';
export const KEPT_UNDONE = 'keep-output-undone';
/** Events: Save as… wrote an output, or that was undone. */
export const SAVED_AS = 'save-as';
export const SAVED_AS_UNDONE = 'save-as-undone';
/** Event: a person took what Save as… wrote. */
export const SAVED_AS_TAKEN = 'save-as-taken';

/** Ids of jobs that aren't over, and of what belongs to them. */
export interface InUse {
  readonly jobs: ReadonlySet<string>;
  readonly recordings: ReadonlySet<string>;
  readonly generations: ReadonlySet<string>;
}

/** What clearing the files of some jobs may concern. */
export interface JobFiles {
  /** Ids; jobs that aren't over are left out. */
  readonly jobs: readonly string[];
  /** Recordings without other jobs, and the SHA-256 of those whose content no other job restored. */
  readonly recordings: readonly string[];
  readonly contents: readonly string[];
  readonly generations: readonly string[];
  readonly results: readonly StoredResult[];
}

const OVER: JobState['kind'][] = ['done', 'failed', 'cancelled'];

export function storedFileTable(orm: Orm) {
  const storedResults = () =>
    orm
      .select({
        generationId: results.generationId,
        path: results.path,
        bytes: results.bytes,
        contentHash: results.contentHash,
        exportedPath: results.exportedPath,
        exportHash: results.exportHash,
        jobState: jobs.stateKind,
        model: generations.model,
        name: recordings.name,
        folder: recordings.folder,
        amount: generations.amount,
        chargedAt: generations.chargedAt,
      })
      .from(results)
      .innerJoin(generations, eq(generations.id, results.generationId))
      .innerJoin(jobs, eq(jobs.id, generations.jobId))
      .innerJoin(recordings, eq(recordings.id, jobs.recordingId));

  return {
    inUse(): InUse {
      const rows = orm
        .select({ job: jobs.id, recording: jobs.recordingId, generation: generations.id })
        .from(jobs)
        .leftJoin(generations, eq(generations.jobId, jobs.id))
        .where(sql`${jobs.stateKind} not in ${OVER}`)
        .all();
      return {
        jobs: new Set(rows.map(({ job }) => job)),
        recordings: new Set(rows.map(({ recording }) => recording)),
        generations: new Set(rows.flatMap(({ generation }) => generation ?? [])),
      };
    },
    /** Results in the order of their generations' ids. @param after the last id of the page before; empty for the first page */
    resultPage(after: string, limit: number): StoredResult[] {
      return storedResults().where(gt(results.generationId, after)).orderBy(results.generationId).limit(limit).all();
    },
    /** What belongs to these jobs alone, apart from those that aren't over. */
    filesOfJobs(jobIds: readonly string[]): JobFiles {
      const chosen = sql`(select value from json_each(${JSON.stringify(jobIds)}))`;
      const over = and(sql`${jobs.id} in ${chosen}`, inArray(jobs.stateKind, OVER));
      const ids = orm.select({ id: jobs.id }).from(jobs).where(over).all();
      const among = sql`(select value from json_each(${JSON.stringify(ids.map(({ id }) => id))}))`;
      const own = orm.all<{ readonly id: string; readonly contentHash: string | null }>(sql`
        select ${recordings.id} as "id", ${recordings.contentHash} as "contentHash" from ${recordings}
        where ${recordings.id} in (select ${jobs.recordingId} from ${jobs} where ${jobs.id} in ${among})
          and not exists (select 1 from ${jobs} where ${jobs.recordingId} = ${recordings.id} and ${jobs.id} not in ${among})`);
      const contents = JSON.stringify(own.flatMap(({ contentHash }) => contentHash ?? []));
      const shared = orm.all<{ readonly contentHash: string }>(sql`
        select distinct ${generations.contentHash} as "contentHash" from ${generations}
        where ${generations.contentHash} in (select value from json_each(${contents}))
          and ${generations.jobId} not in ${among}`);
      const elsewhere = new Set(shared.map(({ contentHash }) => contentHash));
      const made = orm
        .select({ id: generations.id })
        .from(generations)
        .where(sql`${generations.jobId} in ${among}`)
        .all();
      return {
        jobs: ids.map(({ id }) => id),
        recordings: own.map(({ id }) => id),
        contents: own.flatMap(({ contentHash }) =>
          contentHash === null || elsewhere.has(contentHash) ? [] : contentHash,
        ),
        generations: made.map(({ id }) => id),
        results: storedResults().where(sql`${jobs.id} in ${among}`).all(),
      };
    },
    /** Files of these results that other generations use as well, by their paths. */
    sharedAmong(own: readonly StoredResult[]): ReadonlySet<string> {
      const ids = JSON.stringify(own.map(({ generationId }) => generationId));
      const hashes = JSON.stringify(own.map(({ contentHash }) => contentHash));
      const others = orm
        .select({ path: results.path })
        .from(results)
        .where(
          and(
            sql`${results.contentHash} in (select value from json_each(${hashes}))`,
            sql`${results.generationId} not in (select value from json_each(${ids}))`,
          ),
        )
        .all();
      return new Set(others.map(({ path }) => path));
    },
    /** Which of these paths are recordings that somebody added, or outputs. */
    neededAmong(paths: readonly string[]): ReadonlySet<string> {
      const among = [...paths];
      const sources = orm
        .select({ path: recordings.realPath })
        .from(recordings)
        .where(inArray(recordings.realPath, among))
        .all();
      const outputs = [results.exportedPath, results.alsoPath].flatMap((column) =>
        orm.select({ path: column }).from(results).where(inArray(column, among)).all(),
      );
      return new Set([...sources, ...outputs].flatMap(({ path }) => path ?? []));
    },
    /** Files of the media that these recordings and generations are made of, by their ids. */
    mediaOf(ids: readonly string[]): ReadonlyMap<string, string> {
      const list = JSON.stringify(ids);
      const isAmong = (column: typeof recordings.id | typeof results.generationId) =>
        sql`${column} in (select value from json_each(${list}))`;
      const sources = orm
        .select({ id: recordings.id, path: recordings.path })
        .from(recordings)
        .where(isAmong(recordings.id))
        .all();
      const made = orm
        .select({ id: results.generationId, path: results.path })
        .from(results)
        .where(isAmong(results.generationId))
        .all();
      return new Map([...sources, ...made].map(({ id, path }) => [id, path]));
    },
    /** Which of these generations belong to jobs whose output was kept or replaced since then: undoing that may need what was set aside. */
    keptSince(ids: readonly string[], since: number): ReadonlySet<string> {
      if (ids.length === 0) return new Set();
      const rows = orm
        .select({ id: generations.id })
        .from(generations)
        .innerJoin(events, eq(events.jobId, generations.jobId))
        .where(
          and(
            inArray(generations.id, [...ids]),
            gt(events.at, since),
            inArray(events.event, [KEPT_OUTPUT, KEPT_UNDONE, SAVED_AS, SAVED_AS_UNDONE]),
          ),
        )
        .all();
      return new Set(rows.map(({ id }) => id));
    },
    /** Points paths in one folder into another. Both end with a separator. */
    relocate(from: string, to: string): void {
      const places = [
        [results, 'path'],
        [results, 'exported_path'],
        [results, 'also_path'],
        [recordings, 'path'],
        [recordings, 'real_path'],
      ] as const;
      for (const [table, column] of places) {
        const name = sql.identifier(column);
        orm.run(
          sql`update ${table} set ${name} = ${to} || substr(${name}, length(${from}) + 1) where substr(${name}, 1, length(${from})) = ${from}`,
        );
      }
      const placed = (path: string) => (path.startsWith(from) ? `${to}${path.slice(from.length)}` : path);
      for (const { id, madeFrom } of orm.select().from(recordings).where(isNotNull(recordings.madeFrom)).all()) {
        if (madeFrom === null) continue;
        const files = madeFrom.files.map((file) => ({
          ...file,
          path: placed(file.path),
          realPath: placed(file.realPath),
        }));
        orm
          .update(recordings)
          .set({ madeFrom: { ...madeFrom, files } })
          .where(eq(recordings.id, id))
          .run();
      }
    },
  };
}
