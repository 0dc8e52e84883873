/** What History shows: a search, filters that combine, and an order. */

import { z } from 'zod';
import type { JobState } from '../job-state.ts';
import { MODEL_IDS } from '../models.ts';

/** States as the filter names them. A recording that is done with earlier results only is `reused`. */
export const SHOWN_STATES = [
  'done',
  'reused',
  'in-review',
  'failed',
  'cancelled',
  'needs-you',
  'under-way',
] as const satisfies readonly (JobState['kind'] | 'reused' | 'under-way')[];
export type ShownState = (typeof SHOWN_STATES)[number];

/** Verdicts that stand, on any take; `none` for recordings without one. */
export const SHOWN_VERDICTS = ['kept', 'rejected', 'better', 'none'] as const;
export type ShownVerdict = (typeof SHOWN_VERDICTS)[number];

/** Periods that move with the calendar: a saved search with one stays useful. */
export const PERIODS = ['today', 'last-7-days', 'last-30-days', 'this-month', 'last-month', 'this-year'] as const;
export type Period = (typeof PERIODS)[number];

export const SORTS = ['added', 'finished', 'name', 'cost', 'length'] as const;
export type SortBy = (typeof SORTS)[number];

const day = z.iso.date();
const oneOfEach = <Item extends z.ZodType>(item: Item) => z.array(item).max(50).default([]);
const microUsd = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const historyFilter = z.object({
  search: z.string().max(200).default(''),
  /** Local days on which a recording was added, the first and the last one included; null leaves a side open. */
  dates: z
    .union([z.enum(PERIODS), z.object({ from: day.nullable(), to: day.nullable() })])
    .nullable()
    .default(null),
  /** Ids. */
  connections: oneOfEach(z.string().max(200)),
  models: oneOfEach(z.enum(MODEL_IDS)),
  states: oneOfEach(z.enum(SHOWN_STATES)),
  verdicts: oneOfEach(z.enum(SHOWN_VERDICTS)),
  /** Micro-USD charged, both ends included; null leaves an end open. Recordings whose price isn't known are in no range. */
  leastCost: microUsd.nullable().default(null),
  mostCost: microUsd.nullable().default(null),
  batch: z.string().max(200).nullable().default(null),
  tags: oneOfEach(z.string().max(40)),
  /** The folder of the recordings. */
  show: z.string().max(4096).nullable().default(null),
});
export type HistoryFilter = z.infer<typeof historyFilter>;

export const historySort = z.object({ by: z.enum(SORTS), order: z.enum(['asc', 'desc']) });
export type HistorySort = z.infer<typeof historySort>;

export const NO_FILTER: HistoryFilter = historyFilter.parse({});
export const NEWEST_FIRST: HistorySort = { by: 'added', order: 'desc' };

/** Whether it leaves something out. */
export function isFiltering(filter: HistoryFilter): boolean {
  return filter.search.trim() !== '' || chosenFilters(filter).length > 0;
}

/** The filters that are set, apart from the search. */
export function chosenFilters(filter: HistoryFilter): (keyof HistoryFilter)[] {
  const names = Object.keys(NO_FILTER) as (keyof HistoryFilter)[];
  return names.filter((name) => {
    const value = filter[name];
    return name !== 'search' && value !== null && (!Array.isArray(value) || value.length > 0);
  });
}

export function shownState(kind: JobState['kind'], isReused: boolean): ShownState {
  if (kind === 'done') return isReused ? 'reused' : 'done';
  return SHOWN_STATES.find((state) => state === kind) ?? 'under-way';
}
