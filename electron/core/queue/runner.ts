/** Keeps as many jobs at work as are allowed, in the queue's order, and wakes those that wait. */

import type { Dispose } from '../../platform/disposal.ts';
import { createAlarm, every } from '../../platform/timers.ts';
import type { LookForWork } from '../store/jobs.ts';
import type { JobRow } from '../store/schema.ts';
import { createBillingGate } from './billing-gate.ts';
import type { QueueContext } from './queue-context.ts';
import { runJob } from './run-job.ts';
import { createStoreRest } from './store-rest.ts';

/** How often parked connections are tried again, in milliseconds. */
const UNPARK_MS = 60_000;

/** How long a stop waits for work that cannot be interrupted, in milliseconds. */
const STOP_MS = 2000;

export interface Runner {
  /** Looks for work, now. Call it whenever a job may have become runnable. */
  wake(): void;
  /** Interrupts the work on a job; resolves when nothing of it runs any more. */
  interrupt(jobId: string): Promise<void>;
  isRunning(jobId: string): boolean;
  readonly runningIds: readonly string[];
  /** While held back, nothing new is begun; what runs goes on to its end. */
  setPaused(paused: boolean): void;
  readonly paused: boolean;
  /** Leaves the jobs of a batch alone until its rows are all there. */
  holdBatch(batchId: string): Dispose;
  /** Lets a connection be tried again that billing held. */
  unpark(connectionId: string): void;
  /** Interrupts everything; states stay as they are, for the next start. */
  stop(): Promise<void>;
}

interface Running {
  readonly connectionId: string;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

export function createRunner(context: QueueContext): Runner {
  const { connections, ports, settings, store } = context;
  const running = new Map<string, Running>();
  const incompleteBatches = new Set<string>();
  const notBefore = settings.leavesEarlierWork ? ports.clock.now() : 0;
  const rest = createStoreRest();
  const gate = createBillingGate(context, question, wake);
  let paused = !settings.ignoresPause && store.settings.get('queue-paused') === true;
  let stopped = false;
  const alarm = createAlarm(ports.clock, wake);
  let scheduled = false;
  const unparking = settings.patient ? every(ports.clock, UNPARK_MS, unparkAll) : null;

  function wake(): void {
    if (scheduled || stopped) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      if (!stopped) look();
    });
  }

  function question(now = ports.clock.now()): LookForWork {
    return { now, notBefore, incompleteBatches: [...incompleteBatches], closedConnections: gate.closed() };
  }

  function look(): void {
    for (const [jobId, one] of running) {
      if (gate.isParked(one.connectionId) && store.jobs.needsStart(jobId)) one.controller.abort();
    }
    if (paused) return;
    const resting = rest.left(ports.clock.monotonic());
    if (resting > 0) {
      alarm.set(resting);
      return;
    }
    gate.settle((jobId) => running.has(jobId));
    // One moment for both questions: a wait that ends between them would be found by neither.
    const now = ports.clock.now();
    while (running.size < settings.concurrency) {
      const next = store.jobs.runnable(question(now), running.size + 1).find((job) => !running.has(job.id));
      if (next === undefined) break;
      begin(next);
    }
    const earliest = store.jobs.earliestWait(question(now));
    alarm.set(earliest === null ? null : Math.max(10, Math.min(earliest - now, 60_000)));
  }

  function begin(job: JobRow): void {
    gate.begins(job);
    const controller = new AbortController();
    const ended = runJob(context, job.id, controller.signal).then((stored) => {
      rest.ended(stored, ports.clock.monotonic());
      running.delete(job.id);
      gate.ended(job.id);
      wake();
    });
    running.set(job.id, { connectionId: job.connectionId, controller, ended });
  }

  function unparkAll(): void {
    for (const connection of connections.list()) if (connection.parked !== null) gate.unpark(connection.id);
    wake();
  }

  return {
    wake,
    get paused() {
      return paused;
    },
    get runningIds() {
      return [...running.keys()];
    },
    isRunning: (jobId) => running.has(jobId),
    async interrupt(jobId) {
      const one = running.get(jobId);
      one?.controller.abort();
      await one?.ended;
    },
    setPaused(value) {
      paused = value;
      store.settings.set('queue-paused', value);
      wake();
    },
    holdBatch(batchId) {
      incompleteBatches.add(batchId);
      return () => {
        incompleteBatches.delete(batchId);
        wake();
      };
    },
    unpark(connectionId) {
      gate.unpark(connectionId);
      wake();
    },
    async stop() {
      stopped = true;
      gate.stop();
      alarm.set(null);
      void unparking?.();
      for (const one of running.values()) one.controller.abort();
      // A start that is on its way cannot be called back. Its intent is on record: the next run asks the service what became of it.
      const patience = new AbortController();
      const waited = ports.clock.sleep(STOP_MS, patience.signal).catch(() => undefined);
      await Promise.race([Promise.all([...running.values()].map((one) => one.ended)), waited]);
      patience.abort();
    },
  };
}
