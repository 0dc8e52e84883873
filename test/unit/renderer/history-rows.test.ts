import { expect, test } from 'vitest';
import {
  entryAt,
  type HistoryRows,
  indexOfJob,
  loadedEntries,
  offsetToLoad,
  PAGE,
  rowIds,
  rowsOf,
  withPages,
} from '../../../renderer/features/history/list/history-rows.ts';
import type { HistoryEntry } from '../../../shared/contract/history.ts';

const entries = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ jobId: `job-${first + n}` }) as HistoryEntry);
const few = { count: 250, isMore: false };
const many = { count: 10_000, isMore: true };
const filtered = { isWhole: false, total: 100_000 };
const whole = { isWhole: true, total: 100_000 };

function load(rows: HistoryRows, index: number): HistoryRows {
  const view = { first: index, end: index + 10 };
  const offset = offsetToLoad(rows, view);
  return offset === null ? rows : withPages(rows, offset, entries(offset, Math.min(PAGE, rows.count - offset)), view);
}

test('rows are found by their place, and those that are not loaded have a place, too', () => {
  const rows = load(rowsOf(entries(0, PAGE), 0, few, filtered), 230);
  expect(rows.count).toBe(250);
  expect(entryAt(rows, 240)?.jobId).toBe('job-240');
  expect(entryAt(rows, 150)).toBeUndefined();
  expect(indexOfJob(rows, 'job-240')).toBe(240);
  expect(indexOfJob(rows, 'job-150')).toBe(-1);
  expect(rowIds(rows).slice(98, 102)).toEqual(['job-98', 'job-99', 'row 100', 'row 101']);
});

test('what is in view is loaded first, then what comes next, and nothing twice', () => {
  let rows = rowsOf(entries(0, PAGE), 0, many, whole);
  expect(offsetToLoad(rows, { first: 0, end: 12 })).toBeNull();
  expect(offsetToLoad(rows, { first: 60, end: 72 })).toBe(100);
  expect(offsetToLoad(rows, { first: 50_095, end: 50_107 })).toBe(50_000);
  rows = load(rows, 50_095);
  expect(offsetToLoad(rows, { first: 50_095, end: 50_107 })).toBe(50_100);
  expect(offsetToLoad(rowsOf([], 0, { count: 0, isMore: false }, filtered), { first: 0, end: 12 })).toBeNull();
});

test('only pages near the view are kept', () => {
  let rows = rowsOf(entries(0, PAGE), 0, many, whole);
  for (let index = 0; index < 100_000; index += 500) rows = load(rows, index);
  expect(rows.count).toBe(100_000);
  expect(loadedEntries(rows).length).toBeLessThanOrEqual(2400);
  expect(entryAt(rows, 99_500)?.jobId).toBe('job-99500');
  expect(entryAt(rows, 0)).toBeUndefined();
});

test('a list whose count is open grows at its end, and ends where a page is short', () => {
  let rows = rowsOf(entries(0, PAGE), 0, many, filtered);
  expect(rows).toMatchObject({ count: 10_000, isOpen: true });
  rows = load(rows, 9990);
  expect(rows.count).toBe(20_000);
  const ended = withPages(rows, 12_300, entries(12_300, 45), { first: 12_300, end: 12_310 });
  expect(ended).toMatchObject({ count: 12_345, isOpen: false });
  expect(withPages(rows, 15_000, [], { first: 15_000, end: 15_010 }).count).toBe(15_000);
});

test('a recording that is in two pages has one id of its own', () => {
  const rows = withPages(rowsOf(entries(0, PAGE), 0, few, filtered), 100, entries(99, PAGE), { first: 95, end: 105 });
  const ids = rowIds(rows).slice(95, 105);
  expect(new Set(ids).size).toBe(10);
});
