/** Generations, their outputs and their meter in SQLite. */

import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Idempotency, NewGeneration, StartOutcome } from './records.ts';
import { generations, outputs, projects, startRequests, usage } from './schema.ts';
import type { ServiceDatabase } from './sqlite-store.ts';
import type { GenerationStore } from './store.ts';

export function createGenerationStore(database: ServiceDatabase): GenerationStore {
  const { orm, transaction } = database;
  const byId = (generationId: string) => eq(generations.generationId, generationId);

  return {
    start: async (generation, idempotency) => transaction(() => startGeneration(database, generation, idempotency)),
    find: async (userId, projectId, generationId) =>
      orm
        .select()
        .from(generations)
        .where(and(byId(generationId), eq(generations.projectId, projectId), eq(generations.userId, userId)))
        .get() ?? null,
    findById: async (generationId) => orm.select().from(generations).where(byId(generationId)).get() ?? null,
    list: async (projectId) =>
      orm
        .select()
        .from(generations)
        .where(eq(generations.projectId, projectId))
        .orderBy(asc(generations.sequence))
        .all(),
    claimNext: async (now) =>
      transaction(() => {
        const next = orm
          .select({ generationId: generations.generationId })
          .from(generations)
          .where(eq(generations.status, 'queued'))
          .orderBy(asc(generations.sequence))
          .limit(1)
          .get();
        if (next === undefined) return null;
        return orm
          .update(generations)
          .set({ status: 'processing', startedAt: now })
          .where(byId(next.generationId))
          .returning()
          .get();
      }),
    requeue: async (generationId) => {
      orm
        .update(generations)
        .set({ status: 'queued', startedAt: null })
        .where(and(byId(generationId), eq(generations.status, 'processing')))
        .run();
    },
    requeueInterrupted: async () =>
      orm
        .update(generations)
        .set({ status: 'queued', startedAt: null })
        .where(eq(generations.status, 'processing'))
        .run().changes,
    countFailure: async (generationId) =>
      orm
        .update(generations)
        .set({ failures: sql`${generations.failures} + 1` })
        .where(byId(generationId))
        .returning({ failures: generations.failures })
        .get().failures,
    setHasVideo: async (generationId, hasVideo) => {
      orm.update(generations).set({ hasVideo }).where(byId(generationId)).run();
    },
    complete: async (generationId, newOutputs, newUsage, now) =>
      transaction(() => {
        const { changes } = orm
          .update(generations)
          .set({ status: 'complete', finishedAt: now })
          .where(and(byId(generationId), eq(generations.status, 'processing')))
          .run();
        if (changes === 0) return false;
        orm
          .insert(outputs)
          .values([...newOutputs])
          .run();
        orm.insert(usage).values(newUsage).run();
        return true;
      }),
    fail: async (generationId, from, { error, errorDetails }, now) =>
      orm
        .update(generations)
        .set({ status: 'failed', error, errorDetails, finishedAt: now })
        .where(and(byId(generationId), inArray(generations.status, [...from])))
        .run().changes > 0,
    findOutput: async (generationId, downloadType) =>
      orm
        .select()
        .from(outputs)
        .where(and(eq(outputs.generationId, generationId), eq(outputs.downloadType, downloadType)))
        .get() ?? null,
  };
}

/** Runs inside a transaction, so that neither an upload nor the same request can come in between. */
function startGeneration(
  { orm }: ServiceDatabase,
  generation: NewGeneration,
  idempotency: Idempotency | null,
): StartOutcome {
  if (idempotency !== null) {
    const before = orm
      .select({ fingerprint: startRequests.fingerprint, generation: generations })
      .from(startRequests)
      .innerJoin(generations, eq(generations.generationId, startRequests.generationId))
      .where(
        and(eq(startRequests.userId, generation.userId), eq(startRequests.idempotencyKey, idempotency.idempotencyKey)),
      )
      .get();
    if (before !== undefined) {
      return before.fingerprint === idempotency.fingerprint
        ? { kind: 'repeated', generation: before.generation }
        : { kind: 'key-reused' };
    }
  }
  const project = orm
    .select({ status: projects.status })
    .from(projects)
    .where(eq(projects.projectId, generation.projectId))
    .get();
  if (project?.status !== 'uploaded') return { kind: 'not-uploaded' };
  const started = orm
    .insert(generations)
    .values({ ...generation, status: 'queued' })
    .returning()
    .get();
  if (idempotency !== null) {
    orm
      .insert(startRequests)
      .values({ ...idempotency, userId: generation.userId, generationId: generation.generationId })
      .run();
  }
  return { kind: 'started', generation: started };
}
