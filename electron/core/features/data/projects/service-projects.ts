/**
 * Projects that only the service knows: made with another program, on another computer, or lost here. They are compared with the store and
 * brought in as recordings without a source. Nothing is started, created or paid.
 */

import { setImmediate as turn } from 'node:timers/promises';
import type { ForeignProject, LookEvent } from '../../../../../shared/contract/care.ts';
import { toCleartakeError } from '../../../../../shared/domain/errors.ts';
import type { JobState } from '../../../../../shared/domain/job-state.ts';
import type { ListedProject } from '../../../../../shared/service-api/answers.ts';
import type { Connections } from '../../../connections/connections.ts';
import type { DeskPorts, DeskSettings } from '../../../ports.ts';
import { mayBeOf } from '../../../queue/start/claim-project.ts';
import { isUsableId, type PaidWork, paidWorkIn } from '../../../queue/start/listing.ts';
import { importProject } from '../../../recovery/rebuild/import-project.ts';
import type { Store } from '../../../store/open-store.ts';

export interface ServiceProjects {
  /**
   * One event for each project that is looked at. It may end early: what was found by then can be brought in, and another look begins again.
   * @throws CleartakeError when the service can't be asked, after several tries
   */
  look(connectionId: string, signal?: AbortSignal): AsyncGenerator<LookEvent, void>;
  /** Brings in what a look found. @param download whether the results are downloaded now, or once the person resumes them */
  bringIn(connectionId: string, projectIds: readonly string[], download: boolean): Promise<{ recordings: number }>;
}

interface Found {
  readonly project: ListedProject;
  readonly work: readonly PaidWork[];
}

interface ProjectPorts {
  readonly connections: Pick<Connections, 'client'>;
  readonly ports: Pick<DeskPorts, 'clock' | 'newId'>;
  readonly settings: Pick<DeskSettings, 'retryBaseMs'>;
  readonly store: Store;
}

/** Tries of one call, in a row. */
const MOST_TRIES = 8;
const LONGEST_WAIT_MS = 60_000;

/** @param wake called when there is new work on the queue */
export function createServiceProjects(
  { connections, ports, settings, store }: ProjectPorts,
  wake: () => void,
): ServiceProjects {
  const found = new Map<string, Map<string, Found>>();

  /** Asks again after a dropped connection or a rate limit. */
  async function patiently<Answer>(ask: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    for (let tried = 1; ; tried++) {
      signal?.throwIfAborted();
      try {
        return await ask();
      } catch (failure) {
        const { retryable, retryAfterMs } = toCleartakeError(failure);
        if (!retryable || tried === MOST_TRIES) throw failure;
        const wait = retryAfterMs ?? Math.min(LONGEST_WAIT_MS, settings.retryBaseMs * 2 ** tried);
        await ports.clock.sleep(wait, signal);
      }
    }
  }

  /** Work that is not in the store. */
  function freshIn(connectionId: string, { project, work }: Found): PaidWork[] {
    const { apiProjectId: id } = project;
    return work.filter(({ remoteId }) => !store.generations.hasRemoteId(connectionId, remoteId, '', id));
  }

  /** Whether a job of a restored history may still claim it: it does so itself. */
  function isForOpenJob(connectionId: string, project: ListedProject): boolean {
    return store.recoveredJobs
      .withoutProject(connectionId)
      .some((job) => mayBeOf(project, job, store.recordings.get(job.recordingId).name));
  }

  return {
    async *look(connectionId, signal) {
      const client = await connections.client(connectionId);
      const known = store.recoveredJobs.projectsOf(connectionId);
      const listed = await patiently(() => client.listProjects(signal), signal);
      const unknown = listed.filter(
        (project) =>
          !known.has(project.apiProjectId) && isUsableId(project.apiProjectId) && !isForOpenJob(connectionId, project),
      );
      const here = new Map<string, Found>();
      found.set(connectionId, here);
      yield { looked: 0, of: unknown.length, known: listed.length - unknown.length, found: null };
      for (const [index, project] of unknown.entries()) {
        const generations = await patiently(() => client.listGenerations(project.apiProjectId, signal), signal);
        const one = { project, work: paidWorkIn(generations).filter(({ remoteId }) => isUsableId(remoteId)) };
        const isNew = freshIn(connectionId, one).length > 0;
        if (isNew) here.set(project.apiProjectId, one);
        yield {
          looked: index + 1,
          of: unknown.length,
          known: listed.length - unknown.length,
          found: isNew ? viewOf(one) : null,
        };
      }
    },
    async bringIn(connectionId, projectIds, download) {
      let recordings = 0;
      for (const id of new Set(projectIds)) {
        const one = found.get(connectionId)?.get(id);
        if (one === undefined) continue;
        store.transaction(() => {
          const work = freshIn(connectionId, one);
          if (work.length === 0 || store.connections.get(connectionId) === undefined) return;
          const state: JobState = download ? { kind: 'generating' } : { kind: 'paused', from: 'generating' };
          importProject(ports, store, connectionId, one.project, work, state);
          recordings += 1;
        });
        await turn();
      }
      if (recordings > 0) wake();
      return { recordings };
    },
  };
}

function viewOf({ project, work }: Found): ForeignProject {
  const { apiProjectId, originalFileName } = project;
  return {
    projectId: apiProjectId,
    name: originalFileName === '' ? apiProjectId : originalFileName,
    generations: work.map(({ model, status }) => ({ model, status })),
  };
}
