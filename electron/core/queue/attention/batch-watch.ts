/** Decides when the person and the system are notified of the work: progress, badge, one notice for each batch, power. */

import type { RunSummary, TotalsView } from '../../../../shared/contract/views.ts';
import type { Dispose } from '../../../platform/disposal.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { createAlarm } from '../../../platform/time/timers.ts';
import type { Attention } from '../../ports.ts';
import type { RunBook } from '../run/run-book.ts';

/** Work that pauses for less time than this, for example between two stages, hasn't ended. In milliseconds. */
const SETTLE_MS = 2000;

export interface BatchWatchPorts {
  readonly attention: Attention;
  /** What the batch came to; it knows of one that an earlier run of the program began. */
  readonly book: Pick<RunBook, 'end' | 'isOpen'>;
  readonly clock: Clock;
  /**
   * Called with the summary of a batch that has ended.
   * @param hasWorked whether it was seen at work in this run of the program
   */
  ended(summary: RunSummary, hasWorked: boolean): void;
  /** Whether the person wants to hear of the end. */
  tellsEnd(): boolean;
  /** Whether the person wants to hear of what needs them. */
  tellsNeed(): boolean;
  /** The figures of the queue now. */
  readTotals(): TotalsView;
  /** Connections that start nothing until the person acts. */
  countParked(): number;
  /** Calls the listener with the figures after each change of the queue. */
  subscribe(listener: (totals: TotalsView) => void): Dispose;
}

export interface BatchWatch {
  /** Whether work runs, or will by itself. */
  readonly isWorking: boolean;
  stop(): void;
}

export function watchBatch({
  attention,
  book,
  clock,
  countParked,
  ended,
  readTotals,
  subscribe,
  tellsEnd,
  tellsNeed,
}: BatchWatchPorts): BatchWatch {
  const first = readTotals();
  let working = false;
  /** One notice for each time that something needs the person. What needs them at the start is on the desk that they open. */
  let notifiedNeed = first.needsYou > 0;
  let shownProgress = 'null';
  let shownBadge = 0;
  const alarm = createAlarm(clock, () => {
    const totals = readTotals();
    follow(totals);
    if (!isBusy(totals)) end(totals);
  });

  function parked({ waiting }: TotalsView): number {
    return waiting === 0 ? 0 : countParked();
  }

  function isBusy(totals: TotalsView): boolean {
    return totals.active > 0 || (totals.waiting > 0 && !totals.paused && parked(totals) === 0);
  }

  function follow(totals: TotalsView): void {
    const busy = isBusy(totals);
    if (busy) begin();
    // Only work puts the end off: what else changes meanwhile, such as a row that is asked about, doesn't.
    if (busy || ((working || book.isOpen) && !alarm.isSet)) alarm.set(SETTLE_MS);
    const connections = parked(totals);
    const needs = totals.needsYou + connections;
    showProgress(
      working ? { share: Math.floor((totals.run?.progress ?? 0) * 100) / 100, needsPerson: needs > 0 } : null,
    );
    showBadge(needs);
    if (needs > 0 && !notifiedNeed && tellsNeed())
      attention.notice({ kind: 'needs-person', recordings: totals.needsYou, connections });
    notifiedNeed = needs > 0;
  }

  function begin(): void {
    if (working) return;
    working = true;
    attention.power(true);
  }

  function end(totals: TotalsView): void {
    const hasWorked = working;
    working = false;
    alarm.set(null);
    if (hasWorked) {
      showProgress(null);
      attention.power(false);
    }
    if (totals.waiting > 0 || totals.needsYou > 0) return;
    const summary = book.end();
    if (summary === null) return;
    const { done, failed, inReview } = summary;
    if (done + failed > 0 && tellsEnd()) attention.notice({ kind: 'ended', done, failed, inReview });
    ended(summary, hasWorked);
  }

  function showProgress(progress: Parameters<Attention['progress']>[0]): void {
    const text = JSON.stringify(progress);
    if (text === shownProgress) return;
    shownProgress = text;
    attention.progress(progress);
  }

  function showBadge(count: number): void {
    if (count === shownBadge) return;
    shownBadge = count;
    attention.badge(count);
  }

  follow(first);
  const unsubscribe = subscribe(follow);
  return {
    get isWorking() {
      return working;
    },
    stop: () => {
      void unsubscribe();
      alarm.set(null);
      if (working) attention.power(false);
    },
  };
}
