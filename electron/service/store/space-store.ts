/** What media and outputs take, by account, in SQLite; and projects that are deleted. */

import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { generations, outputs, projects, startRequests } from './schema/all.ts';
import type { ServiceDatabase } from './sqlite-store.ts';
import type { SpaceStore } from './store.ts';

export function createSpaceStore(database: ServiceDatabase): SpaceStore {
  const { orm, transaction } = database;
  const byId = (projectId: string) => eq(projects.projectId, projectId);

  /** Inside a transaction. */
  function grow(projectId: string, by: number, quota: number | null): boolean {
    const project = orm
      .select({ userId: projects.userId })
      .from(projects)
      .where(and(byId(projectId), isNull(projects.deletedAt)))
      .get();
    if (project === undefined || !fitsQuota(database, project.userId, by, quota)) return false;
    orm
      .update(projects)
      .set({ storedBytes: sql`max(0, ${projects.storedBytes} + ${by})` })
      .where(byId(projectId))
      .run();
    return true;
  }

  return {
    used: async (userId) => usedBytes(database, userId),
    resizeUpload: async (projectId, bytes, quota) =>
      transaction(() => {
        const there = orm.select({ bytes: projects.storedBytes }).from(projects).where(byId(projectId)).get();
        return grow(projectId, bytes - (there?.bytes ?? 0), quota);
      }),
    add: async (projectId, bytes, quota) => transaction(() => grow(projectId, bytes, quota)),
    subtract: async (projectId, bytes) => {
      transaction(() => grow(projectId, -bytes, null));
    },
    deleteProject: async (projectId, now) =>
      transaction(() => {
        const all = orm
          .select({ generationId: generations.generationId, status: generations.status })
          .from(generations)
          .where(eq(generations.projectId, projectId))
          .all();
        if (all.some(({ status }) => status === 'queued' || status === 'processing')) return false;
        const ids = all.map(({ generationId }) => generationId);
        orm.delete(outputs).where(inArray(outputs.generationId, ids)).run();
        orm.delete(startRequests).where(inArray(startRequests.generationId, ids)).run();
        // Back to `created`: nothing can start on it any more.
        orm.update(projects).set({ status: 'created', deletedAt: now }).where(byId(projectId)).run();
        return true;
      }),
    deletedProjects: async () =>
      orm
        .select({ projectId: projects.projectId })
        .from(projects)
        .where(and(isNotNull(projects.deletedAt), gt(projects.storedBytes, 0)))
        .all()
        .map(({ projectId }) => projectId),
    freed: async (projectId) => {
      orm.update(projects).set({ storedBytes: 0 }).where(byId(projectId)).run();
    },
    unfinishedUploads: async () =>
      orm
        .select({ projectId: projects.projectId, originalFileName: projects.originalFileName })
        .from(projects)
        .where(and(eq(projects.status, 'uploading'), isNull(projects.deletedAt)))
        .all(),
    recount: async () => {
      const ofOutputs = orm
        .select({ bytes: sql`coalesce(sum(${outputs.bytes}), 0)` })
        .from(outputs)
        .innerJoin(generations, eq(generations.generationId, outputs.generationId))
        .where(eq(generations.projectId, projects.projectId));
      orm
        .update(projects)
        .set({ storedBytes: sql`${projects.bytes} + (${ofOutputs})` })
        .where(and(eq(projects.status, 'uploaded'), isNull(projects.deletedAt)))
        .run();
    },
  };
}

/** Whether an account may keep so many bytes more. Runs inside a transaction. @param quota null for any number */
export function fitsQuota(database: ServiceDatabase, userId: string, more: number, quota: number | null): boolean {
  return quota === null || more <= 0 || usedBytes(database, userId) + more <= quota;
}

function usedBytes({ orm }: ServiceDatabase, userId: string): number {
  const total = orm
    .select({ bytes: sql<number>`coalesce(sum(${projects.storedBytes}), 0)` })
    .from(projects)
    .where(eq(projects.userId, userId))
    .get();
  return total?.bytes ?? 0;
}
