import { expect, test } from 'vitest';
import { escapeHtml, formatAmount } from '../../../electron/service/http/views/invoice-page.ts';
import {
  addEntry,
  currentMonth,
  NEW_SETTINGS,
  openState,
  spentInMonth,
} from '../../../electron/service/rules/billing/account-state.ts';
import { formatMonth, monthBegins, monthOf } from '../../../electron/service/rules/billing/calendar.ts';
import {
  chargeEntries,
  holdEntry,
  monthEndEntries,
  nextThreshold,
  reachesThreshold,
} from '../../../electron/service/rules/billing/entries.ts';
import { splitInvoice } from '../../../electron/service/rules/billing/invoices.ts';
import { addPostings, NO_BALANCES } from '../../../electron/service/rules/billing/ledger.ts';

const USD = 1_000_000;

function thresholds(country: string | null, upTo: number): number[] {
  const met: number[] = [];
  for (let next = nextThreshold(0, country); next !== null && next <= upTo * USD; next = nextThreshold(next, country)) {
    met.push(next / USD);
  }
  return met;
}

test('Progressive billing thresholds (cumulative usage, one time): 1, 10, 100, 500, 1000 USD; after 1000 only months', () => {
  expect(thresholds(null, 1_000_000)).toEqual([1, 10, 100, 500, 1000]);
  expect(thresholds('US', 1_000_000)).toEqual([1, 10, 100, 500, 1000]);
  expect(nextThreshold(1000 * USD, 'US')).toBeNull();
});

test('Thresholds for customers with an Indian billing address: 1, 10, then every 100 USD', () => {
  expect(thresholds('IN', 1250)).toEqual([1, 10, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200]);
});

test.each([
  [0, USD - 1, false],
  [0, USD, true],
  [USD, 2 * USD, false],
  [USD, 10 * USD, true],
  [999 * USD, 1000 * USD, true],
  [1000 * USD, 9000 * USD, false],
])('usage that grows from %d to %d micro-USD reaches a threshold: %s', (before, after, reaches) => {
  expect(reachesThreshold(before, after, null)).toBe(reaches);
});

test.each([
  // usage, carried in, credit → credit used, total, carried out
  [0, 0, 0, 0, 0, 0],
  [499_999, 0, 0, 0, 0, 499_999],
  [500_000, 0, 0, 0, 500_000, 0],
  [1, 499_999, 0, 0, 500_000, 0],
  [1_239_999, 0, 0, 0, 1_230_000, 9_999],
  [3 * USD, 0, 5 * USD, 3 * USD, 0, 0],
  [5_300_000, 0, 5 * USD, 5 * USD, 0, 300_000],
  [6_000_001, 9_999, 5 * USD, 5 * USD, 1_010_000, 0],
])('an invoice over %d with %d carried and a credit of %d', (usage, carriedIn, credit, used, total, carriedOut) => {
  expect(splitInvoice(usage, carriedIn, credit)).toEqual({ usage, carriedIn, credit: used, total, carriedOut });
});

test('months are those of UTC, and follow each other', () => {
  expect(formatMonth(monthOf(Date.UTC(2026, 10, 30, 23, 59, 59, 999)))).toBe('2026-11');
  expect(formatMonth(monthOf(Date.UTC(2026, 11, 31, 23, 59, 59, 999)))).toBe('2026-12');
  expect(monthOf(Date.UTC(2027, 0, 1)) - monthOf(Date.UTC(2026, 11, 1))).toBe(1);
  expect(monthBegins(monthOf(Date.UTC(2028, 1, 29, 12)))).toBe(Date.UTC(2028, 1, 1));
});

test('a clock that is put back opens no month that is closed', () => {
  const november = Date.UTC(2026, 10, 15);
  const december = Date.UTC(2026, 11, 2);
  const names = (number: number) => `inv_${number}`;
  let state = openState({ ...NEW_SETTINGS, tier: 'developer' });
  state = addEntry(state, holdEntry('gen_1', 900_000, monthOf(december)));
  const charge = { generationId: 'gen_1', held: 900_000, amount: 900_000 };
  state = chargeEntries(state, charge, currentMonth(state, november), names).reduce(addEntry, state);
  expect(spentInMonth(state, november)).toBe(900_000);
  expect(monthEndEntries(state, november, names)).toEqual([]);
  expect(monthEndEntries(state, Date.UTC(2027, 0, 1), names)).toHaveLength(1);
});

test('an entry that does not balance, and a sum that is not exact, are refused', () => {
  expect(() => addPostings(NO_BALANCES, [{ account: 'bank', amount: 1 }])).toThrow(/does not balance/);
  const most = Number.MAX_SAFE_INTEGER;
  const held = (balances: typeof NO_BALANCES, amount: number) => {
    const reserved = { account: 'reserved', amount: -amount } as const;
    return addPostings(balances, [{ account: 'held', amount }, reserved]);
  };
  const full = held(NO_BALANCES, most);
  expect(() => held(full, 1)).toThrow(/counted exactly/);
});

test('a charge above its hold is refused', () => {
  const state = openState({ ...NEW_SETTINGS, tier: 'developer' });
  const charge = { generationId: 'gen_1', held: 10, amount: 11 };
  expect(() => chargeEntries(state, charge, 1, String)).toThrow(/never charged more/);
});

test.each([
  [0, '$0.00'],
  [5, '$0.000005'],
  [-5_000_000, '−$5.00'],
  [1_234_567_890_000, '$1,234,567.89'],
  [137, '$0.000137'],
])('%d micro-USD read %s', (amount, text) => {
  expect(formatAmount(amount)).toBe(text);
});

test('amounts of a column can be given the same number of decimals', () => {
  expect(formatAmount(1_500_000, 4)).toBe('$1.5000');
  expect(formatAmount(1_500_001, 4)).toBe('$1.500001');
});

test('every character that HTML reads is escaped', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;');
});
