/** Finds entries of the search index: pages that continue after a row, counts and sums. */

import type { HistorySort } from '../../../../shared/domain/history/filter.ts';
import type { RawDatabase } from '../../../platform/sqlite.ts';
import type { Condition, Value } from './entry-text.ts';
import { MOST_COUNTED, type Search } from './prepare-search.ts';

export interface Counted {
  /** At most one more than `MOST_COUNTED`, and then there are more. */
  readonly count: number;
  /** Micro-USD; unknown prices count as nothing. */
  readonly cost: number;
  readonly seconds: number;
}

/** Where a page ended. */
export interface Place {
  readonly value: Value;
  readonly id: number;
}

/** Which part of what is found: after a row, and then so many further. */
export interface Page {
  readonly after: Place | null;
  readonly offset: number;
  readonly limit: number;
}

export interface FoundEntry extends Place {
  readonly jobId: string;
}

export interface FoundGroup extends Counted {
  /** Id of the batch, or the folder. */
  readonly id: string;
  /** When the latest of its recordings was added, in milliseconds since the epoch. */
  readonly latest: number;
}

function where(...conditions: readonly Condition[]): Condition {
  const text = conditions.length === 0 ? '' : `where ${conditions.map((condition) => condition.text).join(' and ')}`;
  return { text, values: conditions.flatMap(({ values }) => values) };
}

const SUMS = 'count(*) as count, coalesce(sum(max(cost, 0)), 0) as cost, coalesce(sum(max(length, 0)), 0) as seconds';
/** What the table of found entries has of them, so that they are sorted by it where they are. */
const KEPT: readonly string[] = ['added', 'cost', 'length'];

/** What a search finds, before it is put in order. */
export interface Found {
  readonly counted: Counted;
  /** Whether all are in the table of found entries; many are walked in their order until a page is full. */
  readonly isKept: boolean;
}

/** A table in memory for what the latest search has found. */
export function createFound(raw: RawDatabase): void {
  raw.pragma('temp_store = memory');
  raw.exec(`create temp table found (id integer primary key, ${KEPT.join()})`);
}

/** Looks through everything once, and keeps what is found. */
export function findEntries(raw: RawDatabase, { conditions, source }: Search): Found {
  const { text, values } = where(...conditions);
  const some = (columns: readonly string[]) =>
    `select ${columns.map((column) => `entry.${column}`).join()} from ${source} ${text} limit ${MOST_COUNTED + 1}`;
  if (conditions.length === 0) {
    const counted = raw.prepare(`select ${SUMS} from (${some(['cost', 'length'])})`).get() as Counted;
    return { counted, isKept: false };
  }
  raw.prepare('delete from temp.found').run();
  raw.prepare(`insert into temp.found ${some(['id', ...KEPT])}`).run(...values);
  const counted = raw.prepare(`select ${SUMS} from temp.found`).get() as Counted;
  return { counted, isKept: counted.count <= MOST_COUNTED };
}

/** @param found of this search, and of no other since */
export function pageOfEntries(
  raw: RawDatabase,
  { walked }: Search,
  { isKept }: Found,
  { by, order }: HistorySort,
  { after, limit, offset }: Page,
): FoundEntry[] {
  const sign = order === 'asc' ? '>' : '<';
  const rest = after === null ? [] : [{ text: `(${by}, id) ${sign} (?, ?)`, values: [after.value, after.id] }];
  const { text, values } = where(...(isKept ? [] : walked), ...rest);
  const kept = KEPT.includes(by)
    ? 'temp.found'
    : `(select id, entry.${by} from temp.found cross join entry using (id))`;
  return raw
    .prepare(
      `select page.id, job_id as jobId, value from (
        select id, ${by} as value from ${isKept ? kept : `entry indexed by entry_${by}`} ${text}
        order by ${by} ${order}, id ${order} limit ? offset ?
      ) as page cross join entry on entry.id = page.id order by value ${order}, page.id ${order}`,
    )
    .all(...values, limit, offset) as FoundEntry[];
}

/** The latest first. */
export function groupEntries(raw: RawDatabase, search: Search, by: 'batch' | 'show', limit: number): FoundGroup[] {
  const { text, values } = where(...search.conditions);
  return raw
    .prepare(
      `select label.value as id, count, cost, seconds, latest
      from (select ${by} as own, ${SUMS}, max(added) as latest from ${search.source} ${text} group by ${by})
      join label on label.id = own order by latest desc limit ?`,
    )
    .all(...values, limit) as FoundGroup[];
}

/** Shared texts that entries have now, the most frequent ones first. */
export function frequentLabels(raw: RawDatabase, kind: 'show' | 'tag', limit: number): string[] {
  const used =
    kind === 'show'
      ? 'select show as own, count(*) as uses from entry indexed by entry_scan group by show'
      : 'select tag as own, count(*) as uses from entry_tag group by tag';
  // Tags that differ only in case are one.
  const name = kind === 'show' ? 'value' : 'folded';
  return raw
    .prepare(
      `select min(label.value) from (${used}) join label on label.id = own
      where label.value <> '' group by label.${name} order by sum(uses) desc, 1 limit ?`,
    )
    .pluck()
    .all(limit) as string[];
}
