/** What the history says of an entry. Pure. */

import type { HistoryEntry } from '../../../shared/contract/history.ts';
import { STATE_LABELS } from '../../components/jobs/strings.ts';

/** What was charged for it, in micro-USD; unknown when a price is, and null when nothing was. */
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

/** Whether all of its results were paid for before. */
export function isReused({ generations, state }: Pick<HistoryEntry, 'generations' | 'state'>): boolean {
  return state === 'done' && generations.length > 0 && generations.every(({ reused }) => reused);
}

/** Whether there is something to hear. */
export function isAudible(entry: HistoryEntry): boolean {
  return entry.generations.some((generation) => generation.state === 'stored');
}

/** The state in a word; one that this version does not know is shown as it is. */
export function historyStateWord(state: string): string {
  const known = Object.entries(STATE_LABELS).find(([kind]) => kind === state);
  if (known !== undefined) return known[1];
  return state === '' ? '—' : `${state.charAt(0).toUpperCase()}${state.slice(1)}`;
}

/** The folder of a source path, for either kind of separator; empty when there is none. */
export function folderOf(sourcePath: string | null): string {
  if (sourcePath === null) return '';
  const cut = Math.max(sourcePath.lastIndexOf('/'), sourcePath.lastIndexOf('\\'));
  return cut <= 0 ? '' : sourcePath.slice(0, cut);
}
