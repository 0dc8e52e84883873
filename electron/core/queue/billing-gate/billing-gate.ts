/**
 * Billing, and API keys: nothing is started over a parked connection; its jobs wait where they are seen. After billing parked it, one
 * job alone tries, and the others follow when a start of its succeeded. What waits for a key goes on, all together, once one serves.
 */

import { type ErrorRecord, toCleartakeError } from '../../../../shared/domain/errors.ts';
import { CHUNK_ROWS } from '../../store/open-store.ts';
import type { JobRow } from '../../store/schema.ts';
import type { JobFilter } from '../../store/statements/job-filter.ts';
import type { QueueContext } from '../queue-context.ts';
import { isAboutKey } from '../retry-policy.ts';
import { keyProblem } from './key-check.ts';

export interface BillingGate {
  /** Lets the connection be tried: by one job, or where a key was wanted by looking whether it serves now. */
  unpark(connectionId: string): void;
  /** Brings the jobs of parked connections to rest, and one of each connection to be tried to work. Part of each look for work. */
  settle(isRunning: (jobId: string) => boolean): void;
  isParked(connectionId: string): boolean;
  /** Connections over which no further job may start anything now. */
  closed(): string[];
  /** Tells that the runner begins or ended the work on a job. */
  begins(job: Pick<JobRow, 'id' | 'connectionId'>): void;
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

export function createBillingGate(context: QueueContext, question: () => JobFilter, wake: () => void): BillingGate {
  const { connections, settings, store, transitions } = context;
  const trials = new Map<string, Trial>();
  const moving = new Set<string>();
  /** Connections whose key is looked at; a later look takes the place of an earlier one. */
  const asking = new Map<string, AbortController>();
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
      void letAllGo(connectionId);
    }
  });

  function tell(failure: unknown): void {
    context.ports.log.error('The queue could not be written', { reason: toCleartakeError(failure).message });
  }

  /** Repeats `part`, which says how much it did, until there is nothing left; the loop is free in between. */
  async function inParts(connectionId: string, part: () => number): Promise<void> {
    if (moving.has(connectionId)) return;
    moving.add(connectionId);
    try {
      while (!stopped && part() > 0) await new Promise(setImmediate);
    } catch (failure) {
      // The next look for work goes on with it.
      tell(failure);
    } finally {
      moving.delete(connectionId);
    }
  }

  async function letAllGo(connectionId: string): Promise<void> {
    while (moving.has(connectionId)) await new Promise(setImmediate);
    await inParts(connectionId, () => letGo(connectionId));
    wake();
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

  /** Why its jobs rest, or rested until it was unparked; null when none does. */
  function reasonOf(connectionId: string): ErrorRecord | null {
    const parked = store.connections.get(connectionId)?.parked ?? null;
    if (parked !== null) return parked;
    const [first] = store.jobs.heldOn(connectionId, question(), 1);
    const state = first === undefined ? undefined : store.jobs.get(first).state;
    return state?.kind === 'waiting' ? state.reason : null;
  }

  async function lookAtKey(connectionId: string, wasRefused: boolean): Promise<void> {
    asking.get(connectionId)?.abort();
    const mine = new AbortController();
    asking.set(connectionId, mine);
    const problem = await keyProblem(context, connectionId, wasRefused, mine.signal);
    if (asking.get(connectionId) !== mine) return;
    asking.delete(connectionId);
    if (problem === null) await release(connectionId);
    else {
      connections.park(connectionId, problem);
      wake();
    }
  }

  /** Where nobody waits for a key, each job finds out by itself. */
  async function release(connectionId: string): Promise<void> {
    const parked = store.connections.get(connectionId)?.parked ?? null;
    // Billing that refused in the meantime holds on.
    if (parked !== null && !isAboutKey(parked.code)) {
      wake();
      return;
    }
    trials.delete(connectionId);
    connections.unpark(connectionId);
    await letAllGo(connectionId);
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
      const reason = reasonOf(connectionId);
      if (reason !== null && isAboutKey(reason.code)) {
        if (settings.patient) lookAtKey(connectionId, reason.code === 'keyRefused').catch(tell);
        else release(connectionId).catch(tell);
        return;
      }
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
      for (const look of asking.values()) look.abort();
      asking.clear();
    },
  };
}
