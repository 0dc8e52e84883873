/** Words of the history. */

import type { Period, ShownState, ShownVerdict, SortBy } from '../../../shared/domain/history/filter.ts';
import type { Grouping } from '../../../shared/domain/history/filter-address.ts';
import { REUSED_LABEL, STATE_LABELS } from '../../../shared/domain/history/strings.ts';
import { countOf } from '../../../shared/domain/units.ts';

export const DETAIL = {
  label: (name: string) => `Details of ${name}`,
  close: 'Close the details',
  loading: 'Loading…',
  added: 'Added',
  length: 'Length',
  connection: 'Connection',
  cost: 'Cost (USD)',
  settings: 'Settings',
  preset: (name: string) => `Preset ${name}`,
  noSettings: 'Settings weren’t kept for this recording.',
  results: 'Results',
  verdicts: 'Verdicts',
  files: 'Files',
  kinds: { source: 'Source', result: 'In the library', output: 'Output', earlier: 'Earlier output' },
  ofModel: (kind: string, model: string) => `${kind}, ${model}`,
  missing: 'Missing',
  reveal: 'Show',
  revealNamed: (name: string) => `Show ${name} in its folder`,
  ledger: 'Ledger (USD)',
  noLines: 'Nothing was reserved or charged.',
  listen: 'Listen',
} as const;

export const HISTORY_PAGE = {
  title: 'History',
  search: 'Search names, folders, notes, tags, states',
  clearSearch: 'Clear search',
  count: (total: number) => countOf(total, 'recording'),
  /** @param isMore there are more than were counted */
  found: (count: number, isMore: boolean, total: number) => {
    const found = `${count.toLocaleString('en')}${isMore ? '+' : ''}`;
    return count === total && !isMore
      ? countOf(total, 'recording')
      : `${found} of ${total.toLocaleString('en')} recordings`;
  },
  spent: (usd: string) => `${usd} USD`,
  indexing: (done: number, total: number) =>
    `Preparing the search: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} recordings can be found so far.`,
  emptyTitle: 'Nothing here yet',
  emptyText: 'Every recording you restore appears here with its results and cost, even offline.',
  toDesk: 'Go to Desk',
  noneTitle: 'No matches',
  noneText: (search: string) => `No recording, folder, note or tag matches “${search}”.`,
  noneFiltered: 'No recording matches these filters.',
  clear: 'Clear search and filters',
  loading: 'Loading…',
  recording: 'Recording',
  length: 'Length',
  results: 'Results',
  connection: 'Connection',
  when: 'Added',
  cost: 'Cost (USD)',
  listen: 'Listen',
  listenTo: (name: string) => `Listen to ${name}`,
  sort: 'Sort',
  group: 'Group',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all recordings that are found',
  menuOf: (name: string) => `Actions for ${name}`,
} as const;

/** Each with both directions, the usual one first. */
export const SORT_WORDS: Readonly<Record<SortBy, { readonly desc: string; readonly asc: string }>> = {
  added: { desc: 'Newest first', asc: 'Oldest first' },
  finished: { desc: 'Finished last', asc: 'Finished first' },
  name: { asc: 'Name, A to Z', desc: 'Name, Z to A' },
  cost: { desc: 'Most expensive first', asc: 'Cheapest first' },
  length: { desc: 'Longest first', asc: 'Shortest first' },
};

export const GROUP_WORDS: Readonly<Record<Grouping, string>> = {
  none: 'No groups',
  batch: 'By batch',
  show: 'By folder',
};

export const GROUPS = {
  label: 'Groups',
  batch: 'Batch',
  show: 'Folder',
  count: 'Recordings',
  length: 'Length',
  latest: 'Latest',
  withoutFolder: 'Without a folder',
  batchOf: (when: string) => `Batch of ${when}`,
  recordingsOf: (name: string) => `Recordings of ${name}`,
  costsOf: (cost: string, name: string) => `${cost}, costs of ${name}`,
  all: (count: number) => `Show all ${countOf(count, 'recording')}`,
} as const;

export const HISTORY_REFUSED = {
  list: 'History couldn’t be read.',
  details: 'The details couldn’t be read.',
  again: 'Try again',
} as const;

export const HISTORY_MENU = {
  listen: 'Listen',
  details: 'Details',
  saveAgain: 'Save again',
  downloadAgain: 'Download again',
  reveal: 'Show in folder',
  copyPath: 'Copy path',
  thisFolder: 'Show this folder only',
  thisBatch: 'Show this batch only',
  batchCosts: 'Costs of this batch',
  remove: 'Delete…',
  copied: 'Path copied.',
  removed: (count: number) => `${countOf(count, 'recording')} deleted from History. Files and costs stay.`,
  isBack: (count: number) => `${countOf(count, 'recording')} back in History.`,
} as const;

export const HISTORY_EXPORT = {
  button: 'Export',
  formats: { csv: 'As CSV', json: 'As JSON' },
} as const;

const STATE_WORDS: Readonly<Record<ShownState, string>> = {
  done: STATE_LABELS.done,
  reused: REUSED_LABEL,
  'in-review': STATE_LABELS['in-review'],
  failed: STATE_LABELS.failed,
  cancelled: STATE_LABELS.cancelled,
  'needs-you': STATE_LABELS['needs-you'],
  'under-way': 'In progress',
};
const VERDICTS: Readonly<Record<ShownVerdict, string>> = {
  kept: 'Kept',
  rejected: 'Rejected',
  better: 'Better than another',
  none: 'No verdict',
};
const PERIOD_WORDS: Readonly<Record<Period, string>> = {
  today: 'Today',
  'last-7-days': 'Last 7 days',
  'last-30-days': 'Last 30 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-year': 'This year',
};

export const HISTORY_FILTERS = {
  title: 'Filters',
  names: {
    dates: 'Date',
    connections: 'Connection',
    models: 'Model',
    states: 'State',
    verdicts: 'Verdict',
    tags: 'Tag',
    cost: 'Cost',
    show: 'Folder',
    batch: 'Batch',
  },
  states: STATE_WORDS,
  verdicts: VERDICTS,
  periods: PERIOD_WORDS,
  from: 'From',
  to: 'To',
  days: (from: string | null, to: string | null) => {
    if (from === null) return `until ${to ?? ''}`;
    return to === null ? `since ${from}` : `${from} to ${to}`;
  },
  least: 'At least (USD)',
  most: 'At most (USD)',
  costs: (least: string | null, most: string | null) => {
    if (least === null) return `up to ${most ?? ''}`;
    return most === null ? `from ${least}` : `${least} to ${most}`;
  },
  one: 'one',
  oneBatch: 'Recordings that were added together.',
  none: 'Nothing to choose yet.',
  clear: (name: string) => `Clear filter ${name}`,
  clearAll: 'Clear filters',
} as const;

export const SAVED = {
  label: 'Saved searches',
  save: 'Save this search',
  name: 'Name',
  confirm: 'Save',
  remove: (name: string) => `Delete saved search ${name}`,
} as const;
