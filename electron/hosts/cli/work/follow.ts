/** Follows jobs until they are settled, and turns their states into an exit status. */

import type { DeskClient } from '../../../../shared/contract/index.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import { inQueueOrder } from '../../../../shared/domain/queue-order.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { jobName } from '../reports/job-words.ts';
import type { Reporter } from '../reports/reporter.ts';

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

/** The job that a person named. @param unknown words for none. @throws UsageError when there is none, or several */
export function namedJob(
  jobs: readonly JobView[],
  wanted: string,
  unknown: (name: string, all: string) => string = unknownWaiting,
): JobView {
  const fitting = jobsCalled(jobs, wanted);
  const [job, ...others] = fitting;
  const listed = (all: readonly JobView[]) => all.slice(0, 20).map((each) => `${jobName(each)} (${each.id})`);
  if (job === undefined) throw new UsageError(unknown(wanted, listed(jobs).join(', ')));
  if (others.length > 0) throw new UsageError(ambiguousRecording(wanted, listed(fitting)));
  return job;
}

/** By id, by name, or by folder and name. */
function jobsCalled(jobs: readonly JobView[], wanted: string): JobView[] {
  return jobs.filter(({ id, name, folder }) => [id, name, `${folder}/${name}`].includes(wanted));
}

function unknownWaiting(name: string, all: string): string {
  return `No recording called “${name}” is waiting for you. ${all === '' ? 'No recording is' : `Waiting: ${all}`}.`;
}

export function ambiguousRecording(name: string, all: readonly string[]): string {
  return `Several recordings are called “${name}”. Use the id of one: ${all.join(', ')}.`;
}
