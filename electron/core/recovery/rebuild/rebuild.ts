/**
 * After a recovery, reads the services' own listings in the background and imports projects that were started here and are missing from
 * the store. Continues at the next start of the desk.
 */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { ListedGeneration, ListedProject } from '../../../../shared/service-api/answers.ts';
import { every } from '../../../platform/time/timers.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import type { Connections } from '../../connections/connections.ts';
import type { DeskPorts, DeskSettings } from '../../ports.ts';
import type { Quarantine } from '../../queue/parts/quarantine.ts';
import { mayBeOf } from '../../queue/start/claim-project.ts';
import { paidWorkIn } from '../../queue/start/listing.ts';
import type { Store } from '../../store/open-store.ts';
import type { ConnectionRow } from '../../store/schema.ts';
import type { JournaledStart } from '../../store/start-journal/journal-file.ts';
import { type RecoveryRecord, readRecovery, writeRecovery } from '../../store/tables/recovery-record.ts';
import { importProject } from './import-project.ts';
import { noticeFound } from './record-recovery.ts';

export interface Rebuild {
  stop(): void;
}

export interface RebuildPorts {
  readonly connections: Connections;
  readonly ports: DeskPorts;
  readonly quarantine: Quarantine;
  readonly settings: DeskSettings;
  readonly store: Store;
}

/** @param wake called when there is new work on the queue */
export function createRebuild(
  { connections, ports, quarantine, settings, store }: RebuildPorts,
  wake: () => void,
): Rebuild {
  const stopping = new AbortController();
  const reading = new Set<string>();
  /** Projects that were read once. Their generations may appear late, so they are read again at the end of the quarantine. */
  const seen = new Set<string>();
  const stopReading = every(ports.clock, settings.abandonedEveryMs, readAll);
  const first = setImmediate(readAll);

  /** Services do not wait for each other. One that cannot be read now is read the next time. */
  function readAll(): void {
    const record = stopping.signal.aborted ? null : readRecovery(store);
    if (record === null) return;
    const wanted = connections.list().filter((connection) => isWanted(record, connection));
    if (wanted.length === 0 && !record.lostConnections) end(record);
    for (const connection of wanted) {
      const { id } = connection;
      if (reading.has(id)) continue;
      reading.add(id);
      void read(connection)
        .catch((failure: unknown) => {
          if (stopping.signal.aborted) return;
          const { code } = toCleartakeError(failure);
          ports.log.warn('What a service lists could not be read yet', { connection: id, code });
        })
        .finally(() => reading.delete(id));
    }
  }

  function end({ lost }: RecoveryRecord): void {
    if (lost.length > 0) ports.log.warn('No service lists some starts that the store lacks', { starts: lost.length });
    store.transaction(() => {
      writeRecovery(store, null);
      store.recoveredJobs.forgetRecovery();
    });
  }

  async function read(connection: ConnectionRow): Promise<void> {
    const client = await connections.client(connection.id);
    const begun = readRecovery(store);
    if (begun === null) return;
    // The time before the listings are requested counts, not their arrival.
    const isEarly = quarantine.remaining(connection.id, { id: begun.noticeId, intentAt: begun.at }, begun.at) > 0;
    const listed = await client.listProjects(stopping.signal);
    const known = store.recoveredJobs.projectsOf(connection.id);
    let isComplete = true;
    for (const project of withLost(listed, connection)) {
      const record = readRecovery(store);
      if (record === null) return;
      const { apiProjectId: id } = project;
      const isLost = record.lost.some((start) => start.projectId === id);
      if (!isLost && (!record.takesAll || known.has(id) || (isEarly && seen.has(id)))) continue;
      seen.add(id);
      if (!isLost && isForOpenJob(connection, project)) isComplete = false;
      else await importFrom(client, connection, project);
      stopping.signal.throwIfAborted();
    }
    const record = readRecovery(store);
    if (record === null || !isComplete) return;
    if (isEarly && (record.takesAll || lostOver(connection).length > 0)) return;
    store.transaction(() => {
      writeRecovery(store, { ...record, read: [...record.read, connection.id] });
      store.recoveredJobs.forgetRecovery(connection.id);
    });
  }

  /** Lost starts over a connection. Starts over connections that were lost too may belong to any connection. */
  function lostOver(connection: ConnectionRow): JournaledStart[] {
    const { lost = [] } = readRecovery(store) ?? {};
    return lost.filter(
      ({ connectionId }) => connectionId === connection.id || store.connections.get(connectionId) === undefined,
    );
  }

  /** The projects that a service lists, and the projects of lost starts, listed or not. */
  function withLost(listed: readonly ListedProject[], connection: ConnectionRow): ListedProject[] {
    const known = new Set(listed.map((project) => project.apiProjectId));
    const lostHere = lostOver(connection).filter((start) => start.connectionId === connection.id);
    const others = new Set(lostHere.map((start) => start.projectId).filter((id) => !known.has(id)));
    return [...listed, ...[...others].map((apiProjectId) => ({ apiProjectId, originalFileName: '' }))];
  }

  /** Whether an open job may claim the project: it does so itself before it creates a new one. */
  function isForOpenJob(connection: ConnectionRow, project: ListedProject): boolean {
    return store.recoveredJobs
      .withoutProject(connection.id)
      .some((job) => mayBeOf(project, job, store.recordings.get(job.recordingId).name));
  }

  async function importFrom(client: ServiceClient, connection: ConnectionRow, project: ListedProject): Promise<void> {
    const { apiProjectId: id } = project;
    const listed = await listAny(client, id, stopping.signal);
    const isImported = store.transaction(() => {
      const record = readRecovery(store);
      if (record === null) return false;
      const ordered = record.lost.filter((start) => start.projectId === id).map((start) => start.model);
      const fresh = listed.filter((one) => !store.generations.hasRemoteId(connection.id, one.generationId, '', id));
      const found = paidWorkIn(fresh, ordered);
      if (found.length === 0) return false;
      importProject(ports, store, connection.id, project, found);
      // Starts that are not listed yet may be listed later.
      const isFound = (start: JournaledStart) => found.some(({ model }) => model === start.model);
      const left = record.lost.filter((start) => start.projectId !== id || !isFound(start));
      const after = { ...record, lost: left, found: record.found + 1 };
      writeRecovery(store, after);
      noticeFound(store, after);
      return true;
    });
    if (isImported) wake();
  }

  return {
    stop() {
      clearImmediate(first);
      stopping.abort();
      void stopReading();
    },
  };
}

/** Empty for a project that the service does not know or does not allow to be read. */
async function listAny(
  client: ServiceClient,
  projectId: string,
  signal: AbortSignal,
): Promise<readonly ListedGeneration[]> {
  try {
    return await client.listGenerations(projectId, signal);
  } catch (failure) {
    if (toCleartakeError(failure).retryable) throw failure;
    return [];
  }
}

/** Whether the connection's listing must still be read. If connections were lost, those that are added later count too. */
function isWanted({ at, lost, lostConnections, read, takesAll }: RecoveryRecord, connection: ConnectionRow): boolean {
  if (read.includes(connection.id) || (!takesAll && lost.length === 0)) return false;
  return lostConnections || connection.createdAt <= at;
}
