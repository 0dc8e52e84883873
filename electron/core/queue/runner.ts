/** Does what the plan says: begins and interrupts work on jobs, and plans again when something may have become possible. */

import { toCleartakeError } from '../../../shared/domain/errors.ts';
import type { Dispose } from '../../platform/disposal.ts';
import { every } from '../../platform/time/timers.ts';
import { CHUNK_ROWS } from '../store/open-store.ts';
import type { JobFilter } from '../store/statements/job-filter.ts';
import type { LaneJob } from '../store/statements/job-lanes.ts';
import { readPreferences } from '../store/tables/preferences.ts';
import { createBillingGate } from './billing-gate/billing-gate.ts';
import { resumeWithinCaps } from './money/cap-gate.ts';
import type { Books, Calls, QueueContext } from './parts/queue-context.ts';
import { type ConnectionStatus, planStops, planWork, type RunningJob, type Snapshot } from './plan.ts';
import { isAboutKey } from './retry-policy.ts';
import { type Lane, limitsFor } from './scheduling/lanes.ts';
import { createWakeup } from './scheduling/wakeup.ts';

/** Longest possible wait, in milliseconds: an hour is the most that a service may ask for, and jitter adds some minutes. */
const LONGEST_WAIT_MS = 70 * 60_000;

const FIRST_STORE_BACKOFF_MS = 1000;

const LONGEST_STORE_BACKOFF_MS = 60_000;

/** How often connections that billing parked are tried again, in milliseconds. */
const UNPARK_MS = 60_000;

/** How long a stop waits for work that cannot be interrupted, in milliseconds. */
const STOP_MS = 2000;

export interface Runner {
  /** Plans soon. Call it whenever a job may have become runnable. */
  wake(): void;
  /** Interrupts the work on a job. Resolves when it has ended. */
  interrupt(jobId: string): Promise<void>;
  isRunning(jobId: string): boolean;
  readonly runningIds: readonly string[];
  /** While the queue is paused no job begins, and work is interrupted; the jobs keep their states. Resolves when it has ended. */
  setPaused(paused: boolean): Promise<void>;
  /** Begins no job of a batch until what is returned is called: its jobs are still being added. */
  gatherBatch(batchId: string): Dispose;
  /** Tries a connection again that was parked for billing or for its key. Resolves when what this lets continue at once does. */
  unpark(connectionId: string): Promise<void>;
  /** Interrupts all work. The jobs keep their states for the next run. */
  stop(): Promise<void>;
}

/** Works on a job in a lane until it leaves the lane; never rejects. @returns whether its end could be stored */
export type RunJob = (jobId: string, lane: Lane, signal: AbortSignal) => Promise<boolean>;

type RunnerPorts = Calls & Pick<QueueContext, 'pause' | 'runs' | 'settings' | 'time'>;

