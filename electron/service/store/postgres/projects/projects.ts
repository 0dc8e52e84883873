/** Projects in PostgreSQL. */

import { and, asc, count, eq, gt, isNull, or, sql } from 'drizzle-orm';
import {
  decideCreation,
  decideUpload,
  type EarlierCreation,
  statusWhileUploading,
  type UploadObstacle,
} from '../../../rules/projects.ts';
import type { ListPage, Project } from '../../records.ts';
import type { ProjectStore } from '../../store.ts';
import { lockAccount } from '../connection/account-lock.ts';
import type { OpenWork, PostgresDatabase, PostgresOrm } from '../connection/database.ts';
import { generationRows, projectRequestRows, projectRows } from '../schema/all.ts';
import { hasRoom, lockPresent } from './space.ts';

export function createPostgresProjects(database: PostgresDatabase): ProjectStore {
  const { orm, ask, transaction } = database;
  const present = (projectId: string) => and(eq(projectRows.projectId, projectId), isNull(projectRows.deletedAt));
  const { projectId: id, status, originalFileName } = projectRows;
  const listed = orm
    .select({ projectId: id, status, originalFileName })
    .from(projectRows)
    .where(
      and(
        eq(projectRows.userId, sql.placeholder('userId')),
        isNull(projectRows.deletedAt),
        gt(projectRows.sequence, sql.placeholder('after')),
        or(sql`${sql.placeholder('among')}::text[] is null`, sql`${id} = any(${sql.placeholder('among')}::text[])`),
      ),
    )
    .orderBy(asc(projectRows.sequence))
    .limit(sql.placeholder('limit'))
    .prepare('projects_listed');

  /** A project whose medium may change. */
  async function lockReplaceable(work: OpenWork, projectId: string): Promise<Project | UploadObstacle> {
    const project = await lockPresent(work, projectId);
    const started = work.orm.select({ sequence: generationRows.sequence }).from(generationRows);
    const found = await started.where(eq(generationRows.projectId, projectId)).limit(1);
    return decideUpload(project, found.length > 0);
  }

  /** Changes rows by one statement that reads nothing else. */
  async function update(fields: Partial<typeof projectRows.$inferInsert>, where: ReturnType<typeof and>) {
    await ask(async () => orm.update(projectRows).set(fields).where(where));
  }

  const ofMedium = (projectId: string, uploadedAt: number) =>
    and(eq(projectRows.projectId, projectId), eq(projectRows.uploadedAt, uploadedAt));

  return {
    isRepeated: (userId, idempotencyKey) =>
      ask(async () => (await earlierCreation(orm, userId, idempotencyKey)) !== null),
    create: (project, idempotency = null) =>
      transaction(async (work) => {
        const { userId } = project;
        await lockAccount(work, userId);
        const key = idempotency?.idempotencyKey;
        const earlier = key === undefined ? null : await earlierCreation(work.orm, userId, key);
        const decision = decideCreation(idempotency, earlier, await countPresent(work, userId));
        if (decision.kind !== 'go') return decision;
        const [created] = await work.orm
          .insert(projectRows)
          .values({ ...project, status: 'created' })
          .returning();
        if (created === undefined) throw new TypeError('A project was not written');
        if (idempotency !== null) {
          const request = { fingerprint: idempotency.fingerprint, projectId: created.projectId };
          await work.orm
            .insert(projectRequestRows)
            .values({ userId, idempotencyKey: idempotency.idempotencyKey, ...request })
            // Its project was deleted.
            .onConflictDoUpdate({
              target: [projectRequestRows.userId, projectRequestRows.idempotencyKey],
              set: request,
            });
        }
        return { kind: 'created', project: created };
      }),
    find: (userId, projectId) =>
      ask(async () => {
        const found = orm.select().from(projectRows);
        return (await found.where(and(present(projectId), eq(projectRows.userId, userId)))).at(0) ?? null;
      }),
    findById: (projectId) =>
      ask(async () => (await orm.select().from(projectRows).where(present(projectId))).at(0) ?? null),
    keyOf: (projectId) =>
      ask(async () => {
        const found = orm.select({ keyId: projectRows.keyId }).from(projectRows);
        return (await found.where(eq(id, projectId))).at(0)?.keyId ?? null;
      }),
    list: (userId, among = null, page = null) =>
      ask(async () => {
        const after = await pageStart(orm, userId, page);
        if (after === null) return null;
        // No limit is null.
        return listed.execute({ userId, after, among: among === null ? null : [...among], limit: page?.limit ?? null });
      }),
    beginUpload: (projectId, bytes, quota) =>
      transaction(async (work) => {
        const project = await lockReplaceable(work, projectId);
        if (typeof project === 'string') return project;
        if (!(await hasRoom(work, project.userId, bytes - project.uploadBytes, quota))) return 'quota-exceeded';
        const fields = { status: statusWhileUploading(project.status), uploadBytes: bytes };
        await work.orm.update(projectRows).set(fields).where(eq(id, projectId));
        return 'begun';
      }),
    beginReplacing: (projectId) =>
      transaction(async (work) => {
        const project = await lockReplaceable(work, projectId);
        if (typeof project === 'string') return project;
        await work.orm.update(projectRows).set({ status: 'uploading' }).where(eq(id, projectId));
        return 'begun';
      }),
    finishUpload: (projectId, bytes, sha256, now) => {
      const medium = { bytes, sha256, uploadedAt: now, durationSeconds: null, hasVideo: null };
      return update({ status: 'uploaded', ...medium, storedBytes: bytes, uploadBytes: 0 }, present(projectId));
    },
    setHasVideo: (projectId, uploadedAt, hasVideo) => update({ hasVideo }, ofMedium(projectId, uploadedAt)),
    setDuration: (projectId, uploadedAt, durationSeconds) =>
      update({ durationSeconds }, ofMedium(projectId, uploadedAt)),
  };
}

/** Projects of an account that are not deleted. */
async function countPresent({ orm }: OpenWork, userId: string): Promise<number> {
  const present = and(eq(projectRows.userId, userId), isNull(projectRows.deletedAt));
  return (await orm.select({ count: count() }).from(projectRows).where(present))[0]?.count ?? 0;
}

/** What an Idempotency-Key stands for, unless it was deleted. */
async function earlierCreation(
  orm: PostgresOrm,
  userId: string,
  idempotencyKey: string,
): Promise<EarlierCreation<Project> | null> {
  const { fingerprint } = projectRequestRows;
  const found = await orm
    .select({ fingerprint, project: projectRows })
    .from(projectRequestRows)
    .innerJoin(projectRows, eq(projectRows.projectId, projectRequestRows.projectId))
    .where(
      and(
        eq(projectRequestRows.userId, userId),
        eq(projectRequestRows.idempotencyKey, idempotencyKey),
        isNull(projectRows.deletedAt),
      ),
    );
  return found[0] ?? null;
}

/** The sequence of the entry that a page follows, deleted or not; 0 for the first page, null when there is no such entry. */
async function pageStart(orm: PostgresOrm, userId: string, page: ListPage | null): Promise<number | null> {
  if (page === null || page.after === null) return 0;
  const entry = and(eq(projectRows.projectId, page.after), eq(projectRows.userId, userId));
  const found = await orm.select({ sequence: projectRows.sequence }).from(projectRows).where(entry);
  return found[0]?.sequence ?? null;
}
