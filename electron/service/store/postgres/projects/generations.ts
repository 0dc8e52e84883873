/** Generations and their outputs in PostgreSQL. Whoever claims or ends a generation locks it first, and its account after it. */

import { and, asc, eq, getTableColumns, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Generation } from '../../records.ts';
import type { GenerationStore } from '../../store.ts';
import { chargeHeld, releaseHeld } from '../billing/holds.ts';
import { lockAccount } from '../connection/account-lock.ts';
import type { OpenWork, PostgresDatabase } from '../connection/database.ts';
import { generationRows, outputRows, projectRows } from '../schema/all.ts';
import { announceStatus } from '../webhooks/steps.ts';
import { startLocked, startObstacleIn } from './starts.ts';

const byId = (generationId: string) => eq(generationRows.generationId, generationId);

export function createPostgresGenerations(database: PostgresDatabase): GenerationStore {
  const { orm, ask, transaction, view } = database;
  // Polling uses this statement: without the fields that the client sent and never reads.
  const { params: _params, sampling: _sampling, ...found } = getTableColumns(generationRows);
  const polled = orm
    .select(found)
    .from(generationRows)
    .innerJoin(projectRows, eq(projectRows.projectId, generationRows.projectId))
    .where(and(eq(generationRows.generationId, sql.placeholder('generationId')), isNull(projectRows.deletedAt)))
    .prepare('generation_polled');
  const { generationId: id, status, model, sequence, projectId: ofProject } = generationRows;
  const listed = orm
    .select({ generationId: id, status, model })
    .from(generationRows)
    .where(and(eq(ofProject, sql.placeholder('projectId')), gt(sequence, sql.placeholder('after'))))
    .orderBy(asc(sequence))
    .limit(sql.placeholder('limit'))
    .prepare('generations_listed');

  /** Of the entry that a page follows. */
  async function sequenceOf(projectId: string, generationId: string): Promise<number | null> {
    const entry = and(byId(generationId), eq(ofProject, projectId));
    return (await orm.select({ sequence }).from(generationRows).where(entry)).at(0)?.sequence ?? null;
  }

  return {
    start: (generation, quote, idempotency, starter = generation) =>
      transaction((work) => startLocked(work, { generation, quote, idempotency, starter })),
    startObstacle: (starter, idempotency, now) => view((work) => startObstacleIn(work, starter, idempotency, now)),
    find: (userId, projectId, generationId) =>
      ask(async () => {
        const [one] = await polled.execute({ generationId });
        return one?.projectId === projectId && one.userId === userId ? one : null;
      }),
    findById: (generationId) =>
      ask(async () => (await orm.select().from(generationRows).where(byId(generationId))).at(0) ?? null),
    list: (projectId, page = null) =>
      ask(async () => {
        const after = page === null || page.after === null ? 0 : await sequenceOf(projectId, page.after);
        // No limit is null.
        return after === null ? null : listed.execute({ projectId, after, limit: page?.limit ?? null });
      }),
    claimNext: (now, except = []) => transaction((work) => claim(work, now, except)),
    requeue: (generationId, now) =>
      transaction(async (work) => (await requeueWhere(work, byId(generationId), now)).length > 0),
    requeueInterrupted: (now) => transaction(async (work) => (await requeueWhere(work, undefined, now)).length),
    countFailure: (generationId) =>
      ask(async () => {
        const failures = sql`${generationRows.failures} + 1`;
        const counted = await orm.update(generationRows).set({ failures }).where(byId(generationId)).returning();
        return counted[0]?.failures ?? 0;
      }),
    setHasVideo: (generationId, hasVideo) =>
      transaction(async (work) => {
        const changed = work.orm.update(generationRows).set({ hasVideo }).where(byId(generationId));
        // A project with generations keeps its medium.
        for (const { projectId } of await changed.returning({ projectId: ofProject }))
          await work.orm.update(projectRows).set({ hasVideo }).where(eq(projectRows.projectId, projectId));
      }),
    complete: (generationId, newOutputs, metered, now) =>
      transaction(async (work) => {
        const fields = { status: 'complete', finishedAt: now } as const;
        const completed = await changeStatus(work, generationId, ['processing'], fields);
        if (completed === null) return false;
        if (newOutputs.length > 0) await work.orm.insert(outputRows).values([...newOutputs]);
        await chargeHeld(work, metered, now);
        await announceStatus(work, completed, now);
        return true;
      }),
    fail: (generationId, from, { error, errorDetails }, now) =>
      transaction(async (work) => {
        const fields = { status: 'failed', error, errorDetails, finishedAt: now } as const;
        const failed = await changeStatus(work, generationId, from, fields);
        if (failed === null) return false;
        await releaseHeld(work, failed, now);
        await announceStatus(work, failed, now);
        return true;
      }),
    addOutput: (output) =>
      transaction(async (work) => {
        const [generation] = await work.orm.select({ status }).from(generationRows).where(byId(output.generationId));
        if (generation?.status !== 'complete') return false;
        await work.orm.insert(outputRows).values(output);
        return true;
      }),
    findOutput: (generationId, downloadType) =>
      ask(async () => {
        const named = and(eq(outputRows.generationId, generationId), eq(outputRows.downloadType, downloadType));
        return (await orm.select().from(outputRows).where(named)).at(0) ?? null;
      }),
  };
}

/** Two that claim at once pass over what the other is about to claim, and neither waits. */
async function claim(work: OpenWork, now: number, except: readonly string[]): Promise<Generation | null> {
  const { generationId, sequence, status } = generationRows;
  const isNoneOf = sql`${generationId} <> all(${sql.param([...except])}::text[])`;
  const [next] = await work.orm
    .select({ generationId })
    .from(generationRows)
    .where(and(eq(status, sql`'queued'`), except.length === 0 ? undefined : isNoneOf))
    .orderBy(asc(sequence))
    .limit(1)
    .for('no key update', { skipLocked: true });
  if (next === undefined) return null;
  const fields = { status: 'processing', startedAt: now } as const;
  const claimed = await changeStatus(work, next.generationId, ['queued'], fields);
  if (claimed === null) return null;
  await lockAccount(work, claimed.userId);
  await announceStatus(work, claimed, now);
  return claimed;
}

async function requeueWhere(work: OpenWork, condition: SQL | undefined, now: number): Promise<readonly Generation[]> {
  const requeued: Generation[] = await work.orm
    .update(generationRows)
    .set({ status: 'queued', startedAt: null })
    // As in the index of those that run.
    .where(and(condition, eq(generationRows.status, sql`'processing'`)))
    .returning();
  // In one order, so that two that requeue don't wait for each other.
  const accounts = Map.groupBy(requeued, ({ userId }) => userId);
  for (const userId of [...accounts.keys()].sort()) {
    await lockAccount(work, userId);
    for (const generation of accounts.get(userId) ?? []) await announceStatus(work, generation, now);
  }
  return requeued;
}

/** Changes a generation's status unless it has another by now. @returns it as it is after the change */
async function changeStatus(
  { orm }: OpenWork,
  generationId: string,
  from: readonly Generation['status'][],
  fields: Partial<typeof generationRows.$inferInsert>,
): Promise<Generation | null> {
  const still = and(byId(generationId), inArray(generationRows.status, [...from]));
  return (await orm.update(generationRows).set(fields).where(still).returning()).at(0) ?? null;
}
