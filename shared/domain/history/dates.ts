/** The days of a filter as a span of time. */

import type { HistoryFilter } from './filter.ts';

/** Milliseconds since the epoch, from its first moment to before its last; null leaves a side open. */
export interface Span {
  readonly from: number | null;
  readonly before: number | null;
}

/** @param now milliseconds since the epoch; days are local */
export function spanOf(dates: HistoryFilter['dates'], now: number): Span {
  if (dates === null) return { from: null, before: null };
  const today = new Date(now);
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const at = (...date: [number, number, number]) => new Date(...date).getTime();
  switch (dates) {
    case 'today':
      return { from: at(year, month, day), before: null };
    case 'last-7-days':
      return { from: at(year, month, day - 6), before: null };
    case 'last-30-days':
      return { from: at(year, month, day - 29), before: null };
    case 'this-month':
      return { from: at(year, month, 1), before: null };
    case 'last-month':
      return { from: at(year, month - 1, 1), before: at(year, month, 1) };
    case 'this-year':
      return { from: at(year, 0, 1), before: null };
    default:
      return {
        from: dates.from === null ? null : midnight(dates.from, 0),
        before: dates.to === null ? null : midnight(dates.to, 1),
      };
  }
}

function midnight(date: string, daysLater: number): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day + daysLater).getTime();
}
