import { expect, test } from 'vitest';
import { localDates } from '../../../shared/domain/units.ts';

const AT = new Date(2026, 10, 20, 15, 4).getTime();

test.each([
  ['en-GB', '20 Nov 2026, 15:04'],
  ['en-US', 'Nov 20, 2026, 03:04 PM'],
  ['de', '20 Nov 2026, 15:04'],
  ['fr-CA', 'Nov 20, 2026, 15:04'],
  ['pt-BR', 'Nov 20, 2026, 15:04'],
  ['hi-IN', '20 Nov 2026, 03:04 pm'],
  ['en-US-u-va-posix', 'Nov 20, 2026, 03:04 PM'],
  ['xx-XX', '20 Nov 2026, 15:04'],
])('%s writes dates in English words as its region does: %s', (language, written) => {
  const { date, time } = localDates(language);
  expect(`${date(AT)}, ${time(AT)}`.replaceAll('\u202f', ' ')).toBe(written);
});
