/**
 * Projects that the built-in service still keeps although nothing needs them: their work is over, and every result is in the library or its
 * row was deleted. The service deletes them itself, so its books stay as they are.
 */

import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { toCleartakeError } from '../../../../../shared/domain/errors.ts';
import type { Log } from '../../../../platform/log.ts';
import type { ServiceClient } from '../../../api/service-client.ts';
import { BUILT_IN_ID, type Connections } from '../../../connections/connections.ts';
import type { Store } from '../../../store/open-store.ts';
import type { ProjectRow } from '../../../store/space/service-projects.ts';
import { type DataFile, dataFiles } from './data-files.ts';

export interface CopyPorts {
  readonly connections: Pick<Connections, 'client'>;
  readonly dataDirectory: string;
  readonly log: Log;
  readonly store: Pick<Store, 'jobs' | 'serviceProjects' | 'transaction'>;
}

/** A file of a project, as the survey showed it; its owner is the project. */
type ShownFile = Pick<DataFile, 'bytes' | 'modifiedAt' | 'owner' | 'relative'>;

/** A project that nothing needs anymore. */
export interface ServiceCopy {
  /** What a person knows its recording by. */
  readonly name: string;
  readonly jobIds: readonly string[];
  /** Ids at the service of the generations whose results are stored. */
  readonly stored: ReadonlySet<string>;
}

const PAGE_JOBS = 500;

/** Where the built-in service has the files of its projects, each in a folder named by its id. */
const MEDIA = path.join('service', 'media');

/** By the ids of the projects; only those that have files at the service. */
export async function serviceCopies(
  dataDirectory: string,
  { serviceProjects }: Pick<Store, 'serviceProjects'>,
): Promise<ReadonlyMap<string, ServiceCopy>> {
  const present = new Set(await readdir(path.join(dataDirectory, MEDIA)).catch(() => []));
  if (present.size === 0) return new Map();
  const rows = new Map<string, ProjectRow[]>();
  let after: string | undefined = '';
  while (after !== undefined) {
    const page: readonly string[] = serviceProjects.jobPage(BUILT_IN_ID, after, PAGE_JOBS);
    for (const [projectId, found] of byProject(serviceProjects.rowsOf(page))) {
      if (present.has(projectId)) rows.set(projectId, [...(rows.get(projectId) ?? []), ...found]);
    }
    after = page.length < PAGE_JOBS ? undefined : page.at(-1);
    await turn();
  }
  const copies = new Map<string, ServiceCopy>();
  for (const [projectId, found] of rows) {
    const copy = await copyOf(projectId, found);
    if (copy !== null) copies.set(projectId, copy);
  }
  return copies;
}

/**
 * Deletes the projects of these files at the built-in service. One that is needed again, that changed, or that has a result which isn't
 * stored here stays. Never throws.
 */
export async function removeServiceCopies(
  ports: CopyPorts,
  shown: readonly ShownFile[],
  signal?: AbortSignal,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const { connections, dataDirectory, log, store } = ports;
  const gone = { files: 0, bytes: 0 };
  try {
    const projects = Map.groupBy(shown, ({ owner }) => owner ?? '');
    const copies = await serviceCopies(dataDirectory, store);
    const client = await connections.client(BUILT_IN_ID);
    for (const [projectId, files] of projects) {
      if (signal?.aborted === true) break;
      const copy = copies.get(projectId);
      if (copy === undefined || !(await isUnchanged(ports, projectId, files))) continue;
      if (!(await remove(ports, client, projectId, copy))) continue;
      gone.files += files.length;
      gone.bytes += files.reduce((sum, { bytes }) => sum + bytes, 0);
    }
  } catch (failure) {
    log.warn('The copies of the built-in service could not be removed', { reason: toCleartakeError(failure).message });
  }
  return gone;
}

