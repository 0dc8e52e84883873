/** How the history describes an entry. Pure. */

import type { HistoryEntry } from '../../../../shared/contract/history.ts';
import { STATE_LABELS } from '../../../../shared/domain/history/strings.ts';
import { MODEL_IDS, type ModelId } from '../../../../shared/domain/models.ts';
import { GENERATION_LABELS } from '../../../components/jobs/strings.ts';

/** States of what is over; what is under way stays until then. */
export const ENDED: ReadonlySet<string> = new Set(['done', 'failed', 'cancelled']);

/** The charge in micro-USD; `unknown` if one price is unknown; null if nothing was charged. */
export function amountOf(entry: Pick<HistoryEntry, 'generations'>): number | 'unknown' | null {
  const paid = entry.generations.filter(({ charged, reused }) => charged || reused);
  if (paid.length === 0) return null;
  let sum = 0;
  for (const { amount, charged } of paid) {
    if (charged && amount === null) return 'unknown';
    sum += amount ?? 0;
  }
  return sum;
}

/** Whether all results come from history. */
export function isEntryReused({ generations, state }: Pick<HistoryEntry, 'generations' | 'state'>): boolean {
  return state === 'done' && generations.length > 0 && generations.every(({ reused }) => reused);
}

/** Whether it has a result to listen to. */
export function isAudible(entry: HistoryEntry): boolean {
  return entry.generations.some((generation) => generation.state === 'stored');
}

/** Models that have no result of it. */
export function missingModels({ generations }: Pick<HistoryEntry, 'generations'>): readonly ModelId[] {
  return MODEL_IDS.filter((id) => !generations.some(({ model, state }) => model === id && state === 'stored'));
}

/** The state of one result as a word. A state that this version doesn't know is shown as it is. */
export function generationWord(state: string): string {
  return Object.entries(GENERATION_LABELS).find(([kind]) => kind === state)?.[1] ?? state;
}

/** The state as a word. A state that this version doesn't know is shown as it is. */
export function historyStateWord(state: string): string {
  const known = Object.entries(STATE_LABELS).find(([kind]) => kind === state);
  if (known !== undefined) return known[1];
  return state === '' ? '—' : `${state.charAt(0).toUpperCase()}${state.slice(1)}`;
}
