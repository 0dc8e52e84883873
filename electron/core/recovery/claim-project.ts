/**
 * A job that came back from an older store without its project, where nobody can say whether one was made and paid for since: the
 * service's list of projects is asked before another is made.
 */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { ServiceClient } from '../api/service-client.ts';
import type { QueueContext } from '../queue/queue-context.ts';
import type { JobRow } from '../store/schema.ts';
import { readRecovery } from './recovery-record.ts';
import { worthTaking } from './take-in-project.ts';

/**
 * Takes over the one project that can be the job's, when something was started on it.
 * @returns whether there is one: the job is then at its listing
 * @throws CleartakeError startUncertain when several may be
 */
export async function claimProject(
  context: QueueContext,
  client: ServiceClient,
  job: JobRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, transitions } = context;
  if (job.recoveredAt === null || job.projectId !== null || readRecovery(store)?.takesAll !== true) return false;
  const { name } = store.recordings.get(job.recordingId);
  const known = store.jobs.projectsOf(job.connectionId);
  const candidates: string[] = [];
  for (const { apiProjectId: id, originalFileName } of await client.listProjects(signal)) {
    if (originalFileName !== name || known.has(id)) continue;
    if (worthTaking(await client.listGenerations(id, signal)).length > 0) candidates.push(id);
  }
  const [only] = candidates;
  if (only === undefined) return false;
  const namesakes = store.jobs
    .withoutProject(job.connectionId)
    .filter((other) => store.recordings.get(other.recordingId).name === name);
  if (candidates.length > 1 || namesakes.length > 1) {
    throw new CleartakeError('requestRefused', {
      detail: `${candidates.length} projects called ${name}`,
      userMessage:
        'The history was damaged, and the service lists work for recordings of this name. Nothing was started again. What it has comes back by itself; retry only to have this one restored, and paid, once more.',
    });
  }
  store.transaction(() => {
    store.jobs.update(job.id, { projectId: only });
    transitions.job(job.id, { kind: 'enter', stage: 'ready' });
  });
  return true;
}
