/**
 * Creates the project of a job. When an answer could not be read, a project may be there that nobody knows: the service's listing is asked
 * before another one is created, and few are.
 */

import path from 'node:path';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { contentTypeOf, fileFormatOf } from '../../../../shared/domain/media-types.ts';
import type { CreatedProject, ListedProject } from '../../../../shared/service-api/answers.ts';
import { wasNeverSent } from '../../api/failures.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import type { JobRow, RecordingRow } from '../../store/schema.ts';
import type { QueueContext } from '../parts/queue-context.ts';
import { mayBeOf } from './claim-project.ts';

/** Projects that may have been created unseen before the job gives up. */
const MOST_UNCLEAR = 2;

/** @throws CleartakeError creationUnclear, and whatever the calls throw */
export async function createOneProject(
  context: Pick<QueueContext, 'runs' | 'store'>,
  client: ServiceClient,
  job: JobRow,
  recording: RecordingRow,
  signal: AbortSignal,
): Promise<CreatedProject> {
  const { runs } = context;
  const unclear = runs.jobs.get(job.id).unclearCreations;
  const count = (unclearCreations: number) => runs.jobs.change(job.id, { unclearCreations });
  if (unclear > 0) {
    const found = await findCreated(context, client, job, recording, signal);
    const own = found?.map((one) => asCreated(one, job)).find((one) => one !== null);
    if (own != null || found?.length === 0) count(0);
    if (own != null) return own;
    if (found?.length !== 0 && unclear >= MOST_UNCLEAR) {
      // A person's retry looks into the listing first, and creates one more.
      count(MOST_UNCLEAR - 1);
      throw new CleartakeError('creationUnclear', { detail: `${unclear} creations answered unreadably` });
    }
  }
  const { unclearCreations } = runs.jobs.get(job.id);
  // A track's copy goes by the name of its file, and need not be of its kind.
  const sentName = path.basename(recording.path);
  const fileFormat = fileFormatOf(sentName);
  try {
    const project = await client.createProject(
      {
        originalFileName: recording.name,
        contentType: contentTypeOf(sentName),
        ...(fileFormat === null ? {} : { fileFormat }),
        // A service whose storage takes uploads itself can bind their length.
        params: { source: 'cleartake', job: job.id, contentLength: recording.bytes },
      },
      signal,
    );
    count(0);
    return project;
  } catch (failure) {
    if (mayHaveCreated(failure)) count(unclearCreations + 1);
    throw failure;
  }
}

function mayHaveCreated(failure: unknown): boolean {
  if (!(failure instanceof CleartakeError)) return false;
  return (
    failure.code === 'serviceAnswerUnreadable' ||
    (failure.code === 'serviceUnreachable' && !wasNeverSent(failure.cause))
  );
}

/** Refusals of a service that offers no listing, or none that can be read: it can't tell. */
const UNDECIDED = new Set(['projectUnknown', 'callUnknown', 'requestRefused', 'requestInvalid', 'keyMayNot']);

/** Projects that may be this job's; null when the service can't tell. */
async function findCreated(
  { store }: Pick<QueueContext, 'store'>,
  client: ServiceClient,
  job: JobRow,
  { name }: RecordingRow,
  signal: AbortSignal,
): Promise<readonly ListedProject[] | null> {
  const known = store.recoveredJobs.projectsOf(job.connectionId);
  try {
    const listed = await client.listProjects(signal);
    return listed.filter((one) => mayBeOf(one, job, name) && !known.has(one.apiProjectId));
  } catch (failure) {
    const { code, detail = '' } = failure instanceof CleartakeError ? failure : {};
    if (code !== undefined && (UNDECIDED.has(code) || /^40[45]\b/.test(detail))) return null;
    throw failure;
  }
}

/** A listed project as its creation would have answered. A name alone is no proof: it may be somebody else's. */
function asCreated(project: ListedProject, job: JobRow): CreatedProject | null {
  const { params, uploadMethod = 'PUT', uploadUrl } = project;
  return params?.job === job.id && uploadUrl !== undefined ? { ...project, uploadMethod, uploadUrl } : null;
}
