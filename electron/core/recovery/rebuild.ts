/**
 * After a recovery, what the rows lack is read from the services' own lists, in the background: projects that were started here and
 * that no row knows are taken in. It goes on at the next start where it was left.
 */

import { toCleartakeError } from '../../../shared/domain/errors.ts';
import type { ListedProject } from '../../../shared/service-api/answers.ts';
import { every } from '../../platform/timers.ts';
import type { ServiceClient } from '../api/service-client.ts';
import type { QueueContext } from '../queue/queue-context.ts';
import type { ConnectionRow } from '../store/schema.ts';
import { tellFound } from './record-recovery.ts';
import { type RecoveryRecord, readRecovery, writeRecovery } from './recovery-record.ts';
import { takeInProject, worthTaking } from './take-in-project.ts';

export interface Rebuild {
  stop(): void;
}

/** @param wake called when there is new work on the queue */
export function createRebuild(context: QueueContext, wake: () => void): Rebuild {
  const { connections, ports, settings, store } = context;
  const stopping = new AbortController();
  let looking = false;
  const stopLooking = every(ports.clock, settings.abandonedEveryMs, () => void look());
  const first = setImmediate(() => void look());

  /** Never rejects: a service that cannot be asked now is asked the next time. */
  async function look(): Promise<void> {
    const record = readRecovery(store);
    if (record === null || looking) return;
    looking = true;
    for (const connection of connections.list().filter((one) => isWanted(record, one))) {
      if (stopping.signal.aborted) break;
      await read(connection).catch((failure: unknown) => {
        const { code } = toCleartakeError(failure);
        ports.log.warn('What a service lists could not be read yet', { connection: connection.id, code });
      });
    }
    looking = false;
  }

  async function read(connection: ConnectionRow): Promise<void> {
    const client = await connections.client(connection.id);
    const projects = await client.listProjects(stopping.signal);
    const known = store.jobs.projectsOf(connection.id);
    let isComplete = true;
    for (const project of projects) {
      const record = readRecovery(store);
      if (record === null) return;
      const isOurs = record.takesAll || record.lost.some((start) => start.projectId === project.apiProjectId);
      if (!isOurs || known.has(project.apiProjectId)) continue;
      if (record.takesAll && isForOpenJob(connection, project)) isComplete = false;
      else await takeIn(client, connection, project);
      stopping.signal.throwIfAborted();
    }
    const record = readRecovery(store);
    if (record !== null && isComplete) writeRecovery(store, { ...record, read: [...record.read, connection.id] });
  }

  /** A job of that name asks for it itself before it makes a project of its own. */
  function isForOpenJob(connection: ConnectionRow, project: ListedProject): boolean {
    return store.jobs
      .withoutProject(connection.id)
      .some((job) => store.recordings.get(job.recordingId).name === project.originalFileName);
  }

  async function takeIn(client: ServiceClient, connection: ConnectionRow, project: ListedProject): Promise<void> {
    const found = worthTaking(await client.listGenerations(project.apiProjectId, stopping.signal));
    const lost = readRecovery(store)?.lost.filter((start) => start.projectId === project.apiProjectId) ?? [];
    // A start that is not listed yet may be listed later.
    if (found.length === 0 && lost.length === 0) return;
    store.transaction(() => {
      const record = readRecovery(store);
      if (record === null || found.length === 0) return;
      takeInProject(context, connection.id, project, found);
      const left = record.lost.filter((start) => start.projectId !== project.apiProjectId);
      const after = { ...record, lost: left, found: record.found + 1 };
      writeRecovery(store, after);
      tellFound(store, after);
    });
    wake();
  }

  return {
    stop() {
      clearImmediate(first);
      stopping.abort();
      void stopLooking();
    },
  };
}

/** Those whose listing was not read; where rows of connections were lost, any that is added later too. */
function isWanted({ at, lost, lostConnections, read, takesAll }: RecoveryRecord, connection: ConnectionRow): boolean {
  if (read.includes(connection.id) || (!takesAll && lost.length === 0)) return false;
  return lostConnections || connection.createdAt <= at;
}
