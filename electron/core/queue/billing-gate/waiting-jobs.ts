/** Suspends and releases the jobs of a connection, a chunk in each transaction. The event loop is free in between. */

import { CHUNK_ROWS } from '../../store/open-store.ts';
import type { JobFilter } from '../../store/statements/job-filter.ts';
import type { Books } from '../parts/queue-context.ts';
import { suspendEvents } from './gate-rules.ts';

export interface WaitingJobs {
  /** Suspends the idle jobs of a parked connection that would start something. */
  suspend(connectionId: string, isRunning: (jobId: string) => boolean): void;
  /** Resumes all waiting jobs, unless the connection is parked again. Resolves when they are. */
  release(connectionId: string): Promise<void>;
  /** Resumes one waiting job when the connection has no other job to be tried with. */
  resumeForTrial(connectionId: string): void;
  stop(): void;
}

/** @param logFailure called after a failure of the store; the next run of the scheduler repeats what failed */
export function createWaitingJobs(
  { store, transitions }: Books,
  filter: () => JobFilter,
  logFailure: (failure: unknown) => void,
): WaitingJobs {
  /** Connections whose jobs are being suspended or released. */
  const moving = new Set<string>();
  let stopped = false;

  /** Repeats `moveChunk` until it moves no more jobs. */
  async function move(connectionId: string, moveChunk: () => number): Promise<void> {
    if (moving.has(connectionId)) return;
    moving.add(connectionId);
    try {
      while (!stopped && moveChunk() > 0) await new Promise(setImmediate);
    } catch (failure) {
      logFailure(failure);
    } finally {
      moving.delete(connectionId);
    }
  }

  function suspendChunk(connectionId: string, isRunning: (jobId: string) => boolean): number {
    const reason = store.connections.get(connectionId)?.parked ?? null;
    if (reason === null) return 0;
    const idle = store.jobs.toStartOver(connectionId, filter(), CHUNK_ROWS).filter((job) => !isRunning(job.id));
    store.transaction(() => {
      for (const job of idle) for (const event of suspendEvents(job.state, reason)) transitions.job(job.id, event);
    });
    return idle.length;
  }

  function releaseChunk(connectionId: string): number {
    if (store.connections.list().some(({ id, parked }) => id === connectionId && parked !== null)) return 0;
    const waiting = store.waitingJobs.waitingOn(connectionId, filter(), CHUNK_ROWS);
    store.transaction(() => {
      for (const id of waiting) transitions.job(id, { kind: 'resume' });
    });
    return waiting.length;
  }

  return {
    suspend: (connectionId, isRunning) => void move(connectionId, () => suspendChunk(connectionId, isRunning)),
    async release(connectionId) {
      while (moving.has(connectionId)) await new Promise(setImmediate);
      await move(connectionId, () => releaseChunk(connectionId));
    },
    resumeForTrial(connectionId) {
      const mine = filter();
      if (store.jobs.toStartOver(connectionId, mine, 1).length > 0) return;
      const [first] = store.waitingJobs.waitingOn(connectionId, mine, 1);
      if (first !== undefined) transitions.job(first, { kind: 'resume' });
    },
    stop() {
      stopped = true;
    },
  };
}
