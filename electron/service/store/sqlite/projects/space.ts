/** The space that media and outputs take, in SQLite, and the deletion of projects. */

import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { projectDeleted } from '../../../rules/audit-events.ts';
import { fitsQuota, mayDelete } from '../../../rules/projects.ts';
import type { SpaceStore } from '../../store.ts';
import { recordAudit } from '../accounts/audit.ts';
import type { ServiceDatabase } from '../database.ts';
import { generations, outputs, projects, startRequests } from '../schema/all.ts';

const countedBytes = sql<number>`(${projects.storedBytes} + ${projects.uploadBytes})`;

export function createSpaceStore(database: ServiceDatabase): SpaceStore {
  const { orm, transaction } = database;
  const byId = (projectId: string) => eq(projects.projectId, projectId);

  const findPresent = (projectId: string) =>
    orm
      .select()
      .from(projects)
      .where(and(byId(projectId), isNull(projects.deletedAt)))
      .get();

  /** Inside a transaction. */
  function grow(projectId: string, by: number, quota: number | null): boolean {
    const project = findPresent(projectId);
    if (project === undefined || !hasSpace(database, project.userId, by, quota)) return false;
    const storedBytes = Math.max(0, project.storedBytes + by);
    orm.update(projects).set({ storedBytes }).where(byId(projectId)).run();
    return true;
  }

  return {
    used: async (userId) => usedBytes(database, userId),
    resizeUpload: async (projectId, bytes, quota) =>
      transaction(() => {
        const project = findPresent(projectId);
        if (project === undefined) return false;
        if (!hasSpace(database, project.userId, bytes - project.uploadBytes, quota)) return false;
        orm.update(projects).set({ uploadBytes: bytes }).where(byId(projectId)).run();
        return true;
      }),
    add: async (projectId, bytes, quota) => transaction(() => grow(projectId, bytes, quota)),
    subtract: async (projectId, bytes) => {
      transaction(() => grow(projectId, -bytes, null));
    },
    deleteProject: async (projectId, actorKeyId, now) =>
      transaction(() => {
        const project = findPresent(projectId);
        if (project === undefined) return 'gone';
        const all = orm
          .select({ generationId: generations.generationId, status: generations.status })
          .from(generations)
          .where(eq(generations.projectId, projectId))
          .all();
        if (!mayDelete(all)) return 'running';
        const ids = all.map(({ generationId }) => generationId);
        orm.delete(outputs).where(inArray(outputs.generationId, ids)).run();
        orm.delete(startRequests).where(inArray(startRequests.generationId, ids)).run();
        // `created` again: no generation can start on it.
        orm.update(projects).set({ status: 'created', deletedAt: now }).where(byId(projectId)).run();
        recordAudit(database, projectDeleted(project, ids.length, actorKeyId), now);
        return 'deleted';
      }),
    deletedProjects: async () =>
      orm
        .select({ projectId: projects.projectId })
        .from(projects)
        .where(and(isNotNull(projects.deletedAt), gt(countedBytes, 0)))
        .all()
        .map(({ projectId }) => projectId),
    freed: async (projectId) => {
      orm.update(projects).set({ storedBytes: 0, uploadBytes: 0 }).where(byId(projectId)).run();
    },
    unfinishedUploads: async () =>
      orm
        .select()
        .from(projects)
        .where(and(or(eq(projects.status, 'uploading'), gt(projects.uploadBytes, 0)), isNull(projects.deletedAt)))
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

/** Whether an account may keep more bytes. Runs inside a transaction. @param quota null for any number */
export function hasSpace(database: ServiceDatabase, userId: string, more: number, quota: number | null): boolean {
  return quota === null || fitsQuota(usedBytes(database, userId), more, quota);
}

function usedBytes({ orm }: ServiceDatabase, userId: string): number {
  const total = orm
    .select({ bytes: sql<number>`coalesce(sum(${countedBytes}), 0)` })
    .from(projects)
    .where(eq(projects.userId, userId))
    .get();
  return total?.bytes ?? 0;
}
