/**
 * Another model of content that the service has already: the job goes on with the project of an earlier one, and nothing is created or
 * uploaded. The project moves to it, so that a project has one job at a time and its listing still tells whose a start is.
 */

import type { JobRow } from '../../store/schema.ts';
import type { Books, QueueContext } from '../parts/queue-context.ts';
import { mayHaveBeenStarted } from './adoption.ts';

/**
 * Moves the project of an ended job to one that has none, and the job past its upload.
 * @returns whether there was a project: with a result of the same content over the same connection, nothing unsettled, and none of the
 *   wanted models
 */
export function continueProject({ ports, store, transitions }: Books, job: JobRow): boolean {
  const { contentHash } = store.recordings.get(job.recordingId);
  const wanted = store.generations.ofJob(job.id).filter(({ stateKind }) => stateKind === 'ready');
  if (job.projectId !== null || contentHash === null) return false;
  return store.transaction(() => {
    const models = wanted.map(({ model }) => model);
    const earlier = store.earlier.uploaded(job, contentHash, models);
    if (earlier === undefined) return false;
    const { jobId, projectId } = earlier;
    store.jobs.update(jobId, { projectId: null, uploadAddress: null });
    store.jobs.update(job.id, { projectId, uploadAddress: null });
    const stage = { from: 'uploading', to: 'uploading' };
    store.events.append({ at: ports.clock.now(), jobId: job.id, event: 'project', ...stage, detail: projectId });
    transitions.job(job.id, { kind: 'enter', stage: 'ready' });
    ports.log.info('The project of an earlier job is continued', { job: job.id, from: jobId });
    return true;
  });
}

/**
 * The service doesn't know a project that was continued: the job gets one of its own. Nobody has the old one anymore, so this happens once.
 * @returns false for a project that the job has created, or on which something of it may have been started
 */
export function leaveForgottenProject({ store }: Pick<QueueContext, 'store'>, { id }: JobRow): boolean {
  const { projectId, recordingId } = store.jobs.get(id);
  const { contentHash } = store.recordings.get(recordingId);
  if (projectId === null || contentHash === null) return false;
  const ofProject = store.generations.ofJob(id).filter((generation) => generation.projectId === projectId);
  if (ofProject.some((generation) => mayHaveBeenStarted({ store }, generation.id))) return false;
  const isContinued = store.earlier
    .resultsOf(contentHash, id)
    .some(({ generation }) => generation.projectId === projectId);
  if (isContinued) store.jobs.update(id, { projectId: null });
  return isContinued;
}
