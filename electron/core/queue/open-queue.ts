/** Puts the queue together, and settles what an earlier run left. */

import type { PaidRepeatsView, RepeatRequest } from '../../../shared/contract/queue/paid-repeats.ts';
import type { PathsQuote } from '../../../shared/contract/queue/queue.ts';
import type { JobView, TotalsView } from '../../../shared/contract/views.ts';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import { toErrorRecord } from '../../../shared/domain/errors.ts';
import type { CleanupScope } from '../../platform/disposal.ts';
import type { BuiltInService } from '../connections/built-in-service.ts';
import { BUILT_IN_ID } from '../connections/connections.ts';
import type { AlignmentPort, CheckPort } from '../library/export/rendered-export.ts';
import { type Adding, createAdding } from '../library/import/adding.ts';
import { createImporter, type Importer } from '../library/import/importer.ts';
import { createProbeQueue, type ProbeQueue } from '../library/import/probe-queue.ts';
import type { JobRow } from '../store/schema.ts';
import { readPreferences } from '../store/tables/preferences.ts';
import { createAbandonedWatch } from './abandoned/abandoned-watch.ts';
import { insertGenerations } from './admission.ts';
import { watchAccountAlerts } from './attention/account-alerts.ts';
import { watchBatch } from './attention/batch-watch.ts';
import { watchCaps } from './attention/cap-watch.ts';
import { type ToldPages, tellPages } from './attention/told-pages.ts';
import { actWhenEnded } from './attention/when-ended.ts';
import { type Control, createControl } from './control.ts';
import { findPaidFiles } from './earlier/charged.ts';
import { findDuplicates } from './earlier/duplicates.ts';
import { createEstimates } from './estimates/estimates.ts';
import { resumeWithinCaps } from './money/cap-gate.ts';
import { isMetered, secondsToBill } from './money/meter.ts';
import { quotePaths } from './money/quote-paths.ts';
import { findPaidRepeats } from './paid-repeats.ts';
import { createClockWatch } from './parts/clock-watch.ts';
import { createLearnedSpeeds } from './parts/learned-speeds.ts';
import { createPauseSwitch } from './parts/pause-switch.ts';
import { createQuarantine, type Quarantine } from './parts/quarantine.ts';
import type { QueueContext } from './parts/queue-context.ts';
import { createRunRecords } from './parts/run-records.ts';
import { createSemaphore } from './parts/semaphore.ts';
import { createTransitions } from './parts/transitions.ts';
import { claimWriter } from './parts/writer.ts';
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

