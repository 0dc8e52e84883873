/** Holds and releases the jobs of a connection, a chunk in each transaction. The event loop is free in between. */

import { CHUNK_ROWS } from '../../store/open-store.ts';
import type { JobFilter } from '../../store/statements/job-filter.ts';
import type { Books } from '../parts/queue-context.ts';
import { holdEvents } from './gate-rules.ts';

export interface HeldJobs {
  /** Holds the idle jobs of a parked connection that would start something. */
  hold(connectionId: string, isRunning: (jobId: string) => boolean): void;
  /** Resumes all held jobs, unless the connection is parked again. Resolves when they are. */
  release(connectionId: string): Promise<void>;
  /** Resumes one held job when the connection has no other job to be tried with. */
  resumeForTrial(connectionId: string): void;
  stop(): void;
}

/** @param logFailure told of a failure of the store; the next run of the scheduler repeats what failed */
export function createHeldJobs(
  { store, transitions }: Books,
  filter: () => JobFilter,
  logFailure: (failure: unknown) => void,
): HeldJobs {
  /** Connections whose jobs are being held or released. */
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

  function holdChunk(connectionId: string, isRunning: (jobId: string) => boolean): number {
    const reason = store.connections.get(connectionId)?.parked ?? null;
    if (reason === null) return 0;
    const idle = store.jobs.toStartOver(connectionId, filter(), CHUNK_ROWS).filter((job) => !isRunning(job.id));
    store.transaction(() => {
      for (const job of idle) for (const event of holdEvents(job.state, reason)) transitions.job(job.id, event);
    });
    return idle.length;
  }

  function releaseChunk(connectionId: string): number {
    if (store.connections.list().some(({ id, parked }) => id === connectionId && parked !== null)) return 0;
    const held = store.heldJobs.heldOn(connectionId, filter(), CHUNK_ROWS);
    store.transaction(() => {
      for (const id of held) transitions.job(id, { kind: 'resume' });
    });
    return held.length;
  }

  return {
    hold: (connectionId, isRunning) => void move(connectionId, () => holdChunk(connectionId, isRunning)),
    async release(connectionId) {
      while (moving.has(connectionId)) await new Promise(setImmediate);
      await move(connectionId, () => releaseChunk(connectionId));
    },
    resumeForTrial(connectionId) {
      const mine = filter();
      if (store.jobs.toStartOver(connectionId, mine, 1).length > 0) return;
      const [first] = store.heldJobs.heldOn(connectionId, mine, 1);
      if (first !== undefined) transitions.job(first, { kind: 'resume' });
    },
    stop() {
      stopped = true;
    },
  };
}
