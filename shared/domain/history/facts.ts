/** What History knows of a recording when it searches, filters and sorts; and the rule that the search index follows. */

import type { JobState } from '../job-state.ts';
import { type ModelId, modelOf } from '../models.ts';
import type { HistoryFilter, HistorySort, ShownVerdict } from './filter.ts';
import { shownState } from './filter.ts';
import { fold, has, sortKey, termsOf } from './fold.ts';
import { REUSED_LABEL, STATE_LABELS } from './strings.ts';

export interface HistoryFacts {
  readonly jobId: string;
  readonly name: string;
  /** The folder of the recording; empty for one without a path. */
  readonly show: string;
  readonly batch: string;
  readonly connection: string;
  readonly connectionName: string;
  readonly connectionLabel: string | null;
  /** Of the batch preset; empty for settings without a name. */
  readonly preset: string;
  readonly state: JobState['kind'];
  readonly isReused: boolean;
  readonly models: readonly ModelId[];
  /** Of verdicts that stand, and what the page says about them. */
  readonly verdicts: readonly Exclude<ShownVerdict, 'none'>[];
  readonly verdictWords: readonly string[];
  readonly note: string;
  readonly tags: readonly string[];
  readonly error: string;
  /** Milliseconds since the epoch. */
  readonly addedAt: number;
  readonly finishedAt: number | null;
  readonly seconds: number | null;
  /** Micro-USD charged, refunds taken off; null when a price isn't known. */
  readonly cost: number | null;
}

/** The folder of a path, with either separator; empty if there is none. */
export function folderOf(path: string | null): string {
  if (path === null) return '';
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return cut <= 0 ? '' : path.slice(0, cut);
}

/** The words by which a state is found: the page's, and the terminal's. */
export function stateText({ state, isReused }: Pick<HistoryFacts, 'state' | 'isReused'>): string {
  return [STATE_LABELS[state], state, ...(state === 'done' && isReused ? [REUSED_LABEL] : [])].join('\n');
}

/** The words by which a connection is found: its name, and its label. */
export function connectionText(name: string, label: string | null): string {
  return label === null ? name : `${name}\n${label}`;
}

export function modelText(models: readonly ModelId[]): string {
  return models.map((model) => `${modelOf(model).label}\n${model}`).join('\n');
}

/** What is looked through for each term. */
function textsOf(facts: HistoryFacts): string[] {
  const { name, show, connectionName, connectionLabel, preset, verdictWords, note, tags, error } = facts;
  const connection = connectionText(connectionName, connectionLabel);
  const words = [stateText(facts), modelText(facts.models), verdictWords.join('\n')];
  return [`${name}\n${note}`, show, connection, preset, error, ...words, ...tags];
}

/** @param now milliseconds since the epoch */
export function matches(facts: HistoryFacts, filter: HistoryFilter, now: number): boolean {
  const { from, before } = spanOf(filter.dates, now);
  const isAmong = <Value>(wanted: readonly Value[], ...own: readonly Value[]) =>
    wanted.length === 0 || own.some((value) => wanted.includes(value));
  const verdicts: readonly ShownVerdict[] = facts.verdicts.length === 0 ? ['none'] : facts.verdicts;
  const tags = facts.tags.map(fold);
  return (
    (from === null || facts.addedAt >= from) &&
    (before === null || facts.addedAt < before) &&
    isAmong(filter.connections, facts.connection) &&
    isAmong(filter.models, ...facts.models) &&
    isAmong(filter.states, shownState(facts.state, facts.isReused)) &&
    isAmong(filter.verdicts, ...verdicts) &&
    (filter.leastCost === null || (facts.cost !== null && facts.cost >= filter.leastCost)) &&
    (filter.mostCost === null || (facts.cost !== null && facts.cost <= filter.mostCost)) &&
    (filter.batch === null || facts.batch === filter.batch) &&
    filter.tags.every((tag) => tags.includes(fold(tag))) &&
    (filter.show === null || facts.show === filter.show) &&
    isFound(facts, filter.search)
  );
}

function isFound(facts: HistoryFacts, search: string): boolean {
  const terms = termsOf(search);
  if (terms.length === 0) return true;
  const texts = textsOf(facts).map(fold);
  return terms.every((term) => texts.some((text) => has(text, term)));
}

/** What a sort compares: unknown lengths and prices, and recordings that aren't finished, come before every figure. */
export function sortValue(facts: HistoryFacts, by: HistorySort['by']): number | string {
  switch (by) {
    case 'added':
      return facts.addedAt;
    case 'finished':
      return facts.finishedAt ?? -1;
    case 'name':
      return sortKey(facts.name);
    case 'cost':
      return facts.cost ?? -1;
    case 'length':
      return facts.seconds ?? -1;
  }
}

/** Milliseconds since the epoch, from its first moment to before its last; null leaves a side open. */
interface Span {
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
