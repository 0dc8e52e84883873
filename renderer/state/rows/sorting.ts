/** Sorts the rows of the queue by a column. Only a view: the queue's own order stays. Pure. */

import type { JobView } from '../../../shared/contract/views.ts';
import { type Pricing, shownCost } from './job-cost.ts';

export const SORT_COLUMNS = ['recording', 'length', 'stage', 'cost'] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface Sort {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** What needs the person first, what is over last. */
const STAGE_ORDER: readonly JobView['state']['kind'][] = [
  'needs-you',
  'in-review',
  'failed',
  'waiting',
  'paused',
  'cancelling',
  'exporting',
  'downloading',
  'generating',
  'ready',
  'uploading',
  'preparing',
  'queued',
  'done',
  'cancelled',
];

/** Null sorts last, whatever the direction. */
type Key = number | string | null;

const KEYS: Readonly<Record<SortColumn, (job: JobView, pricing: Pricing) => Key>> = {
  recording: recordingKey,
  length: (job) => job.durationSeconds,
  stage: ({ state, started }) => STAGE_ORDER.indexOf(state.kind) + (state.kind === 'queued' && !started ? 0.5 : 0),
  cost: (job, pricing) => {
    const cost = shownCost(job, pricing);
    return typeof cost === 'string' ? null : cost;
  },
};

const recordingKeys = new WeakMap<JobView, string>();

/** Numbers by their value, and neither case nor accents count: plain comparison sorts thousands of such keys in no time. */
function recordingKey(job: JobView): string {
  let key = recordingKeys.get(job);
  if (key === undefined) {
    key = plain(`${job.name}\0${job.folder}`).replace(/\d+/g, (digits) => digits.padStart(12, '0'));
    recordingKeys.set(job, key);
  }
  return key;
}

/** The next sort after a click on a column: ascending, descending, then the queue's own order again (null). */
export function nextSort(present: Sort | null, column: SortColumn): Sort | null {
  if (present?.column !== column) return { column, descending: false };
  return present.descending ? null : { column, descending: true };
}

/**
 * Sorts ids; equal rows keep their order. It remembers its last answer, which it returns again while no key changes, and from which it
 * sorts faster.
 */
export function createSorter(
  { column, descending }: Sort,
  pricing: Pricing,
): (ids: readonly string[], jobs: ReadonlyMap<string, JobView>) => readonly string[] {
  const keyOf = KEYS[column];
  let source: readonly string[] = [];
  let sorted: readonly string[] = [];
  let keys = new Map<string, Key>();

  return (ids, jobs) => {
    const now = new Map<string, Key>();
    let changed = ids.length !== source.length;
    for (let index = 0; index < ids.length; index++) {
      const id = ids[index] ?? '';
      const job = jobs.get(id);
      const key = job === undefined ? null : keyOf(job, pricing);
      now.set(id, key);
      changed ||= source[index] !== id || keys.get(id) !== key;
    }
    if (!changed) return sorted;
    const places = new Map(ids.map((id, index) => [id, index]));
    const nearly = [...sorted.filter((id) => now.has(id)), ...ids.filter((id) => !keys.has(id))];
    keys = now;
    source = ids;
    sorted = nearly.sort(
      (one, other) =>
        compare(now.get(one) ?? null, now.get(other) ?? null, descending) ||
        (places.get(one) ?? 0) - (places.get(other) ?? 0),
    );
    return sorted;
  };
}

function compare(one: Key, other: Key, descending: boolean): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other === descending ? 1 : -1;
}

/** Without case and accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
