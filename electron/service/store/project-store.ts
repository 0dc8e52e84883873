/** Projects in SQLite. */

import { and, asc, eq } from 'drizzle-orm';
import { generations, projects } from './schema/all.ts';
import type { ServiceDatabase } from './sqlite-store.ts';
import type { ProjectStore } from './store.ts';

export function createProjectStore({ orm, transaction }: ServiceDatabase): ProjectStore {
  return {
    create: async (project) =>
      orm
        .insert(projects)
        .values({ ...project, status: 'created' })
        .returning()
        .get(),
    find: async (userId, projectId) =>
      orm
        .select()
        .from(projects)
        .where(and(eq(projects.projectId, projectId), eq(projects.userId, userId)))
        .get() ?? null,
    findById: async (projectId) => orm.select().from(projects).where(eq(projects.projectId, projectId)).get() ?? null,
    list: async (userId) =>
      orm.select().from(projects).where(eq(projects.userId, userId)).orderBy(asc(projects.sequence)).all(),
    beginUpload: async (projectId) =>
      transaction(() => {
        const started = orm
          .select({ sequence: generations.sequence })
          .from(generations)
          .where(eq(generations.projectId, projectId))
          .limit(1)
          .get();
        if (started !== undefined) return false;
        orm
          .update(projects)
          .set({ status: 'uploading', durationSeconds: null })
          .where(eq(projects.projectId, projectId))
          .run();
        return true;
      }),
    finishUpload: async (projectId, bytes, now) => {
      orm
        .update(projects)
        .set({ status: 'uploaded', bytes, uploadedAt: now })
        .where(eq(projects.projectId, projectId))
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
