import { expect, test } from 'vitest';
import { billableSeconds, formatUsd, quoteGeneration, sumQuotes } from '../../../shared/domain/money.ts';

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
