/** Gives out the lanes' places to jobs, in the queue's order, and wakes those that wait. */

import { toCleartakeError } from '../../../shared/domain/errors.ts';
import type { Stage } from '../../../shared/domain/job-state.ts';
import type { Dispose } from '../../platform/disposal.ts';
import { withTimeout } from '../../platform/time/deadlines.ts';
import { createAlarm, every } from '../../platform/time/timers.ts';
import type { JobFilter } from '../store/statements/job-filter.ts';
import type { LaneJob } from '../store/statements/job-lanes.ts';
import { createBillingGate } from './billing-gate/billing-gate.ts';
import type { QueueContext } from './queue-context.ts';
import { isAboutKey } from './retry-policy.ts';
import { runJob } from './run-job.ts';
import {
  type Board,
  choose,
  countJobs,
  freePlaces,
  fullConnections,
  LANE_STAGES,
  LANES,
  type Lane,
  limitsFor,
  type Place,
} from './scheduling/lanes.ts';
import { createStoreBackoff } from './scheduling/store-backoff.ts';
import { createWaits } from './scheduling/waits.ts';

/** How often connections that billing parked are tried again, in milliseconds. */
const UNPARK_MS = 60_000;

/** How long a stop waits for work that cannot be interrupted, in milliseconds. */
const STOP_MS = 2000;

/** Between two looks for work, in milliseconds: with many short recordings one of them serves several that went on. */
const BETWEEN_LOOKS_MS = 20;

/** The longest that the alarm is set for, in milliseconds. */
const LONGEST_ALARM_MS = 60_000;

/** Lanes in which a service is called. */
const CALLING: ReadonlySet<Lane> = new Set(['uploading', 'generating', 'downloading']);

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
  /** Leaves the jobs of a batch, which this run adds, alone until its rows are all there. */
  holdBatch(batchId: string): Dispose;
  /** Lets a connection be tried again that billing held, or that waited for its key. */
  unpark(connectionId: string): void;
  /** Interrupts everything; states stay as they are, for the next start. */
  stop(): Promise<void>;
}

