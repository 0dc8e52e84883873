/**
 * Terms in entries' own texts: names and notes. Full-text search leads to what few have; what most have is sooner looked at, entry by
 * entry. A sample tells which is which.
 */

import { PART_LENGTH, type Term } from '../../../../shared/domain/history/fold.ts';
import type { RawDatabase } from '../../../platform/sqlite.ts';

/** Entries that a sample looks at. */
const SAMPLE = 200;
/** Multiples of it, without what is before the point, never come close to a rhythm that entries have. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Looking at texts is faster for a term that more than this share of the entries has. */
const MOST_LISTED = 0.5;

export interface Condition {
  readonly text: string;
  readonly values: readonly Value[];
}
export type Value = string | number;

/** A term and the share of the entries whose own text has it, by a sample. */
export interface RatedTerm {
  readonly term: Term;
  readonly share: number;
}

/** Entries to look through one after the other, with what they are. */
export interface Lead {
  /** SQL after `from`. */
  readonly source: string;
  readonly condition: Condition;
  /** Terms that are still to be looked for. */
  readonly rest: readonly RatedTerm[];
}

export function rateTerms(raw: RawDatabase, terms: readonly Term[]): RatedTerm[] {
  const last = Number(raw.prepare('select coalesce(max(id), 0) from entry_text').pluck().get());
  if (terms.length === 0 || last === 0) return terms.map((term) => ({ term, share: 0 }));
  const places = Array.from({ length: SAMPLE }, (_, n) => Math.ceil(last * ((n * GOLDEN) % 1)));
  const shares = raw
    .prepare(
      `select ${terms.map(({ isStart }) => `avg(instr(${isStart ? 'starts' : 'body'}, ?) > 0)`).join()}
      from json_each(?) as place cross join entry_text
      on entry_text.id = (select id from entry_text where id >= place.value order by id limit 1)`,
    )
    .raw()
    .get(...terms.map(({ text }) => text), JSON.stringify(places)) as number[];
  return terms.map((term, index) => ({ term, share: shares[index] ?? 0 }));
}

/** Looks through the entries that full-text search has for the rarest terms; null when it has none of them, or most entries. */
export function leadOf(terms: readonly RatedTerm[]): Lead | null {
  const listed = terms.filter(isListed);
  const rarest = listed.toSorted((one, other) => one.share - other.share)[0];
  if (rarest === undefined) return null;
  const table = tableOf(rarest.term);
  const led = listed.filter(({ term }) => tableOf(term) === table);
  return {
    source: `${table} cross join entry on entry.id = ${table}.rowid`,
    condition: { text: `${table} match ?`, values: [led.map(({ term }) => phraseOf(term)).join(' AND ')] },
    rest: terms.filter((one) => !led.includes(one)),
  };
}

/** Whether full-text search lists the entries that have the term; otherwise they are looked at. */
export function isListed({ share, term }: RatedTerm): boolean {
  return share <= MOST_LISTED && (term.isStart || [...term.text].length >= PART_LENGTH);
}

export function listed({ term }: RatedTerm): Condition {
  const table = tableOf(term);
  return { text: `id in (select rowid from ${table} where ${table} match ?)`, values: [phraseOf(term)] };
}

/** @param terms at least one */
export function lookedAt(terms: readonly RatedTerm[]): Condition {
  const parts = terms.map(({ term: { isStart } }) => `instr(${isStart ? 'starts' : 'body'}, ?)`);
  return {
    text: `exists (select 1 from entry_text where entry_text.id = entry.id and ${parts.join(' and ')})`,
    values: terms.map(({ term: { text } }) => text),
  };
}

function tableOf({ isStart }: Term): 'text_part' | 'text_word' {
  return isStart ? 'text_word' : 'text_part';
}

function phraseOf({ isStart, text }: Term): string {
  return isStart ? `"${text.trim()}" *` : `"${text}"`;
}
