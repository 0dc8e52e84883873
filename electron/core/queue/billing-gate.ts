/**
 * Billing: nothing is started over a parked connection; its jobs wait where they are seen. After it was unparked, one job alone tries:
 * the others follow when a start of its succeeded.
 */

import { toCleartakeError } from '../../../shared/domain/errors.ts';
import type { LookForWork } from '../store/jobs.ts';
import type { JobRow } from '../store/schema.ts';
import { CHUNK_ROWS } from './in-chunks.ts';
import type { QueueContext } from './queue-context.ts';

export interface BillingGate {
  /** Lets the connection be tried by one job. */
  unpark(connectionId: string): void;
  /** Brings the jobs of parked connections to rest, and one of each connection to be tried to work. Part of each look for work. */
  settle(isRunning: (jobId: string) => boolean): void;
  isParked(connectionId: string): boolean;
  /** Connections over which no further job may start anything now. */
  closed(): string[];
  /** Tells that the runner begins or ended the work on a job. */
  begins(job: JobRow): void;
  ended(jobId: string): void;
  stop(): void;
}

/** A connection that was parked before and over which nothing was started since. */
interface Trial {
  /** Null until one is at work. */
  jobId: string | null;
  /** The ids of its generations on the service when it began. */
  startsBefore: string;
}

export function createBillingGate(context: QueueContext, question: () => LookForWork, wake: () => void): BillingGate {
  const { connections, store, transitions } = context;
  const trials = new Map<string, Trial>();
  const moving = new Set<string>();
  let stopped = false;

  function parked(): readonly { readonly id: string }[] {
    return connections.list().filter((connection) => connection.parked !== null);
  }

  function startsOf(jobId: string): string {
    return store.generations
      .ofJob(jobId)
      .map((generation) => generation.remoteId ?? '')
      .join();
  }

  transitions.onChange((jobId) => {
    for (const [connectionId, trial] of trials) {
      if (trial.jobId !== jobId || startsOf(jobId) === trial.startsBefore) continue;
      trials.delete(connectionId);
      void inParts(connectionId, () => letGo(connectionId)).then(wake);
    }
  });

  /** Repeats `part`, which says how much it did, until there is nothing left; the loop is free in between. */
  async function inParts(connectionId: string, part: () => number): Promise<void> {
    if (moving.has(connectionId)) return;
    moving.add(connectionId);
    try {
      while (!stopped && part() > 0) await new Promise(setImmediate);
    } catch (failure) {
      // The next look for work goes on with it.
      context.ports.log.error('The queue could not be written', { reason: toCleartakeError(failure).message });
    } finally {
      moving.delete(connectionId);
    }
  }

  function letGo(connectionId: string): number {
    if (parked().some(({ id }) => id === connectionId)) return 0;
    const held = store.jobs.heldOn(connectionId, question(), CHUNK_ROWS);
    store.transaction(() => {
      for (const id of held) transitions.job(id, { kind: 'resume' });
    });
    return held.length;
  }

  function hold(connectionId: string, isRunning: (jobId: string) => boolean): number {
    const reason = store.connections.get(connectionId)?.parked ?? null;
    if (reason === null) return 0;
    const idle = store.jobs.toStartOver(connectionId, question(), CHUNK_ROWS).filter((job) => !isRunning(job.id));
    store.transaction(() => {
      for (const job of idle) {
        // A wait for another reason becomes a wait for billing.
        if (job.state.kind === 'waiting') transitions.job(job.id, { kind: 'resume' });
        transitions.job(job.id, { kind: 'wait', until: null, reason });
      }
    });
    return idle.length;
  }

  /** When nothing else of the connection is there to try it with. */
  function resumeFirst(connectionId: string): void {
    const look = question();
    if (store.jobs.toStartOver(connectionId, look, 1).length > 0) return;
    const [first] = store.jobs.heldOn(connectionId, look, 1);
    if (first !== undefined) transitions.job(first, { kind: 'resume' });
  }

  return {
    unpark(connectionId) {
      connections.unpark(connectionId);
      if (!trials.has(connectionId)) trials.set(connectionId, { jobId: null, startsBefore: '' });
      resumeFirst(connectionId);
    },
    settle(isRunning) {
      for (const { id } of parked()) {
        trials.delete(id);
        void inParts(id, () => hold(id, isRunning));
      }
      for (const [id, trial] of trials) if (trial.jobId === null) resumeFirst(id);
    },
    isParked: (connectionId) => parked().some(({ id }) => id === connectionId),
    closed: () => [
      ...parked().map(({ id }) => id),
      ...[...trials].filter(([, trial]) => trial.jobId !== null).map(([id]) => id),
    ],
    begins(job) {
      const trial = trials.get(job.connectionId);
      if (trial === undefined || trial.jobId !== null || !store.jobs.needsStart(job.id)) return;
      trial.jobId = job.id;
      trial.startsBefore = startsOf(job.id);
    },
    ended(jobId) {
      for (const trial of trials.values()) if (trial.jobId === jobId) trial.jobId = null;
    },
    stop() {
      stopped = true;
    },
  };
}
