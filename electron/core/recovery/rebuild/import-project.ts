/** Imports an unknown project from the service as a recording, a job and its generations, so that paid results are downloaded. */

import { DEFAULT_BATCH_PRESET } from '../../../../shared/domain/batch/batch-preset.ts';
import type { JobState } from '../../../../shared/domain/job-state.ts';
import type { ListedProject } from '../../../../shared/service-api/answers.ts';
import type { DeskPorts } from '../../ports.ts';
import type { PaidWork } from '../../queue/start/listing.ts';
import type { Store } from '../../store/open-store.ts';
import type { JobRow } from '../../store/schema.ts';

/**
 * Runs in one transaction. A model that was paid for twice gets a second job.
 * @param state where the jobs begin: paused, they download nothing until they are resumed
 */
export function importProject(
  ports: Pick<DeskPorts, 'clock' | 'newId'>,
  store: Store,
  connectionId: string,
  project: ListedProject,
  found: readonly PaidWork[],
  state: JobState = { kind: 'generating' },
): void {
  store.transaction(() => {
    const at = ports.clock.now();
    const recordingId = ports.newId();
    const batchId = ports.newId();
    const name = project.originalFileName === '' ? project.apiProjectId : project.originalFileName;
    const lost = { path: '', realPath: '', origin: 'lost', folder: '', bytes: 0, modifiedAt: 0 } as const;
    store.recordings.insert({ id: recordingId, name, ...lost, addedAt: at });
    store.batches.insert({ id: batchId, createdAt: at });
    for (const part of inJobs(found)) {
      const jobId = ports.newId();
      store.jobs.insert({
        id: jobId,
        batchId,
        recordingId,
        connectionId,
        position: store.jobs.nextPosition(),
        preset: { ...DEFAULT_BATCH_PRESET, models: part.map(({ model }) => model), output: { kind: 'library' } },
        stateKind: state.kind,
        state,
        admittedAt: at,
        projectId: project.apiProjectId,
        recoveredAt: at,
        createdAt: at,
      });
      for (const one of part) importGeneration(ports, store, { id: jobId, connectionId }, project.apiProjectId, one);
    }
  });
}

function importGeneration(
  ports: Pick<DeskPorts, 'clock' | 'newId'>,
  store: Store,
  { id: jobId, connectionId }: Pick<JobRow, 'id' | 'connectionId'>,
  projectId: string,
  { model, remoteId, status }: PaidWork,
) {
  const id = ports.newId();
  const attemptId = ports.newId();
  const at = ports.clock.now();
  store.generations.insert({
    id,
    jobId,
    connectionId,
    model,
    projectId,
    stateKind: 'started',
    state: { kind: 'started', remoteId },
    remoteId,
    remoteStatus: status,
    createdAt: at,
  });
  // The cost is unknown: record no amount.
  store.generations.insertAttempt({
    id: attemptId,
    generationId: id,
    parameterHash: '',
    baseline: [],
    intentAt: at,
    outcome: 'adopted',
    resolvedAt: at,
  });
  store.ledger.append({ at, generationId: id, attemptId, kind: 'hold', seconds: 0, amount: null });
  store.events.append({
    at,
    jobId,
    generationId: id,
    event: 'recover',
    from: 'ready',
    to: 'started',
    detail: remoteId,
  });
}

/** Groups generations into as few jobs as possible with no model twice in one. */
function inJobs(found: readonly PaidWork[]): PaidWork[][] {
  const parts: PaidWork[][] = [];
  for (const one of found) {
    const part = parts.find((others) => others.every((other) => other.model !== one.model));
    if (part === undefined) parts.push([one]);
    else part.push(one);
  }
  return parts;
}
