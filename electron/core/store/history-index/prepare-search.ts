/** A filter as conditions on the search index, and how its entries are looked through. */

import { spanOf } from '../../../../shared/domain/history/dates.ts';
import type { HistoryFilter } from '../../../../shared/domain/history/filter.ts';
import { fold, has, PART_LENGTH, type Term, termsOf } from '../../../../shared/domain/history/fold.ts';
import type { RawDatabase } from '../../../platform/sqlite.ts';
import { LABEL_KINDS, modelBits, stateNumber, verdictBits } from './write-entries.ts';

/** More than so many are not counted. */
export const MOST_COUNTED = 10_000;

export type Value = string | number;

export interface Condition {
  readonly text: string;
  readonly values: readonly Value[];
}

/** What a filter means for the index as it is now. */
export interface Search {
  readonly conditions: readonly Condition[];
  /**
   * How entries are looked through. `text`: the full-text index leads to few of them. `figures`: an index has all that is compared. `rows`:
   * their texts are looked at, which is fastest in the order in which both are stored.
   */
  readonly through: 'text' | 'figures' | 'rows';
}

/** A connection and its name as the page shows it now. */
export interface NamedConnection {
  readonly id: string;
  readonly name: string;
}

/** @param now milliseconds since the epoch */
export function prepareSearch(
  raw: RawDatabase,
  filter: HistoryFilter,
  connections: readonly NamedConnection[],
  now: number,
): Search {
  const conditions: Condition[] = [];
  const add = (text: string, ...values: readonly Value[]) => void conditions.push({ text, values });
  const { from, before } = spanOf(filter.dates, now);
  if (from !== null) add('added >= ?', from);
  if (before !== null) add('added < ?', before);
  const isOneOf = (column: string, values: readonly Value[]) =>
    add(`${column} in (${values.map(() => '?').join()})`, ...values);
  const labels = (kind: string, values: readonly string[]) =>
    raw
      .prepare('select id from label where kind = ? and value in (select value from json_each(?))')
      .pluck()
      .all(kind, JSON.stringify(values)) as number[];
  if (filter.connections.length > 0) isOneOf('connection', labels('connection', filter.connections));
  if (filter.batch !== null) isOneOf('batch', labels('batch', [filter.batch]));
  if (filter.show !== null) isOneOf('show', labels('show', [filter.show]));
  if (filter.states.length > 0) isOneOf('shown_state', filter.states.map(stateNumber));
  if (filter.models.length > 0) add('model_bits & ?', modelBits(filter.models));
  if (filter.verdicts.length > 0) add('verdict_bits & ?', verdictBits(filter.verdicts));
  if (filter.leastCost !== null || filter.mostCost !== null) add('cost >= ?', filter.leastCost ?? 0);
  if (filter.mostCost !== null) add('cost <= ?', filter.mostCost);
  for (const tag of filter.tags) {
    add(
      "id in (select entry from entry_tag join label on label.id = tag where kind = 'tag' and folded = ?)",
      fold(tag),
    );
  }
  const terms = termsOf(filter.search).flatMap((term) => {
    const shared = sharedTexts(raw, term, connections);
    return shared === 'everywhere' ? [] : { term, shared };
  });
  const shared = terms
    .filter((one) => one.shared.length > 0)
    .map((one) => anyOf([ownText(raw, [one.term]).condition, ...one.shared]));
  const own = terms.flatMap((one) => (one.shared.length === 0 ? one.term : []));
  if (own.length === 0)
    return { conditions: [...conditions, ...shared], through: terms.length === 0 ? 'figures' : 'rows' };
  const { condition, isNarrow } = ownText(raw, own);
  // In this order: an own text leaves out more than a shared one.
  return { conditions: [...conditions, condition, ...shared], through: isNarrow ? 'text' : 'rows' };
}

function anyOf(parts: readonly Condition[]): Condition {
  return { text: `(${parts.map(({ text }) => text).join(' or ')})`, values: parts.flatMap(({ values }) => values) };
}

