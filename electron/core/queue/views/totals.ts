/** The figures of the footer: progress and cost of the whole queue. */

import type { RunView, SpendingView, TimeSpan, TotalsView, TransferView } from '../../../../shared/contract/views.ts';
import { isWorkingStage } from '../../../../shared/domain/job-state.ts';
import { startOfDay, startOfMonth } from '../../../platform/time/calendar.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { GenerationRow } from '../../store/schema.ts';
import type { Estimates } from '../estimates/estimates.ts';
import type { PauseSwitch, QueueContext } from '../parts/queue-context.ts';
import type { RunBook } from '../run/run-book.ts';
import { createSpeedMeter, uploadSeconds } from '../stages/speed-meter.ts';

/** With at least this many jobs the figures are cached for this long, in milliseconds. */
const MANY_JOBS = 100;
const KEPT_MS = 1000;

export interface TotalsReader {
  /** With many jobs the figures may be up to a second old. */
  read(): TotalsView;
  /** Milliseconds until the cache expires, when the last answer came from it; null when that was fresh. */
  readonly freshAfter: number | null;
}

type TotalsContext = Pick<QueueContext, 'runs' | 'store'> & {
  readonly pause: Pick<PauseSwitch, 'isOn'>;
  readonly ports: { readonly clock: Pick<Clock, 'now' | 'monotonic'> };
};

export function createTotalsReader(
  { pause, ports, runs, store }: TotalsContext,
  runningIds: () => readonly string[],
  book: Pick<RunBook, 'current' | 'lastSummary'>,
  estimates: Pick<Estimates, 'whole'>,
): TotalsReader {
  const meter = createSpeedMeter(ports.clock.monotonic);
  let kept: { readonly at: number; readonly totals: TotalsView } | null = null;
  let wasOld = false;

  function readAnew(): TotalsView {
    const { begun, totals, ...rest } = sumJobs();
    let { restoredSeconds } = rest;
    let partial = 0;
    const transfers: (TransferView | null)[] = [];
    const active = store.jobs.many(runningIds());
    const recordings = new Map(store.recordings.many(active.map((job) => job.recordingId)).map((one) => [one.id, one]));
    const generations = Map.groupBy(store.generations.ofJobs(active.map((job) => job.id)), ({ jobId }) => jobId);
    for (const job of active) {
      totals.active += 1;
      transfers.push(runs.jobs.get(job.id).transfer);
      const seconds = recordings.get(job.recordingId)?.durationSeconds;
      partial += Math.max(1, seconds ?? 60) * progressOf(generations.get(job.id) ?? []);
    }
    restoredSeconds += partial;
    // Jobs that were begun and have no slot now wait for one.
    totals.waiting += Math.max(0, begun - totals.active);
    const speed = meter.read(restoredSeconds, totals.active > 0);
    const now = ports.clock.now();
    const { charged, unpriced } = store.ledger.chargedSince(startOfDay(now));
    return {
      ...totals,
      run: readRun(withUploads(estimates.whole(), transfers), partial),
      lastRun: book.lastSummary,
      speed,
      chargedToday: charged,
      unpricedToday: unpriced,
      held: store.ledger.held(),
      spending: spendingOver(store, now),
      paused: pause.isOn,
    };
  }

  function sumJobs() {
    const totals = { jobs: 0, notStarted: 0, done: 0, failed: 0, needsYou: 0, inReview: 0, active: 0, waiting: 0 };
    const sums = { totals, restoredSeconds: 0, begun: 0 };
    for (const { kind, started, count, seconds } of store.jobSums.all()) {
      totals.jobs += count;
      if (kind === 'failed') totals.failed += count;
      if (!started) {
        if (kind === 'queued') totals.notStarted += count;
        continue;
      }
      if (kind === 'done') {
        sums.restoredSeconds += seconds;
        totals.done += count;
      }
      if (kind === 'in-review') {
        sums.restoredSeconds += seconds;
        totals.inReview += count;
      }
      if (kind === 'needs-you') totals.needsYou += count;
      else if (kind === 'waiting' || kind === 'queued') totals.waiting += count;
      else if (isWorkingStage(kind)) sums.begun += count;
    }
    return sums;
  }

  /** @param partialSeconds restored of the jobs at work */
  function readRun(secondsLeft: TimeSpan | null, partialSeconds: number): RunView | null {
    if (book.current === null) return null;
    const run = { started: 0, done: 0, failed: 0, cancelled: 0 };
    let whole = 0;
    let restored = partialSeconds;
    let failed = 0;
    for (const { kind, count, seconds } of store.jobSums.ofRun(book.current.startedAt)) {
      run.started += count;
      if (kind === 'done' || kind === 'failed' || kind === 'cancelled') run[kind] += count;
      if (kind === 'in-review') run.done += count;
      if (kind !== 'cancelled') whole += seconds;
      if (kind === 'done' || kind === 'in-review') restored += seconds;
      else if (kind === 'failed') failed += seconds;
    }
    const shares = { progress: shareOf(restored, whole), failedShare: shareOf(failed, whole) };
    return { ...run, ...shares, ...book.current, secondsLeft };
  }

  function progressOf(generations: readonly GenerationRow[]): number {
    if (generations.length === 0) return 0;
    const sum = generations.reduce(
      (total, generation) =>
        total + (generation.stateKind === 'stored' ? 1 : (runs.generations.get(generation.id).report?.progress ?? 0)),
      0,
    );
    return sum / generations.length;
  }

  return {
    get freshAfter() {
      return wasOld && kept !== null ? Math.max(0, kept.at + KEPT_MS - ports.clock.monotonic()) : null;
    },
    read() {
      const at = ports.clock.monotonic();
      wasOld = kept !== null && kept.totals.jobs >= MANY_JOBS && at - kept.at < KEPT_MS;
      if (!wasOld || kept === null) kept = { at, totals: readAnew() };
      return { ...kept.totals, lastRun: book.lastSummary, paused: pause.isOn };
    },
  };
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(1, part / whole);
}

/** Not less than the longest upload still takes. */
function withUploads(span: TimeSpan | null, transfers: readonly (TransferView | null)[]): TimeSpan | null {
  if (span === null) return null;
  const longest = Math.max(0, ...transfers.map(uploadSeconds));
  return { least: Math.max(span.least, longest), most: Math.max(span.most, longest) };
}

/** What was spent over the connections that have a cap. */
function spendingOver({ connections, ledger }: QueueContext['store'], now: number): SpendingView[] {
  return connections.list().flatMap(({ caps, id, name }) => {
    if (caps === null || (caps.day === null && caps.month === null)) return [];
    const spent = ledger.ofConnection(id, startOfDay(now), startOfMonth(now));
    return [{ connectionId: id, connection: name, caps: { ...caps }, ...spent }];
  });
}
