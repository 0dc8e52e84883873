/** Puts the queue together, and settles what an earlier run left. */

import type { JobView, TotalsView } from '../../../shared/contract/views.ts';
import type { CleanupScope } from '../../platform/disposal.ts';
import { createTurns } from '../../platform/time/turns.ts';
import type { BuiltInService } from '../connections/built-in-service.ts';
import type { AlignmentPort, CheckPort } from '../library/export/rendered-export.ts';
import type { ProbeQueue } from '../library/import/probe-queue.ts';
import { createOutputProbe } from '../library/probe-output.ts';
import type { JobRow } from '../store/schema.ts';
import { readPreferences } from '../store/tables/preferences.ts';
import { createAbandonedWatch } from './abandoned/abandoned-watch.ts';
import type { ActionContext } from './actions.ts';
import { openAttention, type QueueAttention } from './attention/attention.ts';
import { createEstimates } from './estimates/estimates.ts';
import { type Importing, openImporting } from './importing.ts';
import { resumeWithinCaps } from './money/cap-gate.ts';
import { secondsToBill } from './money/meter.ts';
import { createClockWatch } from './parts/clock-watch.ts';
import { createLearnedSpeeds } from './parts/learned-speeds.ts';
import { createQuarantine, type Quarantine } from './parts/quarantine.ts';
import type { Books, Calls, QueueContext } from './parts/queue-context.ts';
import { claimWriter, createPauseSwitch } from './parts/queue-context.ts';
import { createRunRecords } from './parts/run-records.ts';
import { createSemaphore } from './parts/semaphore.ts';
import { createTransitions } from './parts/transitions.ts';
import { createFinishingWatch } from './pausing/finishing-watch.ts';
import { createStandstill } from './pausing/standstill.ts';
import { createDiscardedCopies } from './removal.ts';
import { alignsResult, checkExport } from './review/check-delivery.ts';
import { createRunBook } from './run/run-book.ts';
import { runJob } from './run-job.ts';
import { createRunner, type Runner } from './runner.ts';
import { limitsFor } from './scheduling/lanes.ts';
import { createPublisher, type Publisher } from './views/publisher.ts';
import { createTotalsReader, type TotalsReader } from './views/totals.ts';
import { jobViews } from './views/views.ts';

/** The parts below the queue. */
export type QueueGround = Pick<
  QueueContext,
  'connections' | 'engine' | 'http' | 'paths' | 'ports' | 'settings' | 'store'
> & { readonly builtIn: Pick<BuiltInService, 'suspend'> };

export interface Queue extends Importing, QueueAttention {
  /** For the actions of a person. */
  readonly context: ActionContext;
  readonly publisher: Publisher;
  readonly runner: Runner;
  readonly totals: TotalsReader;
  readonly quarantine: Quarantine;
  /** Whether only rendering brings a result into place. */
  readonly aligns: AlignmentPort['aligns'];
  readonly check: CheckPort['check'];
  /** Jobs as the desk shows them. */
  views(rows: readonly JobRow[]): JobView[];
  dismissSummary(): void;
  /** A service says that something happened with a project: its job is polled early. */
  hint(projectId: string): void;
  /** The computer slept: everything that waits looks again. */
  afterSleep(): void;
  /** Called for each change of a job. */
  onChange(listener: () => void): void;
  /** Other numbers of jobs may be at work at once. */
  limitsChanged(): void;
}