/** Where a term stands in texts that entries share: folders, tags, names of connections, and the like. */
function sharedTexts(
  raw: RawDatabase,
  term: Term,
  connections: readonly NamedConnection[],
): readonly Condition[] | 'everywhere' {
  const column = term.isStart ? 'starts' : 'folded';
  const labels = raw.prepare(`select kind, id, instr(${column}, ?) > 0 as hit from label`).all(term.text) as {
    readonly kind: string;
    readonly id: number;
    readonly hit: 0 | 1;
  }[];
  const hits = labels.filter(({ hit }) => hit);
  const missed = new Set(labels.flatMap(({ hit, kind }) => (hit ? [] : kind)));
  const named = connections.filter(({ name }) => has(fold(name), term)).map(({ id }) => id);
  // Every entry has a connection, and a text of each of these kinds.
  const isInAll = hits.length > 0 && LABEL_KINDS.some((kind) => !missed.has(kind));
  if (isInAll || named.length === connections.length) return 'everywhere';
  const parts: Condition[] = [];
  const among = (text: string, ids: readonly number[] | readonly string[]) => {
    if (ids.length > 0) parts.push({ text, values: [JSON.stringify(ids)] });
  };
  for (const kind of LABEL_KINDS) {
    const ids = hits.filter((hit) => hit.kind === kind).map(({ id }) => id);
    among(`${kind} in (select value from json_each(?))`, ids);
  }
  const tags = hits.filter(({ kind }) => kind === 'tag').map(({ id }) => id);
  among('id in (select entry from entry_tag where tag in (select value from json_each(?)))', tags);
  among(
    `connection in (select label.id from label join json_each(?) as named on named.value = label.value where kind = 'connection')`,
    named,
  );
  return parts;
}

/** Entries that have all the terms in their own text. Full-text search is fast for what is rare; what most have is sooner looked at. */
function ownText(
  raw: RawDatabase,
  terms: readonly Term[],
): { readonly condition: Condition; readonly isNarrow: boolean } {
  const parts = terms.filter(({ isStart, text }) => !isStart && [...text].length >= PART_LENGTH);
  const found = [
    ...matching(
      'text_part',
      parts.map(({ text }) => `"${text}"`),
    ),
    ...matching(
      'text_word',
      terms.filter(({ isStart }) => isStart).map(({ text }) => `"${text.trim()}" *`),
    ),
  ];
  const looked = terms.filter(({ isStart, text }) => !isStart && [...text].length < PART_LENGTH);
  const narrow = found.filter(({ table, phrase }) => isRare(raw, table, phrase));
  const conditions = [
    ...narrow.map(({ table, phrase }) => ({
      text: `id in (select rowid from ${table} where ${table} match ?)`,
      values: [phrase],
    })),
    ...lookedAt(narrow.length === found.length ? looked : terms),
  ];
  const text = `(${conditions.map((condition) => condition.text).join(' and ')})`;
  return {
    condition: { text, values: conditions.flatMap(({ values }) => values) },
    isNarrow: narrow.length > 0,
  };
}

function matching(table: 'text_part' | 'text_word', phrases: readonly string[]) {
  return phrases.length === 0 ? [] : [{ table, phrase: phrases.join(' AND ') }];
}

function isRare(raw: RawDatabase, table: string, phrase: string): boolean {
  const count = raw.prepare(`select count(*) from (select 1 from ${table} where ${table} match ? limit ?)`).pluck();
  return Number(count.get(phrase, MOST_COUNTED)) < MOST_COUNTED;
}

function lookedAt(terms: readonly Term[]): Condition[] {
  if (terms.length === 0) return [];
  const parts = terms.map(({ isStart }) => `instr(${isStart ? 'starts' : 'body'}, ?)`);
  return [
    {
      text: `exists (select 1 from entry_text where entry_text.id = entry.id and ${parts.join(' and ')})`,
      values: terms.map(({ text }) => text),
    },
  ];
}
