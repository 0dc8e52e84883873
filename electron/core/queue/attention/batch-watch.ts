/** Decides when the person and the system are told about the work: progress, badge, one notice for each batch, power. */

import type { TotalsView } from '../../../../shared/contract/views.ts';
import type { Dispose } from '../../../platform/disposal.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { createAlarm } from '../../../platform/time/timers.ts';
import type { Attention } from '../../ports.ts';

/** Work that pauses for less time than this, for example between two stages, hasn't ended. In milliseconds. */
const SETTLE_MS = 2000;

export interface BatchWatchPorts {
  readonly attention: Attention;
  readonly clock: Clock;
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

type Counts = Pick<TotalsView, 'done' | 'failed'>;

export function watchBatch({ attention, clock, countParked, readTotals, subscribe }: BatchWatchPorts): BatchWatch {
  const first = readTotals();
  /** Figures before the batch; they follow the queue until work begins. */
  let base: Counts = first;
  let begun = false;
  let working = false;
  /** One notice for each time that something needs the person. What needs them at the start is on the desk that they open. */
  let toldNeed = first.needsYou > 0;
  let shownProgress = 'null';
  let shownBadge = 0;
  const alarm = createAlarm(clock, () => {
    const totals = readTotals();
    follow(totals);
    if (working && !isBusy(totals)) end(totals);
  });

  function parked({ waiting }: TotalsView): number {
    return waiting === 0 ? 0 : countParked();
  }

  function isBusy(totals: TotalsView): boolean {
    return totals.active > 0 || (totals.waiting > 0 && !totals.paused && parked(totals) === 0);
  }

  function follow(totals: TotalsView): void {
    if (isBusy(totals)) begin();
    else if (!begun) base = totals;
    if (working) alarm.set(SETTLE_MS);
    const connections = parked(totals);
    const needs = totals.needsYou + connections;
    showProgress(working ? { share: Math.floor(totals.progress * 100) / 100, needsPerson: needs > 0 } : null);
    showBadge(needs);
    if (needs > 0 && !toldNeed) attention.notice({ kind: 'needs-person', recordings: totals.needsYou, connections });
    toldNeed = needs > 0;
  }

  function begin(): void {
    begun = true;
    if (working) return;
    working = true;
    attention.power(true);
  }

  function end(totals: TotalsView): void {
    working = false;
    alarm.set(null);
    showProgress(null);
    attention.power(false);
    if (totals.waiting > 0 || totals.needsYou > 0) return;
    const done = Math.max(0, totals.done - base.done);
    const failed = Math.max(0, totals.failed - base.failed);
    begun = false;
    base = totals;
    if (done + failed > 0) attention.notice({ kind: 'ended', done, failed });
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
