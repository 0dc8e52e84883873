/** The figures of the footer: how far the whole queue is and what it cost. */

import type { TotalsView } from '../../../shared/contract/views.ts';
import type { QueueContext } from './queue-context.ts';

/** Seconds of audio finished over the last minutes, for the speed. */
const WINDOW_MS = 5 * 60_000;

export interface TotalsReader {
  read(paused: boolean): TotalsView;
  /** Tells that a job's audio was restored, for the speed. */
  finished(durationSeconds: number): void;
}

export function createTotalsReader(context: QueueContext): TotalsReader {
  const { live, ports, store } = context;
  const finishes: { readonly at: number; readonly seconds: number }[] = [];
  let busySince: number | null = null;

  function speed(active: number): number | null {
    const now = ports.clock.monotonic();
    if (active === 0) busySince = null;
    else busySince ??= now;
    while (finishes[0] !== undefined && now - finishes[0].at > WINDOW_MS) finishes.shift();
    if (busySince === null || finishes.length === 0) return null;
    const spanSeconds = Math.min(WINDOW_MS, Math.max(1000, now - busySince)) / 1000;
    return finishes.reduce((sum, one) => sum + one.seconds, 0) / spanSeconds;
  }

  return {
    finished: (seconds) => {
      finishes.push({ at: ports.clock.monotonic(), seconds });
    },
    read(paused) {
      const rows = store.jobs.progressRows();
      const totals = { jobs: rows.length, notStarted: 0, done: 0, failed: 0, needsYou: 0, active: 0, waiting: 0 };
      let wholeSeconds = 0;
      let doneSeconds = 0;
      for (const row of rows) {
        if (row.kind === 'failed') totals.failed += 1;
        if (!row.started) {
          if (row.kind === 'queued') totals.notStarted += 1;
          continue;
        }
        const weight = Math.max(1, row.durationSeconds ?? 60);
        wholeSeconds += weight;
        if (row.kind === 'done' || row.kind === 'failed' || row.kind === 'cancelled') doneSeconds += weight;
        if (row.kind === 'done') totals.done += 1;
        else if (row.kind === 'needs-you') totals.needsYou += 1;
        else if (row.kind === 'waiting' || row.kind === 'queued') totals.waiting += 1;
        if (live.workingSince(row.id) !== null) {
          totals.active += 1;
          doneSeconds += weight * progressOf(row.id);
        }
      }
      const rate = speed(totals.active);
      return {
        ...totals,
        progress: wholeSeconds === 0 ? 0 : Math.min(1, doneSeconds / wholeSeconds),
        secondsLeft: rate === null || rate <= 0 ? null : Math.round((wholeSeconds - doneSeconds) / rate),
        speed: rate,
        chargedToday: store.ledger.chargedSince(startOfDay(ports.clock.now())),
        held: store.ledger.held(),
        paused,
      };
    },
  };

  function progressOf(jobId: string): number {
    const generations = store.generations.ofJob(jobId);
    if (generations.length === 0) return 0;
    const sum = generations.reduce(
      (total, generation) =>
        total + (generation.stateKind === 'stored' ? 1 : (live.generation(generation.id)?.progress ?? 0)),
      0,
    );
    return sum / generations.length;
  }
}

/** Midnight of the local day. */
function startOfDay(now: number): number {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  return day.getTime();
}