async function remove(
  { log, store }: Pick<CopyPorts, 'log' | 'store'>,
  client: ServiceClient,
  projectId: string,
  { jobIds, stored }: ServiceCopy,
): Promise<boolean> {
  try {
    const listed = await client.listGenerations(projectId);
    if (listed.some(({ generationId, status }) => status === 'complete' && !stored.has(generationId))) return false;
    if (!leave(store, projectId, jobIds)) return false;
    await client.deleteProject(projectId);
    return true;
  } catch (failure) {
    log.warn('A copy of the built-in service stays', { project: projectId, reason: toCleartakeError(failure).message });
    return false;
  }
}

/** Takes the project from its jobs, so that a model that is added from now on gets a project of its own. @returns false while it is needed */
function leave(store: CopyPorts['store'], projectId: string, jobIds: readonly string[]): boolean {
  return store.transaction(() => {
    // A model may have been added meanwhile.
    const rows = store.serviceProjects.rowsOf(jobIds);
    if (!rows.every(isOver)) return false;
    const own = new Set(rows.flatMap((row) => (row.projectId === projectId ? row.jobId : [])));
    for (const id of own) store.jobs.update(id, { projectId: null, uploadAddress: null });
    return true;
  });
}

/** Whether the service has exactly the files that were shown: with others, something else would go as well. */
async function isUnchanged(
  { dataDirectory }: Pick<CopyPorts, 'dataDirectory'>,
  projectId: string,
  shown: readonly ShownFile[],
): Promise<boolean> {
  const expected = new Map(shown.map((one) => [one.relative, one]));
  let found = 0;
  for await (const files of dataFiles(dataDirectory, path.join(MEDIA, projectId))) {
    for (const { bytes, modifiedAt, relative } of files) {
      const before = expected.get(relative);
      if (before?.bytes !== bytes || before.modifiedAt !== modifiedAt) return false;
      found += 1;
    }
  }
  return found === shown.length;
}

/** A row belongs to its job's project and to that of its generation. */
function byProject(rows: readonly ProjectRow[]): ReadonlyMap<string, readonly ProjectRow[]> {
  const projects = new Map<string, ProjectRow[]>();
  for (const row of rows) {
    for (const projectId of new Set([row.projectId, row.startedOn])) {
      if (projectId !== null) projects.set(projectId, [...(projects.get(projectId) ?? []), row]);
    }
  }
  return projects;
}

/** @param rows all rows of the project @returns null for a project that something needs, or may need */
async function copyOf(projectId: string, rows: readonly ProjectRow[]): Promise<ServiceCopy | null> {
  const [first] = rows;
  if (first === undefined || !rows.every(isOver)) return null;
  const stored = rows.filter((row) => row.generationState === 'stored' && row.startedOn === projectId);
  if (stored.length === 0 && !rows.every(({ forgottenAt }) => forgottenAt !== null)) return null;
  for (const row of stored) if (row.forgottenAt === null && !(await isInLibrary(row))) return null;
  const { folder, name } = first;
  return {
    name: folder === '' ? name : `${folder}/${name}`,
    jobIds: [...new Set(rows.map(({ jobId }) => jobId))],
    stored: new Set(stored.flatMap(({ remoteId }) => remoteId ?? [])),
  };
}

/** Nothing is to be done for the job, and nothing that it started is unfinished or was never downloaded. */
function isOver({ generationState, jobState, remoteId, remoteStatus }: ProjectRow): boolean {
  if (jobState !== 'done' && jobState !== 'failed' && jobState !== 'cancelled') return false;
  switch (generationState) {
    case null:
    case 'stored':
      return true;
    case 'ready':
      return remoteId === null;
    case 'failed':
      return remoteId === null || remoteStatus !== 'complete';
    default:
      return false;
  }
}

async function isInLibrary({ bytes, path: file }: ProjectRow): Promise<boolean> {
  const facts = file === null ? null : await lstat(file).catch(() => null);
  return facts?.isFile() === true && facts.size === bytes;
}
