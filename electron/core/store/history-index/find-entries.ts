/** Finds entries of the search index: pages that continue after a row, counts and sums. */

import type { HistorySort } from '../../../../shared/domain/history/filter.ts';
import type { RawDatabase } from '../../../platform/sqlite.ts';
import { type Condition, MOST_COUNTED, type Search, type Value } from './prepare-search.ts';

/** Up to so many are remembered and sorted; for more, the rows are walked in their order until a page is full. */
const MOST_SORTED = 2000;

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

export interface FoundEntry extends Place {
  readonly jobId: string;
}

export interface FoundGroup extends Counted {
  /** Id of the batch, or the folder. */
  readonly id: string;
  /** When the latest of its recordings was added, in milliseconds since the epoch. */
  readonly latest: number;
}

function where({ conditions }: Pick<Search, 'conditions'>, ...more: readonly Condition[]): Condition {
  const all = [...conditions, ...more];
  const text = all.length === 0 ? '' : `where ${all.map((condition) => condition.text).join(' and ')}`;
  return { text, values: all.flatMap(({ values }) => values) };
}

const SOURCES = { text: 'entry', figures: 'entry indexed by entry_scan', rows: 'entry not indexed' } as const;
const source = ({ through }: Search) => SOURCES[through];
const SUMS = 'count(*) as count, coalesce(sum(max(cost, 0)), 0) as cost, coalesce(sum(max(length, 0)), 0) as seconds';

/** What a search finds, before it is put in order. */
export interface Found {
  readonly counted: Counted;
  /** Ids, unless there are too many to sort. */
  readonly ids: readonly number[] | null;
}

/** The ids are collected first: few are found by one look at everything. */
export function findEntries(raw: RawDatabase, search: Search): Found {
  const { text, values } = where(search);
  const rows = raw
    .prepare(`select id, cost, length from ${source(search)} ${text} limit ${MOST_SORTED + 1}`)
    .raw()
    .all(...values) as [id: number, cost: number, length: number][];
  if (rows.length <= MOST_SORTED) {
    const sum = (column: 1 | 2) => rows.reduce((all, row) => all + Math.max(row[column], 0), 0);
    return { ids: rows.map(([id]) => id), counted: { count: rows.length, cost: sum(1), seconds: sum(2) } };
  }
  const counted = raw
    .prepare(`select ${SUMS} from (select cost, length from ${source(search)} ${text} limit ${MOST_COUNTED + 1})`)
    .get(...values) as Counted;
  return { counted, ids: null };
}

export function pageOfEntries(
  raw: RawDatabase,
  search: Search,
  { ids }: Found,
  { by, order }: HistorySort,
  after: Place | null,
  limit: number,
): FoundEntry[] {
  const sign = order === 'asc' ? '>' : '<';
  const rest = after === null ? [] : [{ text: `(${by}, id) ${sign} (?, ?)`, values: [after.value, after.id] }];
  const among = { text: 'id in (select value from json_each(?))', values: [JSON.stringify(ids)] };
  const { text, values } = ids === null ? where(search, ...rest) : where({ conditions: [among] }, ...rest);
  // The plus keeps SQLite from walking an index of the order, and so through entries that the search leaves out.
  const plus = ids === null ? '' : '+';
  return raw
    .prepare(
      `select id, job_id as jobId, ${by} as value from entry ${ids === null ? `indexed by entry_${by}` : ''} ${text}
      order by ${plus}${by} ${order}, ${plus}id ${order} limit ?`,
    )
    .all(...values, limit) as FoundEntry[];
}

/** The latest first. */
export function groupEntries(raw: RawDatabase, search: Search, by: 'batch' | 'show', limit: number): FoundGroup[] {
  const { text, values } = where(search);
  return raw
    .prepare(
      `select label.value as id, count, cost, seconds, latest
      from (select ${by} as own, ${SUMS}, max(added) as latest from ${source(search)} ${text} group by ${by})
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
