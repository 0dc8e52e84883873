/** The space that media and outputs take, in PostgreSQL, and the deletion of projects. */

import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { projectDeleted } from '../../../rules/audit-events.ts';
import { fitsQuota, mayDelete } from '../../../rules/projects.ts';
import type { Project } from '../../records.ts';
import type { SpaceStore } from '../../store.ts';
import { addAudit } from '../accounts/audit.ts';
import { lockOwner } from '../connection/account-lock.ts';
import type { OpenWork, PostgresDatabase } from '../connection/database.ts';
import { nameStatement } from '../connection/statements.ts';
import { generationRows, outputRows, projectRows, startRequestRows } from '../schema/all.ts';

const USED = nameStatement(
  'used_bytes',
  'select coalesce(sum(stored_bytes + upload_bytes), 0) as bytes from projects where user_id = @userId',
);

const COUNTED = sql<number>`(${projectRows.storedBytes} + ${projectRows.uploadBytes})`;

export function createPostgresSpace(database: PostgresDatabase): SpaceStore {
  const { orm, ask, transaction } = database;
  const byId = (projectId: string) => eq(projectRows.projectId, projectId);

  async function grow(projectId: string, by: number, quota: number | null): Promise<boolean> {
    return transaction(async (work) => {
      const project = await lockPresent(work, projectId);
      if (project === null || !(await hasRoom(work, project.userId, by, quota))) return false;
      const storedBytes = Math.max(0, project.storedBytes + by);
      await work.orm.update(projectRows).set({ storedBytes }).where(byId(projectId));
      return true;
    });
  }

  return {
    used: (userId) => usedBytes(database, userId),
    resizeUpload: (projectId, bytes, quota) =>
      transaction(async (work) => {
        const project = await lockPresent(work, projectId);
        if (project === null) return false;
        if (!(await hasRoom(work, project.userId, bytes - project.uploadBytes, quota))) return false;
        await work.orm.update(projectRows).set({ uploadBytes: bytes }).where(byId(projectId));
        return true;
      }),
    add: grow,
    subtract: async (projectId, bytes) => {
      await grow(projectId, -bytes, null);
    },
    deleteProject: (projectId, actorKeyId, now) =>
      transaction(async (work) => {
        const project = await lockPresent(work, projectId);
        if (project === null) return 'gone';
        const { generationId, status } = generationRows;
        const ofProject = eq(generationRows.projectId, projectId);
        const all = await work.orm.select({ generationId, status }).from(generationRows).where(ofProject);
        if (!mayDelete(all)) return 'running';
        const ids = work.orm.select({ generationId }).from(generationRows).where(ofProject);
        await work.orm.delete(outputRows).where(inArray(outputRows.generationId, ids));
        await work.orm.delete(startRequestRows).where(inArray(startRequestRows.generationId, ids));
        // `created` again: no generation can start on it.
        await work.orm.update(projectRows).set({ status: 'created', deletedAt: now }).where(byId(projectId));
        await addAudit(work, projectDeleted(project, all.length, actorKeyId), now);
        return 'deleted';
      }),
    deletedProjects: () =>
      ask(async () => {
        const kept = and(isNotNull(projectRows.deletedAt), gt(COUNTED, 0));
        const rows = await orm.select({ projectId: projectRows.projectId }).from(projectRows).where(kept);
        return rows.map(({ projectId }) => projectId);
      }),
    freed: async (projectId) => {
      await ask(async () => orm.update(projectRows).set({ storedBytes: 0, uploadBytes: 0 }).where(byId(projectId)));
    },
    unfinishedUploads: () =>
      ask(async () => {
        const unfinished = or(eq(projectRows.status, 'uploading'), gt(projectRows.uploadBytes, 0));
        return orm
          .select()
          .from(projectRows)
          .where(and(unfinished, isNull(projectRows.deletedAt)));
      }),
    recount: async () => {
      const ofOutputs = orm
        .select({ bytes: sql`coalesce(sum(${outputRows.bytes}), 0)` })
        .from(outputRows)
        .innerJoin(generationRows, eq(generationRows.generationId, outputRows.generationId))
        .where(eq(generationRows.projectId, projectRows.projectId));
      const present = and(eq(projectRows.status, 'uploaded'), isNull(projectRows.deletedAt));
      await ask(async () =>
        orm
          .update(projectRows)
          .set({ storedBytes: sql`${projectRows.bytes} + (${ofOutputs})` })
          .where(present),
      );
    },
  };
}

/** A project that is not deleted, with its account locked. */
export async function lockPresent(work: OpenWork, projectId: string): Promise<Project | null> {
  await lockOwner(work, 'project', projectId);
  const present = and(eq(projectRows.projectId, projectId), isNull(projectRows.deletedAt));
  return (await work.orm.select().from(projectRows).where(present)).at(0) ?? null;
}

/** Whether a locked account may keep more bytes. @param quota null for any number */
export async function hasRoom(work: OpenWork, userId: string, more: number, quota: number | null): Promise<boolean> {
  return quota === null || fitsQuota(await usedBytes(work, userId), more, quota);
}

async function usedBytes({ rows }: Pick<OpenWork, 'rows'>, userId: string): Promise<number> {
  const [used] = await rows<{ bytes: number }>(USED, { userId });
  return used?.bytes ?? 0;
}
