/**
 * For a job restored from a backup without its project, when a project may have been created and paid since. Whatever the service lists for
 * the job is adopted before another project is created. A matching name may belong to somebody else's project, so nothing is ever started
 * on a claimed project.
 */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { isModelId } from '../../../../shared/domain/models.ts';
import type { ListedGeneration, ListedProject } from '../../../../shared/service-api/answers.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import { type RecoveryRecord, readRecovery } from '../../store/tables/recovery-record.ts';
import { START } from '../../strings.ts';
import type { Books, QueueContext } from '../parts/queue-context.ts';
import { adoptLate } from './adoption.ts';
import { paidWorkIn } from './listing.ts';

interface Candidate {
  readonly projectId: string;
  /** Whether the project's parameters name this job. */
  readonly isOurs: boolean;
  readonly listed: readonly ListedGeneration[];
}

/**
 * Adopts what was started for the job.
 * @returns whether nothing is left to start: then the job is past its upload
 * @throws CleartakeError requestRefused when several projects match, startUncertain while a listing proves nothing yet
 */
export async function claimProject(
  context: Books & Pick<QueueContext, 'quarantine'>,
  client: ServiceClient,
  job: JobRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { store } = context;
  const record = readRecovery(store);
  if (job.recoveredAt === null || job.projectId !== null || record === null) return false;
  if (!record.takesAll || record.read.includes(job.connectionId)) return false;
  const candidates = await candidatesFor(context, client, job, record, signal);
  if (candidates.length === 0) requireProof(context, job, record);
  const ours = candidates.filter((one) => one.isOurs);
  if (ours.length === 0 && candidates.length > 0) requireOneOfEach(context, job, candidates);
  return store.transaction(() => {
    for (const { listed, projectId } of ours.length > 0 ? ours : candidates) {
      for (const generation of readyOf(context, job)) adoptLate(context, job, generation, projectId, listed);
    }
    const isStarted = readyOf(context, job).length === 0;
    // When everything is started, the caller clears the mark together with the step to the next stage.
    if (!isStarted) store.jobs.update(job.id, { recoveredAt: null });
    return isStarted;
  });
}

async function candidatesFor(
  context: Pick<QueueContext, 'store'>,
  client: ServiceClient,
  job: JobRow,
  { lost }: RecoveryRecord,
  signal: AbortSignal,
): Promise<Candidate[]> {
  const { store } = context;
  const { name } = store.recordings.get(job.recordingId);
  const wanted = new Set(readyOf(context, job).map((generation) => generation.model));
  const known = store.recoveredJobs.projectsOf(job.connectionId);
  // These belong to jobs whose rows are lost.
  for (const start of lost) known.add(start.projectId);
  const candidates: Candidate[] = [];
  for (const project of await client.listProjects(signal)) {
    const { apiProjectId: projectId } = project;
    if (!mayBeOf(project, job, name) || known.has(projectId)) continue;
    const isOurs = project.params?.job === job.id;
    const listed = (await client.listGenerations(projectId, signal)).filter((one) => isModelId(one.modelKey));
    if (paidWorkIn(listed).some((one) => wanted.has(one.model))) candidates.push({ projectId, isOurs, listed });
  }
  return candidates;
}

/** What was created just before the recovery may be listed late: as with a start, its absence counts only after the quarantine. */
function requireProof(
  { quarantine }: Pick<QueueContext, 'quarantine'>,
  { connectionId }: JobRow,
  { at, noticeId }: RecoveryRecord,
): void {
  const retryAfterMs = quarantine.remaining(connectionId, { id: noticeId, intentAt: at }, at);
  if (retryAfterMs > 0)
    throw new CleartakeError('startUncertain', { detail: 'a project may be listed yet', retryAfterMs });
}

/** Whether an unknown project may belong to a job. The name counts only if the service does not return the project's parameters. */
export function mayBeOf({ originalFileName, params }: ListedProject, { id }: JobRow, name: string): boolean {
  return params?.job === undefined ? originalFileName === name : params.job === id;
}

function readyOf({ store }: Pick<QueueContext, 'store'>, job: JobRow): GenerationRow[] {
  return store.generations.ofJob(job.id).filter((generation) => generation.stateKind === 'ready');
}

function requireOneOfEach({ store }: Pick<QueueContext, 'store'>, job: JobRow, candidates: readonly Candidate[]): void {
  const { name } = store.recordings.get(job.recordingId);
  const namesakes = store.recoveredJobs
    .withoutProject(job.connectionId)
    .filter((other) => store.recordings.get(other.recordingId).name === name);
  if (candidates.length === 1 && namesakes.length <= 1) return;
  throw new CleartakeError('requestRefused', {
    detail: `${candidates.length} projects called ${name}`,
    parts: START.namesakes,
  });
}