interface Running extends Place {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

export function createRunner(context: QueueContext): Runner {
  const { connections, ports, settings, store, time } = context;
  const limits = limitsFor(settings.concurrency);
  /** Jobs of each stage that one look reads: those that have the places of the widest lane, and as many that may take them. */
  const mostLookedAt = 2 * Math.max(...Object.values(limits.lanes));
  const running = new Map<string, Running>();
  /** Jobs that were at work when the queue was held back: they go on through the lanes. */
  const goingOn = new Set<string>();
  const incompleteBatches = new Set<string>();
  /** Batches that this run has added. */
  const ownBatches = new Set<string>();
  const rest = createStoreBackoff();
  const waits = createWaits(context);
  const gate = createBillingGate(context, question, wake);
  let paused = !settings.ignoresPause && store.settings.get('queue-paused') === true;
  let stopped = false;
  const alarm = createAlarm(ports.clock, wake);
  const soon = createAlarm(ports.clock, lookNow);
  let scheduled = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const unparking = settings.patient ? every(ports.clock, UNPARK_MS, () => whileStored(unparkAll)) : null;
  const stopListening = time.onJump((setBackBy) => whileStored(() => afterJump(setBackBy)));

  whileStored(waits.settle);

  function wake(): void {
    if (scheduled || stopped) return;
    scheduled = true;
    const since = ports.clock.monotonic() - lookedAt;
    if (since < BETWEEN_LOOKS_MS) soon.set(BETWEEN_LOOKS_MS - since);
    else setImmediate(lookNow);
  }

  function lookNow(): void {
    scheduled = false;
    if (stopped) return;
    lookedAt = ports.clock.monotonic();
    whileStored(look);
  }

  /** What the store does not take now is tried again after a rest; it never ends the program. */
  function whileStored(work: () => void): void {
    try {
      work();
    } catch (failure) {
      ports.log.error('The queue could not be written', { reason: toCleartakeError(failure).message });
      const now = ports.clock.monotonic();
      rest.ended(false, now);
      alarm.set(rest.left(now));
    }
  }

  function question(now = ports.clock.now()): JobFilter {
    return {
      now,
      onlyBatches: settings.leavesEarlierWork ? [...ownBatches] : null,
      incompleteBatches: [...incompleteBatches],
      closedConnections: gate.closed(),
    };
  }

  function look(): void {
    time.check();
    for (const [jobId, one] of running) {
      if (gate.isParked(one.connectionId) && store.jobs.needsStart(jobId)) one.controller.abort();
    }
    const resting = rest.left(ports.clock.monotonic());
    if (resting > 0) {
      alarm.set(resting);
      return;
    }
    if (paused) {
      const kept = store.jobs
        .many([...goingOn])
        .map(({ id, connectionId, state }) => ({ id, connectionId, stage: state.kind as Stage }));
      for (const lane of LANES) fill(lane, kept, []);
      return;
    }
    gate.settle((jobId) => running.has(jobId));
    const nextWait = waits.endThoseOver(question());
    if (nextWait === 0) wake();
    const first = store.lanes.first(question(), mostLookedAt);
    const there = countJobs(store.lanes.counts());
    for (const lane of LANES) fill(lane, first, there);
    const pauses = [...quietConnections().values(), nextWait].filter((pause) => pause !== null);
    alarm.set(pauses.length === 0 ? null : Math.max(10, Math.min(...pauses, LONGEST_ALARM_MS)));
  }

  /** @param first the jobs that were looked at, some of each stage */
  function fill(lane: Lane, first: readonly LaneJob[], there: Board['there']): void {
    for (;;) {
      const board: Board = { limits, busy: [...running.values()], there, windows: windows() };
      const free = freePlaces(board, lane);
      if (free === 0) return;
      const chosen = choose(board, lane, candidates(lane, free, board, first));
      if (chosen.length === 0) return;
      for (const job of chosen) if (mayBegin(job)) begin(job, lane);
    }
  }

  /** Jobs that may go on in a lane, in the queue's order within each of its stages. */
  function candidates(lane: Lane, free: number, board: Board, first: readonly LaneJob[]): LaneJob[] {
    const quiet = CALLING.has(lane) ? quietConnections().keys() : [];
    const full = paused ? [] : [...fullConnections(board, lane), ...quiet];
    const most = free + board.busy.filter((place) => place.lane === lane).length;
    const mayCome = (job: LaneJob) => !running.has(job.id) && !full.includes(job.connectionId) && mayBegin(job);
    return LANE_STAGES[lane].flatMap((stage) => {
      const looked = first.filter((job) => job.stage === stage);
      const mine = looked.filter(mayCome);
      // Those behind are asked for only where none of the first may come.
      if (paused || mine.length > 0 || looked.length < mostLookedAt) return mine;
      return store.lanes.inStage(question(), stage, full, most).filter(mayCome);
    });
  }

  function windows(): Map<string, number> {
    const all = connections.list().map(({ id }) => [id, connections.throttle(id).generations.most] as const);
    return new Map(all.flatMap(([id, most]) => (most === null ? [] : [[id, most]])));
  }

  /** Connections whose services asked to be left alone, and for how many milliseconds yet. */
  function quietConnections(): Map<string, number> {
    const all = connections.list().map(({ id }) => [id, connections.throttle(id).calls.quietFor()] as const);
    return new Map(all.filter(([, quiet]) => quiet > 0));
  }

  /** The first job that tries a connection closes it for those after it. */
  function mayBegin(job: LaneJob): boolean {
    return !gate.closed().includes(job.connectionId) || !store.jobs.needsStart(job.id);
  }

  function begin(job: LaneJob, lane: Lane): void {
    gate.begins(job);
    const controller = new AbortController();
    const ended = runJob(context, job.id, lane, controller.signal).then((stored) => {
      rest.ended(stored, ports.clock.monotonic());
      if (stored) whileStored(() => noteLoad(job, lane));
      running.delete(job.id);
      gate.ended(job.id);
      wake();
    });
    running.set(job.id, { lane, connectionId: job.connectionId, controller, ended });
  }

  /** What the end of a run tells about how much the service takes at once, and whether a job that goes on is at its end. */
  function noteLoad({ id, connectionId }: LaneJob, lane: Lane): void {
    const { state } = store.jobs.get(id);
    if (state.kind === 'waiting' || state.kind === 'done' || state.kind === 'failed') goingOn.delete(id);
    if (lane !== 'generating') return;
    if (state.kind === 'downloading') connections.throttle(connectionId).generations.succeeded(limits.lanes.generating);
    if (state.kind !== 'waiting' || state.reason.code !== 'serviceBusy') return;
    const underWay = [...running.values()].filter((one) => one.lane === lane && one.connectionId === connectionId);
    connections.throttle(connectionId).generations.refused(underWay.length);
  }

  function unparkAll(): void {
    for (const { id, parked } of connections.list()) if (parked !== null && !isAboutKey(parked.code)) gate.unpark(id);
    wake();
  }

  function afterJump(setBackBy: number): void {
    waits.follow(setBackBy);
    if (settings.patient) unparkAll();
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
      goingOn.clear();
      if (value) for (const jobId of running.keys()) goingOn.add(jobId);
      store.settings.set('queue-paused', value);
      wake();
    },
    holdBatch(batchId) {
      ownBatches.add(batchId);
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
      soon.set(null);
      void stopListening();
      void unparking?.();
      for (const one of running.values()) one.controller.abort();
      // A start that is on its way cannot be called back. Its intent is on record: the next run asks the service what became of it.
      const ended = Promise.all([...running.values()].map((one) => one.ended)).then(() => undefined);
      await withTimeout(ports.clock, STOP_MS, ended, () => undefined);
    },
  };
}
