import { expect, test } from 'vitest';
import type { Pricing } from '../../../renderer/state/rows/job-cost.ts';
import { createSorter, nextSort, type SortColumn } from '../../../renderer/state/rows/sorting.ts';
import type { JobView } from '../../../shared/contract/views.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { makeGeneration, makeJob } from '../../harness/fake-desk/fake-jobs.ts';
import { STUDIO, variedScene } from '../../harness/fake-desk/scenes.ts';
import { quickest } from '../../harness/time/quickest.ts';

const NO_PRICING: Pricing = { preset: null, connections: [], reused: new Map() };

function queueOf(parts: readonly (Partial<JobView> & Pick<JobView, 'name'>)[]) {
  const all = parts.map((part, index) => makeJob(index + 1, part, 0));
  return { ids: all.map(({ id }) => id), jobs: new Map(all.map((job) => [job.id, job])) };
}

function sorted(
  parts: Parameters<typeof queueOf>[0],
  column: SortColumn,
  descending = false,
  pricing = NO_PRICING,
): string {
  const { ids, jobs } = queueOf(parts);
  return createSorter({ column, descending }, pricing)(ids, jobs)
    .map((id) => jobs.get(id)?.name)
    .join(' ');
}

test('a column is clicked into ascending, descending and manual order', () => {
  const first = nextSort(null, 'length');
  const second = nextSort(first, 'length');
  expect([first, second, nextSort(second, 'length')]).toEqual([
    { column: 'length', descending: false },
    { column: 'length', descending: true },
    null,
  ]);
  expect(nextSort(second, 'cost')).toEqual({ column: 'cost', descending: false });
});

test('names sort by their numbers, whatever their case and accents', () => {
  const names = ['ep 10', 'Étude', 'ep 9', 'EP 9b', 'zoo', 'etude 2'].map((name) => ({ name }));
  expect(sorted(names, 'recording')).toBe('ep 9 EP 9b ep 10 Étude etude 2 zoo');
  expect(sorted(names, 'recording', true)).toBe('zoo etude 2 Étude ep 10 EP 9b ep 9');
});

test('equal rows keep the queue’s order in both directions, and unknown ones come last', () => {
  const rows = [
    { name: 'a', durationSeconds: 5 },
    { name: 'b' },
    { name: 'c', durationSeconds: 7 },
    { name: 'd', durationSeconds: 5 },
  ];
  expect(sorted(rows, 'length')).toBe('a d c b');
  expect(sorted(rows, 'length', true)).toBe('c a d b');
});

test('by stage, what needs the person comes first and what is over last', () => {
  const rows = [
    { name: 'done', started: true, state: { kind: 'done' } },
    { name: 'ready' },
    { name: 'queued', started: true },
    { name: 'working', started: true, state: { kind: 'generating' } },
    { name: 'asks', started: true, state: { kind: 'needs-you', question: 'was-it-started' } },
  ] as const;
  expect(sorted(rows, 'stage')).toBe('asks working queued ready done');
});

test('by cost, holds count and what has no price comes last', () => {
  const over = (amount: number | null) => [
    { ...makeGeneration('x', 'service-2'), state: 'processing' as const, amount },
  ];
  const rows = [
    { name: 'unknown', started: true, generations: over(null) },
    { name: 'dear', started: true, generations: over(900) },
    { name: 'cheap', started: true, generations: over(100) },
  ];
  expect(sorted(rows, 'cost')).toBe('cheap dear unknown');
  const waiting = [
    { name: 'long', durationSeconds: 900, connectionId: STUDIO.id },
    { name: 'short', durationSeconds: 90, connectionId: STUDIO.id },
    { name: 'measured', connectionId: STUDIO.id },
    { name: 'free', durationSeconds: 900 },
  ];
  const free = { ...STUDIO, id: 'built-in', prices: { 'service-2': 0, 'service-3.5': 0 } };
  const pricing = { ...NO_PRICING, preset: DEFAULT_BATCH_PRESET, connections: [STUDIO, free] };
  expect(sorted(waiting, 'cost', false, pricing)).toBe('free short long measured');
});

test('five thousand rows are sorted again without making their keys anew, and not at all while no key changes', () => {
  const { ids, jobs } = queueOf(variedScene(5000, 0));
  const sort = createSorter({ column: 'recording', descending: true }, NO_PRICING);
  const first = sort(ids, jobs);
  expect(sort(ids, jobs)).toBe(first);
  const [id = ''] = ids;
  const again = quickest((round) => {
    jobs.set(id, { ...(jobs.get(id) as JobView), name: `${round % 2 === 0 ? 'aa' : 'zz'}.wav` });
    sort(ids, jobs);
  });
  const language = new Intl.Collator(undefined, { numeric: true });
  const names = ids.map((each) => jobs.get(each)?.name ?? '');
  const byLanguage = quickest(() => names.toSorted(language.compare), 5);
  // Twice as long as that on a quiet machine; making all keys anew takes twenty times as long.
  expect(again).toBeLessThan(12 * byLanguage);
  expect(sort(ids, jobs).indexOf(id)).toBe(0);
});

test('rows that come and go are sorted in', () => {
  const { ids, jobs } = queueOf([{ name: 'b' }, { name: 'd' }]);
  const sort = createSorter({ column: 'recording', descending: false }, NO_PRICING);
  sort(ids, jobs);
  const added = makeJob(3, { name: 'c' }, 0);
  jobs.set(added.id, added);
  expect(sort([...ids, added.id], jobs)).toEqual(['job-1', 'job-3', 'job-2']);
  expect(sort([added.id], jobs)).toEqual(['job-3']);
});
