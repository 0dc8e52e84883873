import { expect, test } from 'vitest';
import { parseTime } from '../../../electron/hosts/cli/syntax/times.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const local = (text: string) => new Date(text).toISOString();

test.each([
  ['24h', '2026-11-23T12:00:00.000Z'],
  ['5d', '2026-11-19T12:00:00.000Z'],
  ['2026-11-22T09:00:00Z', '2026-11-22T09:00:00.000Z'],
  ['2026-11-22T09:00+01:00', '2026-11-22T08:00:00.000Z'],
  ['2026-11-22T09:00', local('2026-11-22T09:00')],
  // A day begins where the person is, as everywhere in the terminal.
  ['2026-11-22', local('2026-11-22T00:00')],
])('%s is %s', (text, expected) => {
  expect(parseTime(text, NOW)).toBe(expected);
});

test.each(['12', '24', 'yesterday', '22.11.2026', '11/22/2026', '2026-02-30', '2026-11-22 09:00', '-5d', '1,5h', ''])(
  '“%s” is refused',
  (text) => {
    expect(() => parseTime(text, NOW)).toThrow(/^Use /);
  },
);
