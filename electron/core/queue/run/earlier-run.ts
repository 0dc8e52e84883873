/** What an earlier run of the program left: states that it was interrupted in, and work that goes on. */

import type { ProbeQueue } from '../../library/import/probe-queue.ts';
import { resumeWithinCaps } from '../money/cap-gate.ts';
import { secondsToBill } from '../money/meter.ts';
import type { Books, Calls, QueueContext } from '../parts/queue-context.ts';
import type { Runner } from '../runner.ts';

/** Corrects the states that an interrupted run left, before anything else reads them. */
export function resolveInterruptedWork({ ports, store, transitions }: Books): void {
  // The run may have ended between intent and answer: the service's listing tells whether it started.
  for (const generation of store.generations.inState('intent')) {
    transitions.generation(generation.id, { kind: 'lost-sight', now: ports.clock.now() });
    ports.pass('recovery:intents-lost-sight');
  }
  for (const job of store.jobs.startedIn(['cancelling'])) transitions.job(job.id, { kind: 'stopped' });
}

export function resumeEarlierWork(
  context: Calls & Pick<QueueContext, 'settings'>,
  runner: Runner,
  probeQueue: ProbeQueue,
): void {
  const { connections, settings, store } = context;
  const resumes = !settings.leavesEarlierWork;
  // Billing may be fixed or a key set by now: the first job of a parked connection finds out.
  const parked = connections.list().flatMap((connection) => (connection.parked === null ? [] : connection.id));
  const holding = resumes ? store.heldJobs.connectionsThatHold() : [];
  for (const connectionId of new Set([...parked, ...holding])) void runner.unpark(connectionId);
  if (resumes) {
    // A cap may have been raised, or a day or month has begun.
    resumeWithinCaps(context);
    const waiting = store.jobs.notStarted();
    probeQueue.add(waiting.filter((job) => job.durationSeconds === null).map((job) => job.id));
    probeQueue.count(waiting.filter((job) => secondsToBill(job) === null).map((job) => job.id));
  }
  runner.wake();
}
