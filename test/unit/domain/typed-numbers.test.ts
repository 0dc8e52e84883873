import { expect, test } from 'vitest';
import { readUsd } from '../../../shared/domain/money.ts';
import { readNumber } from '../../../shared/domain/units.ts';

test.each([
  ['5.00', 5],
  ['5,00', 5],
  ['0,5', 0.5],
  [',5', 0.5],
  [' 16 ', 16],
  ['-16,5', -16.5],
  ['\u221216,5', -16.5],
  ['1234', 1234],
  ['0,005', 0.005],
  ['1.234', 1.234],
])('%j is %d', (text, number) => {
  expect(readNumber(text)).toBe(number);
});

test.each(['', '1,234', '12,345', '1.234,50', '1,234.50', '1 234', '5 USD', '0x10', '1e3', '--5', '5-', 'NaN', '.'])(
  '%j is no number, or may be one of two',
  (text) => {
    expect(readNumber(text)).toBeNull();
  },
);

test('an amount is exact to the micro-dollar, and never negative or larger than what was typed', () => {
  expect(['5,00', '0.000001', '2.5', '0,0005'].map(readUsd)).toEqual([5_000_000, 1, 2_500_000, 500]);
  expect(['-1', '0.0000001', '1,000', '1.000,00', '1000000000'].map(readUsd)).toEqual([null, null, null, null, null]);
});
