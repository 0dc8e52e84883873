/** Generations and their outputs in SQLite. */

import { and, asc, eq, getTableColumns, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Generation } from '../../records.ts';
import type { GenerationStore } from '../../store.ts';
import { writeCharge, writeRelease } from '../billing/holds.ts';
import type { ServiceDatabase } from '../database.ts';
import { generations, outputs, projects } from '../schema/all.ts';
import { writeStatusChange } from '../webhooks/steps.ts';
import { insertStart, readObstacle } from './starts.ts';

/** As JSON: one parameter, however many they are. */
function isNoneOf(generationIds: readonly string[]): SQL {
  return sql`${generations.generationId} not in (select value from json_each(${JSON.stringify(generationIds)}))`;
}

export function createGenerationStore(database: ServiceDatabase): GenerationStore {
  const { orm, transaction, cache } = database;
  const byId = (generationId: string) => eq(generations.generationId, generationId);
  // Polling uses this statement: prepared once, without the fields that the client sent and never reads.
  const { params: _params, sampling: _sampling, ...found } = getTableColumns(generations);
  const polled = orm
    .select(found)
    .from(generations)
    .innerJoin(projects, eq(projects.projectId, generations.projectId))
    .where(and(eq(generations.generationId, sql.placeholder('generationId')), isNull(projects.deletedAt)))
    .prepare();
  const listed = orm
    .select({ generationId: generations.generationId, status: generations.status, model: generations.model })
    .from(generations)
    .where(
      and(eq(generations.projectId, sql.placeholder('projectId')), gt(generations.sequence, sql.placeholder('after'))),
    )
    .orderBy(asc(generations.sequence))
    .limit(sql.placeholder('limit'))
    .prepare();

  /** Of the entry that a page follows. */
  function sequenceOf(projectId: string, generationId: string): number | null {
    const found = orm
      .select({ sequence: generations.sequence })
      .from(generations)
      .where(and(byId(generationId), eq(generations.projectId, projectId)))
      .get();
    return found?.sequence ?? null;
  }

  /** Inside a transaction. */
  function requeueWhere(condition: SQL | undefined, now: number): Generation[] {
    const requeued = orm
      .update(generations)
      .set({ status: 'queued', startedAt: null })
      .where(and(condition, eq(generations.status, 'processing')))
      .returning()
      .all();
    for (const generation of requeued) writeStatusChange(database, generation, now);
    return requeued;
  }

  return {
    start: async (generation, quote, idempotency, starter = generation) =>
      transaction(() => insertStart(database, { generation, quote, idempotency, starter })),
    startObstacle: async (starter, idempotency, now) => readObstacle(database, starter, idempotency, now),
    find: async (userId, projectId, generationId) => {
      const found = cache.read(`generation ${generationId}`, () => polled.get({ generationId }));
      return found?.projectId === projectId && found.userId === userId ? found : null;
    },
    findById: async (generationId) => orm.select().from(generations).where(byId(generationId)).get() ?? null,
    list: async (projectId, page = null) => {
      const after = page === null || page.after === null ? 0 : sequenceOf(projectId, page.after);
      // SQLite takes -1 for no limit.
      return after === null ? null : listed.all({ projectId, after, limit: page?.limit ?? -1 });
    },
    claimNext: async (now, except = []) =>
      transaction(() => {
        const next = orm
          .select({ generationId: generations.generationId })
          .from(generations)
          .where(and(eq(generations.status, 'queued'), except.length === 0 ? undefined : isNoneOf(except)))
          .orderBy(asc(generations.sequence))
          .limit(1)
          .get();
        if (next === undefined) return null;
        const claimed = orm
          .update(generations)
          .set({ status: 'processing', startedAt: now })
          .where(byId(next.generationId))
          .returning()
          .get();
        writeStatusChange(database, claimed, now);
        return claimed;
      }),
    requeue: async (generationId, now) => transaction(() => requeueWhere(byId(generationId), now).length > 0),
    requeueInterrupted: async (now) => transaction(() => requeueWhere(undefined, now).length),
    countFailure: async (generationId) =>
      orm
        .update(generations)
        .set({ failures: sql`${generations.failures} + 1` })
        .where(byId(generationId))
        .returning({ failures: generations.failures })
        .get().failures,
    setHasVideo: async (generationId, hasVideo) => {
      transaction(() => {
        const { projectId } = orm.update(generations).set({ hasVideo }).where(byId(generationId)).returning().get();
        // A project with generations keeps its medium.
        orm.update(projects).set({ hasVideo }).where(eq(projects.projectId, projectId)).run();
      });
    },
    complete: async (generationId, newOutputs, metered, now) =>
      transaction(() => {
        const completed = orm
          .update(generations)
          .set({ status: 'complete', finishedAt: now })
          .where(and(byId(generationId), eq(generations.status, 'processing')))
          .returning()
          .get();
        if (completed === undefined) return false;
        orm
          .insert(outputs)
          .values([...newOutputs])
          .run();
        writeCharge(database, metered, now);
        writeStatusChange(database, completed, now);
        return true;
      }),
    fail: async (generationId, from, { error, errorDetails }, now) =>
      transaction(() => {
        const failed = orm
          .update(generations)
          .set({ status: 'failed', error, errorDetails, finishedAt: now })
          .where(and(byId(generationId), inArray(generations.status, [...from])))
          .returning()
          .get();
        if (failed === undefined) return false;
        writeRelease(database, failed, now);
        writeStatusChange(database, failed, now);
        return true;
      }),
    addOutput: async (output) =>
      transaction(() => {
        const generation = orm.select().from(generations).where(byId(output.generationId)).get();
        if (generation?.status !== 'complete') return false;
        orm.insert(outputs).values(output).run();
        return true;
      }),
    findOutput: async (generationId, downloadType) =>
      orm
        .select()
        .from(outputs)
        .where(and(eq(outputs.generationId, generationId), eq(outputs.downloadType, downloadType)))
        .get() ?? null,
  };
}