export interface Queue {
  readonly control: Control;
  readonly adding: Adding;
  readonly importer: Importer;
  readonly probeQueue: ProbeQueue;
  readonly publisher: Publisher;
  readonly quarantine: Quarantine;
  readonly runner: Runner;
  readonly totals: TotalsReader;
  /** What files and folders would cost, without adding them. */
  quotePaths(paths: readonly string[], preset: BatchPreset, connectionId: string): Promise<PathsQuote>;
  /** What would be paid for although it was paid for before. */
  paidRepeats(request: RepeatRequest): Promise<PaidRepeatsView>;
  /** Whether only rendering brings a result into place. */
  readonly aligns: AlignmentPort['aligns'];
  readonly check: CheckPort['check'];
  /** Jobs as the desk shows them. */
  views(rows: readonly JobRow[]): JobView[];
  setPaused(paused: boolean): void;
  dismissSummary(): void;
  /** One for each batch that ends or needs the person; none in a terminal. */
  readonly batchNotices: ToldPages['notices'];
  /** Whether work runs; always false in a terminal. */
  isWorking(): boolean;
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
  const { paths, ports, settings, store } = ground;
  const base: QueueContext = {
    ...ground,
    transitions: createTransitions(store, ports.clock),
    runs: createRunRecords(),
    pause: createPauseSwitch(store, settings),
    speeds: createLearnedSpeeds(store),
    time: createClockWatch(ports.clock),
    quarantine: createQuarantine(ports.clock, store, settings, ports.uptime),
    writer: claimWriter(store, ports.newId()),
    downloads: createSemaphore(
      () => limitsFor(settings.concurrency, readPreferences(store).concurrency).lanes.downloading,
    ),
  };
  let tellTime = (_jobId: string): void => undefined;
  const estimates = createEstimates(base, base.speeds, (jobId) => tellTime(jobId));
  scope.add(() => estimates.stop());
  const context = { ...base, estimates };
  const { transitions } = context;
  scope.add(() => context.time.stop());
  const runner = createRunner(context, (...work) => runJob(context, ...work));
  const book = createRunBook(context);
  scope.add(() => book.stop());
  const totals = createTotalsReader(context, () => runner.runningIds, book, estimates);
  const publisher = createPublisher(context, totals);
  tellTime = publisher.touch;
  // A terminal follows its own jobs; a run is what a desk shows.
  const note = settings.host === 'cli' ? () => undefined : book.note;
  transitions.onChange((jobId) => {
    note(jobId);
    publisher.touch(jobId);
  });
  scope.add(() => publisher.stop());
  scope.add(() => runner.stop());
  const probeQueue = createProbeQueue({
    ...ground,
    files: ports.files,
    log: ports.log,
    isMetered: ({ connectionId }) => {
      const connection = store.connections.get(connectionId);
      return connection !== undefined && isMetered(connection);
    },
    onProbed: (jobId) => transitions.touch(jobId),
    onUnusable: (jobId, error) => {
      // A job at work finds out by itself.
      if (store.jobs.get(jobId).stateKind !== 'queued') return;
      transitions.job(jobId, { kind: 'fail', error: toErrorRecord(error), retryFrom: 'queued' });
    },
  });
  scope.add(() => probeQueue.stop());
  const abandoned = createAbandonedWatch(context);
  scope.add(() => abandoned.stop());
  resolveInterruptedWork(context);
  const standstill = createStandstill(context, ground.builtIn);
  standstill.refresh();
  scope.add(createFinishingWatch(context, runner.isRunning));
  resumeEarlierWork(context, runner, probeQueue);
  const stopping = new AbortController();
  scope.add(() => stopping.abort());
  const discarded = createDiscardedCopies(context);
  scope.add(() => discarded.stop());
  const { attention, notices } = tellPages(ports.log, ports.attention);
  const adding = createAdding(ports.clock);
  const earlier = { files: ports.files, store };
  const subscribe = (listener: (view: TotalsView) => void) => publisher.subscribe((event) => listener(event.totals));
  const readTotals = () => totals.read();
  if (settings.host !== 'cli') {
    scope.add(watchCaps({ attention, clock: ports.clock, store, readTotals, subscribe }));
    const { connections } = ground;
    const { clock, log } = ports;
    scope.add(watchAccountAlerts({ attention, clock, connections, log, store, readTotals, subscribe }));
  }
  const batch =
    settings.host === 'cli'
      ? null
      : watchBatch({
          attention,
          book,
          clock: ports.clock,
          ended: (summary) => {
            publisher.announce();
            actWhenEnded(store, ports.whenEnded, summary);
          },
          tellsEnd: () => readPreferences(store).tellsEnd,
          tellsNeed: () => readPreferences(store).tellsNeed,
          readTotals,
          countParked: () => ground.connections.list().filter(({ parked }) => parked !== null).length,
          subscribe,
        });
  if (batch !== null) scope.add(() => batch.stop());
  return {
    runner,
    totals,
    publisher,
    probeQueue,
    quarantine: context.quarantine,
    control: createControl(context, runner, discarded, standstill, probeQueue),
    adding,
    importer: createImporter({
      ...ports,
      adding,
      earlier: {
        duplicates: (found, settings, signal) => findDuplicates(earlier, found, settings, signal),
        paidFiles: (hashes, connection, preset) => findPaidFiles(earlier, hashes, connection, preset),
      },
      store,
      managed: paths.managed,
      // The quotes follow once the recording is scanned.
      onStarted: (job, preset, prices) => insertGenerations(ports, store, job, preset, null, prices),
      onAdded: (jobId) => {
        note(jobId);
        publisher.touch(jobId);
      },
    }),
    quotePaths: (given, preset, connectionId) => quotePaths(context, given, preset, connectionId, stopping.signal),
    paidRepeats: (request) => findPaidRepeats(context, request),
    aligns: (task, signal) => alignsResult(context, task, signal),
    check: (task, signal) => checkExport(context, task, signal),
    views: (rows) => jobViews(context, rows),
    setPaused(paused) {
      const interrupted = runner.setPaused(paused);
      standstill.refresh();
      // A start may just have been sent: its restoration stands still once it is known.
      void interrupted.then(() => {
        standstill.refresh();
        touchStanding(context, publisher);
      });
      publisher.announce();
    },
    dismissSummary() {
      book.dismiss();
      publisher.announce();
    },
    batchNotices: notices,
    onChange: (listener) => transitions.onChange(listener),
    isWorking: () => batch?.isWorking ?? false,
    hint: (projectId) => {
      const jobId = store.recoveredJobs.latestOfProject(projectId);
      if (jobId !== undefined) context.time.wake(jobId);
    },
    afterSleep: () => context.time.slept(),
    limitsChanged: () => {
      context.downloads.grow();
      runner.wake();
    },
  };
}

/** Their rows show whether a service finishes them. */
function touchStanding({ pause, store }: QueueContext, publisher: Publisher): void {
  for (const { jobId } of store.generations.standingElsewhere(BUILT_IN_ID, pause.isOn)) publisher.touch(jobId);
}

/** Corrects the states that an interrupted run left, before anything else reads them. */
function resolveInterruptedWork({
  ports,
  store,
  transitions,
}: Pick<QueueContext, 'ports' | 'store' | 'transitions'>): void {
  // The run may have ended between intent and answer: the service's listing tells whether it started.
  for (const generation of store.generations.inState('intent')) {
    transitions.generation(generation.id, { kind: 'lost-sight', now: ports.clock.now() });
    ports.pass('recovery:intents-lost-sight');
  }
  for (const job of store.jobs.startedIn(['cancelling'])) transitions.job(job.id, { kind: 'stopped' });
}

function resumeEarlierWork(
  context: Pick<QueueContext, 'connections' | 'ports' | 'settings' | 'store' | 'transitions'>,
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
