/** Days, months and years in the local time zone. Pure. */

import { roundUpToCent } from '../../../shared/domain/money.ts';
import { localDates } from '../../../shared/domain/units.ts';

export const COST_PERIODS = ['day', 'month', 'year'] as const;
export type PeriodUnit = (typeof COST_PERIODS)[number];

export interface CostPeriod {
  readonly unit: PeriodUnit;
  /** Its beginning in milliseconds since the epoch. */
  readonly start: number;
}

/** How many periods a chart shows. */
const SHOWN: Readonly<Record<PeriodUnit, number>> = { day: 31, month: 12, year: 6 };

/** The period of that length which a moment is in. */
export function periodAt(unit: PeriodUnit, at: number): CostPeriod {
  const date = new Date(at);
  const month = unit === 'year' ? 0 : date.getMonth();
  const day = unit === 'day' ? date.getDate() : 1;
  return { unit, start: new Date(date.getFullYear(), month, day).getTime() };
}

/** @param by how many periods later; negative for earlier */
export function movedBy({ start, unit }: CostPeriod, by: number): CostPeriod {
  const date = new Date(start);
  const [years, months, days] = [unit === 'year' ? by : 0, unit === 'month' ? by : 0, unit === 'day' ? by : 0];
  const moved = new Date(date.getFullYear() + years, date.getMonth() + months, date.getDate() + days);
  return { unit, start: moved.getTime() };
}

export function periodEnd(period: CostPeriod): number {
  return movedBy(period, 1).start;
}

/** Beginnings of the periods up to this one, and its end. */
export function chartStarts(period: CostPeriod): number[] {
  const shown = SHOWN[period.unit];
  return Array.from({ length: shown + 1 }, (_, index) => movedBy(period, index - shown + 1).start);
}

const { date } = localDates(navigator.language);

export function periodName({ start, unit }: CostPeriod): string {
  if (unit === 'day') return date(start);
  return monthOrYear(start, unit === 'month' ? { month: 'long', year: 'numeric' } : { year: 'numeric' });
}

/** The same for the axis of a chart. */
export function shortPeriodName({ start, unit }: CostPeriod): string {
  if (unit === 'day') return String(new Date(start).getDate());
  return monthOrYear(start, unit === 'month' ? { month: 'short' } : { year: 'numeric' });
}

function monthOrYear(at: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en', options).format(at);
}

/**
 * What a period comes to if it continues as it began.
 * @returns null before a tenth of it is over, and after its end
 */
export function monthForecast(period: CostPeriod, charged: number, now: number): number | null {
  const share = (now - period.start) / (periodEnd(period) - period.start);
  return share < 0.1 || share >= 1 ? null : roundUpToCent(charged / share);
}
