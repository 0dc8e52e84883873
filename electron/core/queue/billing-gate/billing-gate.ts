/**
 * Does what the rules of the billing gate say: parks and opens connections, lets one job try after billing had parked a connection, and
 * releases the others once that start was accepted or the key works.
 */

import { CleartakeError, type ErrorRecord, toCleartakeError, toErrorRecord } from '../../../../shared/domain/errors.ts';
import { createDeadline } from '../../../platform/time/deadlines.ts';
import type { ConnectionRow, JobRow } from '../../store/schema.ts';
import type { JobFilter } from '../../store/statements/job-filter.ts';
import type { Calls, QueueContext } from '../parts/queue-context.ts';
import { isAboutKey } from '../retry-policy.ts';
import {
  type GateStatus,
  gateStatus,
  hasPassed,
  isClosed,
  NEW_TRIAL,
  opensForKey,
  startsOf,
  type Trial,
  unparkBy,
} from './gate-rules.ts';
import { createWaitingJobs } from './waiting-jobs.ts';

/** A service that has not answered after this time has not refused the key, in milliseconds. */
const LONGEST_KEY_CHECK_MS = 15_000;

export interface BillingGate {
  /**
   * Lets the connection be tried: by one job, or by a check of the key where one was missing or refused. Resolves when what this lets continue
   * at once does, and never rejects.
   */
  unpark(connectionId: string): Promise<void>;
  /** Suspends the jobs of parked connections, and resumes one job of each connection that is due for a trial. */
  settle(isRunning: (jobId: string) => boolean): void;
  statusOf(connection: Pick<ConnectionRow, 'id' | 'parked'>): GateStatus;
  /** Connections over which no further job may start anything now. */
  closed(): string[];
  /** The runner begins, or has ended, work on a job. */
  begins(job: Pick<JobRow, 'id' | 'connectionId'>): void;
  ended(jobId: string): void;
  stop(): void;
}

type GatePorts = Calls & Pick<QueueContext, 'settings'>;

/** @param filter the jobs that this run works on */
export function createBillingGate(context: GatePorts, filter: () => JobFilter, wake: () => void): BillingGate {
  const { connections, settings, store, transitions } = context;
  const jobs = createWaitingJobs(context, filter, logFailure);
  const trials = new Map<string, Trial>();
  /** Checks of keys under way; a later check replaces an earlier one. */
  const keyChecks = new Map<string, AbortController>();

  transitions.onChange((jobId) => {
    for (const [connectionId, trial] of trials) {
      if (trial.jobId !== jobId || !hasPassed(trial, startsOf(store.generations.ofJob(jobId)))) continue;
      trials.delete(connectionId);
      void release(connectionId);
    }
  });

  function logFailure(failure: unknown): void {
    context.ports.log.error('The queue could not be written', { reason: toCleartakeError(failure).message });
  }

  function statusOf({ id, parked }: Pick<ConnectionRow, 'id' | 'parked'>): GateStatus {
    return gateStatus(parked, trials.get(id));
  }

  function parkedFor(connectionId: string): ErrorRecord | null {
    return store.connections.get(connectionId)?.parked ?? null;
  }

  /** Why the connection's jobs wait, or waited until it was unparked; null when none does. */
  function reasonOf(connectionId: string): ErrorRecord | null {
    const parked = parkedFor(connectionId);
    if (parked !== null) return parked;
    const [first] = store.waitingJobs.waitingOn(connectionId, filter(), 1);
    const state = first === undefined ? undefined : store.jobs.get(first).state;
    return state?.kind === 'waiting' ? state.reason : null;
  }

  async function release(connectionId: string): Promise<void> {
    await jobs.release(connectionId);
    wake();
  }

  async function checkKey(connectionId: string, wasRefused: boolean): Promise<void> {
    keyChecks.get(connectionId)?.abort();
    const mine = new AbortController();
    keyChecks.set(connectionId, mine);
    const problem = await keyProblem(context, connectionId, wasRefused, mine.signal);
    if (keyChecks.get(connectionId) !== mine) return;
    keyChecks.delete(connectionId);
    if (problem === null) await openForKey(connectionId);
    else {
      connections.park(connectionId, problem);
      wake();
    }
  }

  async function openForKey(connectionId: string): Promise<void> {
    if (!opensForKey(parkedFor(connectionId))) {
      wake();
      return;
    }
    trials.delete(connectionId);
    connections.unpark(connectionId);
    await release(connectionId);
  }

  async function tryAgain(connectionId: string): Promise<void> {
    const reason = reasonOf(connectionId);
    switch (unparkBy(reason, settings.patient)) {
      case 'key-check':
        return await checkKey(connectionId, reason?.code === 'keyRefused');
      case 'release':
        return await openForKey(connectionId);
      case 'trial':
        connections.unpark(connectionId);
        if (!trials.has(connectionId)) trials.set(connectionId, NEW_TRIAL);
        jobs.resumeForTrial(connectionId);
    }
  }

  return {
    statusOf,
    unpark: (connectionId) => tryAgain(connectionId).catch(logFailure),
    settle(isRunning) {
      for (const { id, parked } of connections.list()) {
        if (parked === null) continue;
        trials.delete(id);
        jobs.suspend(id, isRunning);
      }
      for (const [id, trial] of trials) if (trial.jobId === null) jobs.resumeForTrial(id);
    },
    closed: () =>
      connections
        .list()
        .filter((connection) => isClosed(statusOf(connection)))
        .map(({ id }) => id),
    begins({ connectionId, id }) {
      if (trials.get(connectionId)?.jobId !== null || !store.jobs.needsStart(id)) return;
      trials.set(connectionId, { jobId: id, startsBefore: startsOf(store.generations.ofJob(id)) });
    },
    ended(jobId) {
      for (const [id, trial] of trials) if (trial.jobId === jobId) trials.set(id, NEW_TRIAL);
    },
    stop() {
      jobs.stop();
      for (const check of keyChecks.values()) check.abort();
      keyChecks.clear();
    },
  };
}

/**
 * Sends one harmless call where the service refused the key before, and nothing where the key was only missing. Other failures do not
 * count: the recordings run into them by themselves.
 * @returns why the key does not work, or null
 */
async function keyProblem(
  { connections, ports }: Pick<QueueContext, 'connections' | 'ports'>,
  connectionId: string,
  wasRefused: boolean,
  signal: AbortSignal,
): Promise<ErrorRecord | null> {
  const patience = createDeadline(
    ports.clock,
    LONGEST_KEY_CHECK_MS,
    () => new CleartakeError('serviceUnreachable'),
    signal,
  );
  try {
    const client = await connections.client(connectionId);
    if (wasRefused) await client.test(patience.signal);
    return null;
  } catch (failure) {
    const error = toCleartakeError(failure);
    return isAboutKey(error.code) ? toErrorRecord(error) : null;
  } finally {
    patience.end();
  }
}