/** Opens the queue before anything else reads its rows. @param scope closes what is opened here */
export function openQueue(ground: QueueGround, scope: CleanupScope): Queue {
  const { settings, store } = ground;
  const base = openContext(ground);
  const estimates = createEstimates(base, base.speeds, (jobId) => publisher.touch(jobId));
  scope.add(() => estimates.stop());
  const working = { ...base, estimates };
  const { time, transitions } = base;
  scope.add(() => time.stop());
  const runner = createRunner(working, (...work) => runJob(working, ...work));
  const book = createRunBook(working);
  scope.add(() => book.stop());
  const totals = createTotalsReader(working, () => runner.runningIds, book, estimates);
  const publisher = createPublisher(working, totals);
  // A terminal follows its own jobs; a run is what a desk shows.
  const isDesk = settings.host !== 'cli';
  const changed = (jobId: string) => {
    if (isDesk) book.note(jobId);
    publisher.touch(jobId);
  };
  transitions.onChange(changed);
  scope.add(() => publisher.stop());
  scope.add(() => runner.stop());
  const importing = openImporting(working, changed, scope);
  const abandoned = createAbandonedWatch(working);
  scope.add(() => abandoned.stop());
  resolveInterruptedWork(working);
  const standstill = createStandstill(working, ground.builtIn);
  standstill.refresh();
  scope.add(createFinishingWatch(working, runner.isRunning));
  resumeEarlierWork(working, runner, importing.probeQueue);
  const stopping = new AbortController();
  scope.add(() => stopping.abort());
  const stopped = stopping.signal;
  const discarded = createDiscardedCopies(working);
  scope.add(() => discarded.stop());
  const announce = () => publisher.announce();
  const subscribe = (listener: (view: TotalsView) => void) => publisher.subscribe((event) => listener(event.totals));
  const attention = openAttention({ ...ground, announce, book, readTotals: totals.read, subscribe }, scope);
  return {
    ...importing,
    ...attention,
    context: { ...working, discarded, excerptInTurn: createTurns(), publisher, runner, standstill, stopped },
    runner,
    totals,
    publisher,
    quarantine: base.quarantine,
    aligns: (task, signal) => alignsResult(working, task, signal),
    check: (task, signal) => checkExport(working, task, signal),
    views: (rows) => jobViews(working, rows),
    dismissSummary() {
      book.dismiss();
      publisher.announce();
    },
    onChange: (listener) => transitions.onChange(listener),
    hint: (projectId) => {
      const jobId = store.recoveredJobs.latestOfProject(projectId);
      if (jobId !== undefined) time.wake(jobId);
    },
    afterSleep: () => time.slept(),
    limitsChanged() {
      base.downloads.grow();
      runner.wake();
    },
  };
}

function openContext(ground: QueueGround): QueueContext {
  const { ports, settings, store } = ground;
  return {
    ...ground,
    transitions: createTransitions(store, ports.clock),
    runs: createRunRecords(),
    outputs: createOutputProbe(ports),
    pause: createPauseSwitch(store, settings),
    speeds: createLearnedSpeeds(store),
    time: createClockWatch(ports.clock),
    quarantine: createQuarantine(ports.clock, store, settings, ports.uptime),
    writer: claimWriter(store, ports.newId()),
    downloads: createSemaphore(
      () => limitsFor(settings.concurrency, readPreferences(store).concurrency).lanes.downloading,
    ),
  };
}

/** Corrects the states that an interrupted run left, before anything else reads them. */
function resolveInterruptedWork({ ports, store, transitions }: Books): void {
  // The run may have ended between intent and answer: the service's listing tells whether it started.
  for (const generation of store.generations.inState('intent')) {
    transitions.generation(generation.id, { kind: 'lost-sight', now: ports.clock.now() });
    ports.pass('recovery:intents-lost-sight');
  }
  for (const job of store.jobs.startedIn(['cancelling'])) transitions.job(job.id, { kind: 'stopped' });
}

function resumeEarlierWork(
  context: Calls & Pick<QueueContext, 'settings'>,
  runner: Runner,
  probeQueue: ProbeQueue,
): void {
  const { connections, settings, store } = context;
  const resumes = !settings.leavesEarlierWork;
  // Billing may be fixed or a key set by now: the first job of a parked connection finds out.
  const parked = connections.list().flatMap((connection) => (connection.parked === null ? [] : connection.id));
  const waitedFor = resumes ? store.waitingJobs.connectionsWaitedFor() : [];
  for (const connectionId of new Set([...parked, ...waitedFor])) void runner.unpark(connectionId);
  if (resumes) {
    // A cap may have been raised, or a day or month has begun.
    resumeWithinCaps(context);
    const waiting = store.jobs.notStarted();
    probeQueue.add(waiting.filter((job) => job.durationSeconds === null).map((job) => job.id));
    probeQueue.count(waiting.filter((job) => secondsToBill(job) === null).map((job) => job.id));
  }
  runner.wake();
}
