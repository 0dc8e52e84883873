import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  billableSeconds,
  formatUsd,
  quoteGeneration,
  roundUpToCent,
  sumQuotes,
  tableUsd,
} from '../../../shared/domain/money.ts';

test.each([
  [30, 60],
  [80, 80],
  [60, 60],
  [60.01, 61],
  [0, 60],
])('%d seconds are billed as %d', (duration, billed) => {
  expect(billableSeconds(duration)).toBe(billed);
});

test('a duration that makes no sense is refused, not billed', () => {
  expect(() => billableSeconds(Number.NaN)).toThrow(RangeError);
  expect(() => billableSeconds(-1)).toThrow(RangeError);
});

test('a quote says what the minimum adds', () => {
  expect(quoteGeneration(12.2, 1000)).toEqual({ billableSeconds: 60, secondsAddedByMinimum: 47, amount: 60_000 });
  expect(quoteGeneration(75.5, null)).toEqual({ billableSeconds: 76, secondsAddedByMinimum: 0, amount: null });
});

test('one unknown price makes a sum unknown, and its seconds still count', () => {
  const sum = sumQuotes([quoteGeneration(100, 500), quoteGeneration(10, null)]);
  expect(sum).toEqual({ billableSeconds: 160, secondsAddedByMinimum: 50, amount: null });
});

test('small amounts never read as nothing', () => {
  expect(formatUsd(3600)).toBe('0.0036');
  expect(formatUsd(0)).toBe('0.00');
  expect(formatUsd(18_470_000)).toBe('18.47');
  expect(formatUsd(null)).toBe('unknown');
});

test.each([
  [152_500, '0.1525', '0.152500'],
  [150_000, '0.15', '0.150000'],
  [1, '0.000001', '0.000001'],
  [-1_500_001, '-1.500001', '-1.500001'],
  [1_234_567_890_120_000, '1234567890.12', '1234567890.120000'],
])('%d micro-dollars are shown as %s, and as %s in a table', (amount, shown, inTable) => {
  expect([formatUsd(amount), tableUsd(amount)]).toEqual([shown, inTable]);
});

test('an estimate is rounded up to the cent', () => {
  expect([0, 1, 10_000, 152_500].map(roundUpToCent)).toEqual([0, 10_000, 10_000, 160_000]);
});

/** What a person reads and adds up, as whole micro-dollars. */
const read = (shown: string) => Math.round(Number(shown) * 1_000_000);

test('no quote that is shown is below its charge, no room left above what is left, and the shown parts add up to the shown sum', () => {
  const work = fc.record({
    price: fc.integer({ min: 0, max: 2_000_000 }),
    durations: fc.array(fc.double({ min: 0, max: 100_000, noNaN: true }), { minLength: 1, maxLength: 8 }),
    cap: fc.integer({ min: 0, max: 1_000_000_000 }),
  });
  fc.assert(
    fc.property(work, ({ price, durations, cap }) => {
      const quotes = durations.map((seconds) => quoteGeneration(seconds, price));
      const charges = durations.map((seconds) => billableSeconds(seconds) * price);
      const charged = charges.reduce((sum, one) => sum + one, 0);
      const shownQuote = read(formatUsd(sumQuotes(quotes).amount));
      const shownCharges = charges.map((one) => read(formatUsd(one)));
      expect(shownQuote).toBeGreaterThanOrEqual(charged);
      expect(shownCharges.reduce((sum, one) => sum + one, 0)).toBe(read(formatUsd(charged)));
      expect(read(formatUsd(cap - charged))).toBeLessThanOrEqual(cap - charged);
      expect(read(formatUsd(cap - charged)) + read(formatUsd(charged))).toBe(cap);
    }),
    { numRuns: 1000 },
  );
});
