/** Which projects the jobs have at their services, and what recovery marks and asks of them. */

import { and, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { generations, type JobRow, jobs, type Orm } from '../schema.ts';
import { isAdmitted, isOpen } from './job-filter.ts';

export function recoveredJobTable(orm: Orm) {
  return {
    /** Projects that jobs of a connection have, or had when their generations were started. */
    projectsOf(connectionId: string): Set<string> {
      const ofConnection = orm
        .select({ id: jobs.projectId })
        .from(jobs)
        .where(eq(jobs.connectionId, connectionId))
        .all();
      const started = orm
        .select({ id: generations.projectId })
        .from(generations)
        .innerJoin(jobs, eq(jobs.id, generations.jobId))
        .where(eq(jobs.connectionId, connectionId))
        .all();
      return new Set([...ofConnection, ...started].flatMap(({ id }) => id ?? []));
    },
    /** The latest job with this project, or with a generation that was started on it; also after it left the queue. */
    latestOfProject(projectId: string): string | undefined {
      const started = orm
        .select({ id: generations.jobId })
        .from(generations)
        .where(eq(generations.projectId, projectId));
      return orm
        .select({ id: jobs.id })
        .from(jobs)
        .where(or(eq(jobs.projectId, projectId), inArray(jobs.id, started)))
        .orderBy(desc(jobs.createdAt))
        .limit(1)
        .get()?.id;
    },
    /** Open jobs of a connection that were restored from an older store and have no project. */
    withoutProject(connectionId: string): JobRow[] {
      return orm
        .select()
        .from(jobs)
        .where(and(isOpen, eq(jobs.connectionId, connectionId), isNotNull(jobs.recoveredAt), isNull(jobs.projectId)))
        .all();
    },
    /** Marks all rows as restored from an older store: what was done since then is unknown. */
    markRecovered(at: number): void {
      orm.update(jobs).set({ recoveredAt: at }).run();
    },
    /** Removes the mark once the services were asked. @param connectionId only over this connection */
    forgetRecovery(connectionId?: string): void {
      const isRecovered = isNotNull(jobs.recoveredAt);
      const isMeant = connectionId === undefined ? isRecovered : and(isRecovered, eq(jobs.connectionId, connectionId));
      orm.update(jobs).set({ recoveredAt: null }).where(isMeant).run();
    },
    /** Jobs whose generations may have been started after the rows were written. */
    mayHaveStarted(): JobRow[] {
      return orm
        .select()
        .from(jobs)
        .where(and(isOpen, isAdmitted, isNotNull(jobs.projectId)))
        .all();
    },
  };
}
