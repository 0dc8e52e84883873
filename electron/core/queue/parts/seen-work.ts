/** When a generation began and ended at its service, from the reports on it: the desk itself hears of the end only when it asks again. Pure. */

import type { GenerationRun } from './run-records.ts';

/** What the desk knew of a generation before it heard that it is complete. */
export type Reports = Pick<GenerationRun, 'firstSeen' | 'lastSeen' | 'underWayAt'>;

/** Shares of the progress that tell the speed: between two reports, and since the beginning. */
const BETWEEN_REPORTS = 0.3;
const SINCE_BEGINNING = 0.25;

/** Milliseconds that all of it takes at the speed between its first and its last report; null when they are too close. */
export function reportedMs({ firstSeen, lastSeen }: Reports): number | null {
  if (firstSeen === null || lastSeen === null) return null;
  const share = lastSeen.progress - firstSeen.progress;
  return share < BETWEEN_REPORTS ? null : (lastSeen.at - firstSeen.at) / share;
}

/**
 * @param since when a place became free for it, if that is known
 * @param now when the desk heard of its end
 * @param expectedMs what such a generation takes; null where nothing was learned
 */
export function endOf(reports: Reports, since: number | null, now: number, expectedMs: number | null): number {
  const { lastSeen, underWayAt } = reports;
  if (underWayAt === null) return now;
  const earliest = Math.max(underWayAt, since ?? underWayAt);
  const between = (at: number) => Math.min(now, Math.max(earliest, at));
  if (lastSeen !== null) {
    const isFar = since !== null && lastSeen.progress >= SINCE_BEGINNING;
    const whole = reportedMs(reports) ?? (isFar ? (lastSeen.at - since) / lastSeen.progress : null);
    if (whole !== null) return between(lastSeen.at + whole * (1 - lastSeen.progress));
  }
  return between(since !== null && expectedMs !== null ? since + expectedMs : (earliest + now) / 2);
}
