/** A filter as conditions on the search index, and how its entries are looked through. */

import { connectionText, spanOf } from '../../../../shared/domain/history/facts.ts';
import type { HistoryFilter } from '../../../../shared/domain/history/filter.ts';
import { fold, has, type Term, termsOf } from '../../../../shared/domain/history/fold.ts';
import type { RawDatabase } from '../../../platform/sqlite.ts';
import {
  type Condition,
  isListed,
  leadOf,
  listed,
  lookedAt,
  type RatedTerm,
  rateTerms,
  type Value,
} from './entry-text.ts';
import { LABEL_KINDS, modelBits, stateNumber, verdictBits } from './write-entries.ts';

/** More than so many are not counted. */
export const MOST_COUNTED = 10_000;
/** Ids that are compared one after the other; more are looked up. */
const FEW = 16;

/** What a filter means for the index as it is now. */
export interface Search {
  /** For a look through all entries. */
  readonly conditions: readonly Condition[];
  /** What `conditions` are about: SQL after `from`. */
  readonly source: string;
  /** The same for a walk in order that ends with a full page: of many that are found it looks at few. */
  readonly walked: readonly Condition[];
}

/** An index has every figure that is compared. */
const FIGURES = 'entry indexed by entry_scan';
/** Texts are looked at, which is fastest in the order in which both are stored; or ids are listed. */
const ROWS = 'entry not indexed';

/** A connection, its name and label as the page shows them now. */
export interface NamedConnection {
  readonly id: string;
  readonly name: string;
  readonly label: string | null;
}

/** A term that stands in texts which entries share, too. */
interface SharedTerm extends RatedTerm {
  readonly shared: readonly Condition[];
}

/** @param now milliseconds since the epoch */
export function prepareSearch(
  raw: RawDatabase,
  filter: HistoryFilter,
  connections: readonly NamedConnection[],
  now: number,
): Search {
  const filters = filterConditions(raw, filter, now);
  const terms = termsOf(filter.search).flatMap((term) => {
    const shared = sharedTexts(raw, term, connections);
    return shared === 'everywhere' ? [] : { term, shared };
  });
  const rated = rateTerms(
    raw,
    terms.map(({ term }) => term),
  ).map((one, index): SharedTerm => ({ ...one, shared: terms[index]?.shared ?? [] }));
  const own = rated.filter(({ shared }) => shared.length === 0);
  const either = rated.filter(({ shared }) => shared.length > 0);
  const walked = [...filters, ...looked(own), ...either.map((one) => anyOf([lookedAt([one]), ...one.shared]))];
  const others = either.map((one) => anyOf([isListed(one) ? listed(one) : lookedAt([one]), ...one.shared]));
  const lead = leadOf(own);
  if (lead !== null) {
    const conditions = [lead.condition, ...filters, ...looked(lead.rest), ...others];
    return { conditions, source: lead.source, walked };
  }
  // In this order: what is looked at costs most.
  const conditions = [...filters, ...others, ...looked(own)];
  const isByRow = filters.length === 0 && (own.length > 0 ? others.length === 0 : either.some(isOfIds));
  return { conditions, source: isByRow ? ROWS : FIGURES, walked };
}

function looked(terms: readonly RatedTerm[]): Condition[] {
  return terms.length === 0 ? [] : [lookedAt(terms)];
}

/** Whether the entries that have the term are listed, all of them. */
function isOfIds(one: SharedTerm): boolean {
  return isListed(one) && one.shared.every(({ text }) => text.startsWith('id in '));
}

function filterConditions(raw: RawDatabase, filter: HistoryFilter, now: number): Condition[] {
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
  return conditions;
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
  const kinds = raw
    .prepare(
      `select kind, count(*) = count(hit) as isWhole, json_group_array(hit) filter (where hit is not null) as ids
      from (select kind, iif(instr(${column}, ?) > 0, id, null) as hit from label) group by kind`,
    )
    .all(term.text) as { readonly kind: string; readonly isWhole: 0 | 1; readonly ids: string }[];
  const named = connections
    .filter(({ name, label }) => has(fold(connectionText(name, label)), term))
    .map(({ id }) => id);
  // Every entry has a connection, and a text of each of these kinds.
  const isInAll = kinds.some(({ isWhole, kind }) => isWhole && LABEL_KINDS.some((one) => one === kind));
  if (isInAll || named.length === connections.length) return 'everywhere';
  const hits = kinds.map(({ ids, kind }) => ({ kind, ids: JSON.parse(ids) as number[] }));
  const parts = hits.flatMap(({ ids, kind }): Condition[] => {
    if (ids.length === 0) return [];
    // Numbers of the index itself.
    const among = ids.length <= FEW ? ids.join() : `select value from json_each('[${ids.join()}]')`;
    const text =
      kind === 'tag' ? `id in (select entry from entry_tag where tag in (${among}))` : `${kind} in (${among})`;
    return [{ text, values: [] }];
  });
  if (named.length === 0) return parts;
  const own = `connection in (select label.id from label join json_each(?) as named on named.value = label.value where kind = 'connection')`;
  return [...parts, { text: own, values: [JSON.stringify(named)] }];
}
