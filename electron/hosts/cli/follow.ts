/** Follows jobs until they are settled, and turns their states into an exit status. */

import type { DeskClient } from '../../../shared/contract/index.ts';
import type { JobView } from '../../../shared/contract/views.ts';
import { isFinal } from '../../../shared/domain/job-state.ts';
import { inQueueOrder } from '../../../shared/domain/queue-order.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import type { Reporter } from './reports/reporter.ts';

/** Whether a command can stop waiting: the job is over, or only the person can continue it. */
function isSettledForCommand(job: JobView): boolean {
  const { state } = job;
  return (
    isFinal(state) ||
    state.kind === 'needs-you' ||
    state.kind === 'paused' ||
    (state.kind === 'waiting' && state.until === null)
  );
}

/** The jobs of the queue that match, in its order. */
export async function jobsWhere(client: DeskClient, wanted: (job: JobView) => boolean): Promise<JobView[]> {
  const found: JobView[] = [];
  for (let offset = 0; ; offset += 500) {
    const { jobs } = await client.queue.list({ offset, limit: 500 });
    found.push(...jobs.filter(wanted));
    if (jobs.length < 500) return found;
  }
}

/** Resolves with the final views, in the queue's order, once every job is settled. */
export async function followJobs(
  client: DeskClient,
  jobIds: readonly string[],
  reporter: Reporter,
  signal: AbortSignal,
): Promise<JobView[]> {
  const wanted = new Set(jobIds);
  const latest = new Map<string, JobView>();
  const note = (job: JobView) => {
    if (!wanted.has(job.id)) return;
    latest.set(job.id, job);
    reporter.job(job);
  };
  reporter.begin(wanted.size);
  const events = await client.queue.watch(undefined, { signal });
  for (const job of await jobsWhere(client, ({ id }) => wanted.has(id))) note(job);
  const settled = () => [...wanted].every((id) => isSettledForCommand(latest.get(id) ?? UNSEEN));
  for await (const event of events) {
    for (const job of event.jobs) note(job);
    if (settled()) break;
  }
  signal.throwIfAborted();
  return [...latest.values()].sort(inQueueOrder);
}

const UNSEEN = { state: { kind: 'queued' } } as JobView;

export function statusOf(jobs: readonly JobView[]): ExitStatus {
  const waits = ['needs-you', 'in-review', 'waiting'];
  const isForPerson = ({ state }: JobView) =>
    waits.includes(state.kind) || (state.kind === 'failed' && state.error.code === 'sameWorkUnfinished');
  if (jobs.some(isForPerson)) return EXIT.needsPerson;
  return jobs.every((job) => job.state.kind === 'done') ? EXIT.done : EXIT.failed;
}
