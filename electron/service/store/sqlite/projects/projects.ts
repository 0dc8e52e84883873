/** Projects in SQLite. */

import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import { decideUpload, MOST_PROJECTS, statusWhileUploading, type UploadObstacle } from '../../../rules/projects.ts';
import type { Project } from '../../records.ts';
import type { ProjectStore } from '../../store.ts';
import type { ServiceDatabase } from '../database.ts';
import { generations, projects } from '../schema/all.ts';
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
    .where(ofUser)
    .orderBy(asc(projects.sequence))
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

  return {
    create: async (project) =>
      transaction(() => {
        if (countPresent(project.userId) >= MOST_PROJECTS) return null;
        return orm
          .insert(projects)
          .values({ ...project, status: 'created' })
          .returning()
          .get();
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
    list: async (userId) => listed.all({ userId }),
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
