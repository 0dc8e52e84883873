/** Writes entries of the search index. */

import { type HistoryFacts, modelText, sortValue, stateText } from '../../../../shared/domain/history/facts.ts';
import {
  SHOWN_STATES,
  SHOWN_VERDICTS,
  type ShownState,
  type ShownVerdict,
  shownState,
} from '../../../../shared/domain/history/filter.ts';
import { fold, wordStarts } from '../../../../shared/domain/history/fold.ts';
import { isServiceModel, MODEL_IDS, type ModelId } from '../../../../shared/domain/models.ts';
import type { RawDatabase } from '../../../platform/sqlite.ts';

/** Shared texts, each kind in a column of the entries but `tag`, of which an entry may have several. */
export const LABEL_KINDS = ['connection', 'batch', 'show', 'preset', 'error', 'verdict', 'model', 'state'] as const;
type LabelKind = (typeof LABEL_KINDS)[number] | 'tag';

function bitsOf<Value extends ModelId | ShownVerdict>(all: readonly Value[], values: readonly Value[]): number {
  return values.reduce((bits, value) => bits | (1 << all.indexOf(value)), 0);
}

/** A person's own models have no bit: the list of filters doesn't name them, a search finds them. */
export const modelBits = (models: readonly ModelId[]) => bitsOf(MODEL_IDS, models.filter(isServiceModel));
export const verdictBits = (verdicts: readonly ShownVerdict[]) => bitsOf<ShownVerdict>(SHOWN_VERDICTS, verdicts);
export const stateNumber = (state: ShownState) => SHOWN_STATES.indexOf(state);

export interface EntryWriter {
  /** @param row a number of its own, which it keeps */
  put(facts: HistoryFacts, row: number): void;
  remove(jobId: string): void;
}

export function createEntryWriter(raw: RawDatabase): EntryWriter {
  const findLabel = raw.prepare('select id from label where kind = ? and value = ?').pluck();
  const addLabel = raw.prepare('insert into label (kind, value, folded, starts) values (?, ?, ?, ?)');
  const idOf = raw.prepare('select id from entry where job_id = ?').pluck();
  const jobAt = raw.prepare('select job_id from entry where id = ?').pluck();
  const lastId = raw.prepare('select coalesce(max(id), 0) from entry').pluck();
  const putEntry = raw.prepare(`insert or replace into entry values (
    @id, @jobId, @added, @finished, @name, @cost, @length, @connection, @batch, @show, @preset, @error, @verdict, @model, @state,
    @shownState, @modelBits, @verdictBits)`);
  const removeEntry = raw.prepare('delete from entry where id = ?');
  const clearTags = raw.prepare('delete from entry_tag where entry = ?');
  const addTag = raw.prepare('insert or ignore into entry_tag values (?, ?)');
  const bodyOf = raw.prepare('select body from entry_text where id = ?').pluck();
  const putBody = raw.prepare('insert or replace into entry_text values (?, ?, ?)');
  const removeBody = raw.prepare('delete from entry_text where id = ?');
  const addPart = raw.prepare('insert into text_part (rowid, body) values (?, ?)');
  const removePart = raw.prepare("insert into text_part (text_part, rowid, body) values ('delete', ?, ?)");
  const addWords = raw.prepare('insert into text_word (rowid, starts) values (?, ?)');
  const removeWords = raw.prepare("insert into text_word (text_word, rowid, starts) values ('delete', ?, ?)");
  // Labels are written once and never changed.
  const known = new Map<string, number>();

  function label(kind: LabelKind, value: string, text = value): number {
    const key = `${kind}\n${value}`;
    const id = known.get(key) ?? findLabel.get(kind, value);
    if (typeof id === 'number') {
      if (known.size < 10_000) known.set(key, id);
      return id;
    }
    const folded = fold(text);
    return Number(addLabel.run(kind, value, folded, wordStarts(folded)).lastInsertRowid);
  }

  /** The body is what the full-text index must be told to forget, so it is written only when it changes. */
  function setBody(id: number, text: string | null): void {
    const before = bodyOf.get(id);
    const body = text === null ? null : fold(text);
    if (before === body) return;
    if (typeof before === 'string') {
      removePart.run(id, before);
      removeWords.run(id, wordStarts(before));
    }
    if (body === null) removeBody.run(id);
    else {
      const starts = wordStarts(body);
      putBody.run(id, body, starts);
      addPart.run(id, body);
      addWords.run(id, starts);
    }
  }

  function freeId(row: number): number {
    return jobAt.get(row) === undefined ? row : Number(lastId.get()) + 1;
  }

  return {
    put(facts, row) {
      const found = idOf.get(facts.jobId);
      const id = typeof found === 'number' ? found : freeId(row);
      putEntry.run({
        id,
        jobId: facts.jobId,
        added: sortValue(facts, 'added'),
        finished: sortValue(facts, 'finished'),
        name: sortValue(facts, 'name'),
        cost: sortValue(facts, 'cost'),
        length: sortValue(facts, 'length'),
        // Names of connections change; they are looked up when they are searched for.
        connection: label('connection', facts.connection, ''),
        batch: label('batch', facts.batch, ''),
        show: label('show', facts.show),
        preset: label('preset', facts.preset),
        error: label('error', facts.error),
        verdict: label('verdict', facts.verdictWords.join('\n')),
        model: label('model', modelText(facts.models)),
        state: label('state', stateText(facts)),
        shownState: stateNumber(shownState(facts.state, facts.isReused)),
        modelBits: modelBits(facts.models),
        verdictBits: verdictBits(facts.verdicts.length === 0 ? ['none'] : facts.verdicts),
      });
      clearTags.run(id);
      for (const tag of facts.tags) addTag.run(label('tag', tag), id);
      setBody(id, `${facts.name}\n${facts.note}`);
    },
    remove(jobId) {
      const id = idOf.get(jobId);
      if (typeof id !== 'number') return;
      setBody(id, null);
      clearTags.run(id);
      removeEntry.run(id);
    },
  };
}