interface Work extends RunningJob {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

export function createRunner(context: RunnerPorts, runJob: RunJob): Runner {
  const { connections, pause, ports, runs, settings, store, time } = context;
  const limits = () => limitsFor(settings.concurrency, readPreferences(store).concurrency);
  /** Jobs of each stage in a snapshot: as many as have the slots of the widest lane, and as many again that may take them. */
  const firstLimit = 2 * Math.max(...Object.values(limits().lanes));
  const running = new Map<string, Work>();
  const incompleteBatches = new Set<string>();
  const backoff = createStoreBackoff();
  const wakeup = createWakeup(ports.clock, () => whileStored(schedule));
  const waits = createWaits(context);
  const gate = createBillingGate(context, filter, wakeup.now);
  const unparking = settings.patient ? every(ports.clock, UNPARK_MS, () => whileStored(unparkAll)) : null;
  const stopListening = time.onJump((setBackBy) => whileStored(() => afterJump(setBackBy)));

  whileStored(waits.settle);

  /** A failure of the store never ends the program: the queue rests for a moment and plans again. */
  function whileStored(work: () => void): void {
    try {
      work();
    } catch (failure) {
      ports.log.error('The queue could not be written', { reason: toCleartakeError(failure).message });
      const now = ports.clock.monotonic();
      backoff.ended(false, now);
      wakeup.after(backoff.left(now));
    }
  }

  function filter(closedConnections: readonly string[] = gate.closed()): JobFilter {
    return {
      now: ports.clock.now(),
      onlyBatches: settings.leavesEarlierWork ? [...runs.batches] : null,
      incompleteBatches: [...incompleteBatches],
      closedConnections,
    };
  }

  function schedule(): void {
    time.check();
    const { needsStart } = store.jobs;
    for (const id of planStops({ running: [...running.values()], connections: connectionStatus(), needsStart }))
      running.get(id)?.controller.abort();
    const backoffMs = backoff.left(ports.clock.monotonic());
    if (backoffMs > 0) {
      wakeup.after(backoffMs);
      return;
    }
    const plan = planWork(readSnapshot());
    for (const { job, lane } of plan.begin) begin(job, lane);
    wakeup.after(plan.wakeAfterMs);
  }

  function readSnapshot(): Snapshot {
    const paused = pause.isOn;
    const nextWaitMs = paused ? null : settleWaits();
    return {
      limits: limits(),
      paused,
      nextWaitMs,
      firstLimit,
      running: [...running.values()],
      connections: connectionStatus(),
      counts: paused ? [] : store.jobSums.perStage(),
      first: paused ? [] : store.lanes.first(filter(), firstLimit),
      search: ({ closedConnections, exceptConnections, limit, stage }) =>
        store.lanes.inStage(filter(closedConnections), stage, exceptConnections, limit),
      needsStart: store.jobs.needsStart,
    };
  }

  /** @returns milliseconds until the next wait may be over, or null */
  function settleWaits(): number | null {
    gate.settle((jobId) => running.has(jobId));
    const mine = filter();
    const pauses = [resumeWithinCaps(context, mine), waits.endThoseOver(mine)].filter((pause) => pause !== null);
    return pauses.length === 0 ? null : Math.min(...pauses);
  }

  function connectionStatus(): ConnectionStatus[] {
    const onThisComputer = settings.concurrency === null ? readPreferences(store).concurrency.restorations : null;
    return connections.list().map((connection) => {
      const { calls, generations } = connections.throttle(connection.id);
      const mostGenerations = fewest(generations.most, connection.kind === 'built-in' ? onThisComputer : null);
      return { id: connection.id, gate: gate.statusOf(connection), quietMs: calls.quietFor(), mostGenerations };
    });
  }

  function begin(job: LaneJob, lane: Lane): void {
    gate.begins(job);
    const controller = new AbortController();
    const ended = runJob(job.id, lane, controller.signal).then((stored) => {
      backoff.ended(stored, ports.clock.monotonic());
      if (stored) whileStored(() => noteEnd(job, lane));
      running.delete(job.id);
      gate.ended(job.id);
      wakeup.now();
    });
    running.set(job.id, { id: job.id, lane, connectionId: job.connectionId, controller, ended });
  }

  /** Teaches the throttle how much the service takes. */
  function noteEnd({ connectionId, id }: LaneJob, lane: Lane): void {
    if (lane !== 'generating') return;
    const { state } = store.jobs.get(id);
    const { generations } = connections.throttle(connectionId);
    if (state.kind === 'downloading') generations.succeeded(limits().lanes.generating);
    if (state.kind !== 'waiting' || state.reason.code !== 'serviceBusy') return;
    const underWay = [...running.values()].filter((one) => one.lane === lane && one.connectionId === connectionId);
    generations.refused(underWay.length);
  }

  function unparkAll(): void {
    for (const { id, parked } of connections.list())
      if (parked !== null && !isAboutKey(parked.code)) void gate.unpark(id);
    wakeup.now();
  }

  function afterJump(setBackBy: number): void {
    waits.follow(setBackBy);
    if (settings.patient) unparkAll();
    wakeup.now();
  }

  return {
    wake: wakeup.now,
    get runningIds() {
      return [...running.keys()];
    },
    isRunning: (jobId) => running.has(jobId),
    async interrupt(jobId) {
      const one = running.get(jobId);
      one?.controller.abort();
      await one?.ended;
    },
    async setPaused(value) {
      pause.set(value);
      const interrupted = value ? [...running.values()] : [];
      for (const { controller } of interrupted) controller.abort();
      wakeup.now();
      await Promise.all(interrupted.map(({ ended }) => ended));
    },
    gatherBatch(batchId) {
      runs.batches.add(batchId);
      incompleteBatches.add(batchId);
      return () => {
        incompleteBatches.delete(batchId);
        wakeup.now();
      };
    },
    async unpark(connectionId) {
      const tried = gate.unpark(connectionId);
      wakeup.now();
      await tried;
    },
    async stop() {
      wakeup.stop();
      gate.stop();
      void stopListening();
      void unparking?.();
      for (const one of running.values()) one.controller.abort();
      // A start that was sent cannot be called back. Its intent is stored, and the next run asks the service about it.
      const patience = new AbortController();
      const waited = ports.clock.sleep(STOP_MS, patience.signal).catch(() => undefined);
      await Promise.race([Promise.all([...running.values()].map((one) => one.ended)), waited]);
      patience.abort();
    },
  };
}

function fewest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

interface StoreBackoff {
  /** A job ended. @param stored whether its end could be written */
  ended(stored: boolean, monotonic: number): void;
  /** Milliseconds until work may begin again; 0 when it may. */
  left(monotonic: number): number;
}

function createStoreBackoff(): StoreBackoff {
  let faults = 0;
  let until = 0;
  return {
    ended: (stored, monotonic) => {
      if (stored) {
        faults = 0;
        return;
      }
      // Jobs that end within the pause count as one failure.
      if (monotonic < until) return;
      until = monotonic + Math.min(LONGEST_STORE_BACKOFF_MS, FIRST_STORE_BACKOFF_MS * 2 ** faults);
      faults += 1;
    },
    left: (monotonic) => Math.max(0, until - monotonic),
  };
}

interface Waits {
  /** Corrects all waits at the start of a desk: the clock may have been set back since the last run. */
  settle(): void;
  /** Corrects all waits. @param setBackBy milliseconds that the clock was set back */
  follow(setBackBy: number): void;
  /** Resumes one chunk of jobs whose wait is over. @returns milliseconds until the next wait is over; null when no job waits for a time */
  endThoseOver(filter: JobFilter): number | null;
}

function createWaits({ ports, store, transitions }: Books): Waits {
  function follow(setBackBy: number): void {
    if (setBackBy > 0) store.lanes.shiftWaits(-setBackBy);
  }

  return {
    follow,
    settle() {
      const now = ports.clock.now();
      follow(store.events.lastAt() - now);
      store.lanes.endWaitsBy(now + LONGEST_WAIT_MS);
    },
    endThoseOver(filter) {
      const earliest = store.lanes.earliestWait(filter);
      if (earliest === null || earliest > filter.now) return earliest === null ? null : earliest - filter.now;
      const over = store.lanes.due(filter, CHUNK_ROWS);
      store.transaction(() => {
        for (const id of over) transitions.job(id, { kind: 'resume' });
      });
      const next = store.lanes.earliestWait(filter);
      return next === null ? null : Math.max(0, next - filter.now);
    },
  };
}
