/** Projects in SQLite. */

import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm';
import {
  decideCreation,
  decideUpload,
  type EarlierCreation,
  statusWhileUploading,
  type UploadObstacle,
} from '../../../rules/projects.ts';
import type { Project } from '../../records.ts';
import type { ProjectStore } from '../../store.ts';
import type { ServiceDatabase } from '../database.ts';
import { generations, projectRequests, projects } from '../schema/all.ts';
import { hasSpace } from './space.ts';

export function createProjectStore(database: ServiceDatabase): ProjectStore {
  const { orm, transaction } = database;
  const ofUser = and(eq(projects.userId, sql.placeholder('userId')), isNull(projects.deletedAt));
  const listed = orm
    .select({
      projectId: projects.projectId,
      status: projects.status,
      originalFileName: projects.originalFileName,
    })
    .from(projects)
    .where(
      and(
        ofUser,
        gt(projects.sequence, sql.placeholder('after')),
        sql`(${sql.placeholder('all')} or ${projects.projectId} in (select value from json_each(${sql.placeholder('among')})))`,
      ),
    )
    .orderBy(asc(projects.sequence))
    .limit(sql.placeholder('limit'))
    .prepare();
  const counted = orm.select({ count: count() }).from(projects).where(ofUser).prepare();
  const countPresent = (userId: string) => counted.get({ userId })?.count ?? 0;
  const present = (projectId: string) => and(eq(projects.projectId, projectId), isNull(projects.deletedAt));

  /** A project whose medium may change. Inside a transaction. */
  function findReplaceable(projectId: string): Project | UploadObstacle {
    const project = orm.select().from(projects).where(present(projectId)).get() ?? null;
    const started = orm
      .select({ sequence: generations.sequence })
      .from(generations)
      .where(eq(generations.projectId, projectId))
      .limit(1)
      .get();
    return decideUpload(project, started !== undefined);
  }

  /** What an Idempotency-Key stands for, unless it was deleted. */
  function findEarlier(userId: string, idempotencyKey: string): EarlierCreation<Project> | null {
    const earlier = orm
      .select({ fingerprint: projectRequests.fingerprint, project: projects })
      .from(projectRequests)
      .innerJoin(projects, and(eq(projects.projectId, projectRequests.projectId), isNull(projects.deletedAt)))
      .where(and(eq(projectRequests.userId, userId), eq(projectRequests.idempotencyKey, idempotencyKey)))
      .get();
    return earlier ?? null;
  }

  /** Of the entry that a page follows, deleted or not. */
  function sequenceOf(userId: string, projectId: string): number | null {
    const found = orm
      .select({ sequence: projects.sequence })
      .from(projects)
      .where(and(eq(projects.projectId, projectId), eq(projects.userId, userId)))
      .get();
    return found?.sequence ?? null;
  }

  return {
    isRepeated: async (userId, idempotencyKey) => findEarlier(userId, idempotencyKey) !== null,
    create: async (project, idempotency = null) =>
      transaction(() => {
        const { userId } = project;
        const earlier = idempotency === null ? null : findEarlier(userId, idempotency.idempotencyKey);
        const decision = decideCreation(idempotency, earlier, countPresent(userId));
        if (decision.kind !== 'go') return decision;
        const created = orm
          .insert(projects)
          .values({ ...project, status: 'created' })
          .returning()
          .get();
        if (idempotency !== null) {
          const request = { fingerprint: idempotency.fingerprint, projectId: created.projectId };
          orm
            .insert(projectRequests)
            .values({ userId, idempotencyKey: idempotency.idempotencyKey, ...request })
            // Its project was deleted.
            .onConflictDoUpdate({ target: [projectRequests.userId, projectRequests.idempotencyKey], set: request })
            .run();
        }
        return { kind: 'created', project: created };
      }),
    find: async (userId, projectId) =>
      orm
        .select()
        .from(projects)
        .where(and(present(projectId), eq(projects.userId, userId)))
        .get() ?? null,
    findById: async (projectId) => orm.select().from(projects).where(present(projectId)).get() ?? null,
    keyOf: async (projectId) =>
      orm.select({ keyId: projects.keyId }).from(projects).where(eq(projects.projectId, projectId)).get()?.keyId ??
      null,
    list: async (userId, among = null, page = null) => {
      const after = page === null || page.after === null ? 0 : sequenceOf(userId, page.after);
      if (after === null) return null;
      // SQLite takes -1 for no limit.
      const bounds = { all: among === null ? 1 : 0, among: JSON.stringify(among ?? []) };
      return listed.all({ userId, after, ...bounds, limit: page?.limit ?? -1 });
    },
    beginUpload: async (projectId, bytes, quota) =>
      transaction(() => {
        const project = findReplaceable(projectId);
        if (typeof project === 'string') return project;
        if (!hasSpace(database, project.userId, bytes - project.uploadBytes, quota)) return 'quota-exceeded';
        const status = statusWhileUploading(project.status);
        orm.update(projects).set({ status, uploadBytes: bytes }).where(eq(projects.projectId, projectId)).run();
        return 'begun';
      }),
    beginReplacing: async (projectId) =>
      transaction(() => {
        const project = findReplaceable(projectId);
        if (typeof project === 'string') return project;
        orm.update(projects).set({ status: 'uploading' }).where(eq(projects.projectId, projectId)).run();
        return 'begun';
      }),
    finishUpload: async (projectId, bytes, sha256, now) => {
      const medium = { bytes, sha256, uploadedAt: now, durationSeconds: null, hasVideo: null };
      orm
        .update(projects)
        .set({ status: 'uploaded', ...medium, storedBytes: bytes, uploadBytes: 0 })
        .where(present(projectId))
        .run();
    },
    setHasVideo: async (projectId, uploadedAt, hasVideo) => {
      orm
        .update(projects)
        .set({ hasVideo })
        .where(and(eq(projects.projectId, projectId), eq(projects.uploadedAt, uploadedAt)))
        .run();
    },
    setDuration: async (projectId, uploadedAt, durationSeconds) => {
      orm
        .update(projects)
        .set({ durationSeconds })
        .where(and(eq(projects.projectId, projectId), eq(projects.uploadedAt, uploadedAt)))
        .run();
    },
  };
}
