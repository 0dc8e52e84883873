/** A view of History as the text of an address: `search=koln&states=failed,cancelled`. */

import { z } from 'zod';
import {
  type HistoryFilter,
  type HistorySort,
  historyFilter,
  NEWEST_FIRST,
  NO_FILTER,
  PERIODS,
  SORTS,
} from './filter.ts';

export const GROUPINGS = ['none', 'batch', 'show'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface HistoryView {
  readonly filter: HistoryFilter;
  readonly sort: HistorySort;
  readonly grouping: Grouping;
}

export const FIRST_VIEW: HistoryView = { filter: NO_FILTER, sort: NEWEST_FIRST, grouping: 'none' };

/** Empty for the first view. */
export function addressOf({ filter, sort, grouping }: HistoryView): string {
  const { dates, ...rest } = filter;
  const parts: [string, string][] = [];
  for (const [name, value] of Object.entries(rest)) {
    if (Array.isArray(value)) {
      if (value.length > 0) parts.push([name, value.map(encodeURIComponent).join()]);
    } else if (value !== null && value !== '') parts.push([name, encodeURIComponent(String(value))]);
  }
  if (dates !== null)
    parts.push(['dates', typeof dates === 'string' ? dates : `${dates.from ?? ''}..${dates.to ?? ''}`]);
  if (sort.by !== NEWEST_FIRST.by || sort.order !== NEWEST_FIRST.order)
    parts.push(['sort', `${sort.by}-${sort.order}`]);
  if (grouping !== 'none') parts.push(['group', grouping]);
  return parts.map(([name, value]) => `${name}=${value}`).join('&');
}

/** Leaves out what it doesn't understand: an address may be of another version, or typed. */
export function viewOf(address: string): HistoryView {
  const given = new Map(address.split('&').map((part) => splitOnce(part, '=')));
  const read: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(historyFilter.shape)) {
    const text = given.get(name);
    if (text === undefined) continue;
    const parsed = schema.safeParse(readValue(name as keyof HistoryFilter, text));
    if (parsed.success) read[name] = parsed.data;
  }
  const [by, order] = (given.get('sort') ?? '').split('-');
  const sort = { by: SORTS.find((known) => known === by), order: order === 'asc' ? 'asc' : 'desc' } as const;
  return {
    filter: historyFilter.parse(read),
    sort: sort.by === undefined ? NEWEST_FIRST : { by: sort.by, order: sort.order },
    grouping: GROUPINGS.find((known) => known === given.get('group')) ?? 'none',
  };
}

function readValue(name: keyof HistoryFilter, text: string): unknown {
  if (name === 'dates') {
    if (PERIODS.some((period) => period === text)) return text;
    const [from, to] = splitOnce(text, '..');
    return { from: from === '' ? null : from, to: to === '' ? null : to };
  }
  if (Array.isArray(NO_FILTER[name])) return text.split(',').map(decoded);
  return name === 'leastCost' || name === 'mostCost' ? Number(text) : decoded(text);
}

function splitOnce(text: string, at: string): [string, string] {
  const place = text.indexOf(at);
  return place < 0 ? [text, ''] : [text.slice(0, place), text.slice(place + at.length)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A view that was given a name. */
export const savedSearch = z.object({ name: z.string().trim().min(1).max(60), address: z.string().max(6000) });
export type SavedSearch = z.infer<typeof savedSearch>;
export const MOST_SAVED = 30;
