/** What the history says of an entry. Pure. */

import type { HistoryEntry } from '../../../shared/contract/history.ts';

/** Sum in micro-USD of what is known; null when nothing is. */
export function amountOf(entry: HistoryEntry): number | null {
  const known = entry.generations.flatMap((generation) => (generation.amount === null ? [] : [generation.amount]));
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0);
}

/** Whether there is something to hear. */
export function isAudible(entry: HistoryEntry): boolean {
  return entry.generations.some((generation) => generation.state === 'stored');
}

const STATE_WORDS: Readonly<Record<string, string>> = {
  done: 'Complete',
  failed: 'Failed',
  cancelled: 'Cancelled',
  cancelling: 'Cancelling',
  paused: 'Paused',
  waiting: 'Waiting',
  'needs-you': 'Needs you',
  queued: 'Queued',
  preparing: 'Preparing',
  uploading: 'Uploading',
  ready: 'Starting',
  generating: 'Restoring',
  downloading: 'Downloading',
  exporting: 'Saving',
};

/** The state in a word; one that this version does not know is shown as it is. */
export function historyStateWord(state: string): string {
  return STATE_WORDS[state] ?? (state === '' ? '—' : `${state.charAt(0).toUpperCase()}${state.slice(1)}`);
}

/** The folder of a source path, for either kind of separator; empty when there is none. */
export function folderOf(sourcePath: string | null): string {
  if (sourcePath === null) return '';
  const cut = Math.max(sourcePath.lastIndexOf('/'), sourcePath.lastIndexOf('\\'));
  return cut <= 0 ? '' : sourcePath.slice(0, cut);
}
