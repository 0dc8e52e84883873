/** Days and points in time in the arguments of the command line. */

import { InvalidArgumentError } from 'commander';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A local day, `2026-11-30`. @returns its beginning in milliseconds since the epoch */
export function parseDay(value: string): number {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? [];
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  if (day === undefined || date.getDate() !== Number(day))
    throw new InvalidArgumentError('Use a date such as 2026-11-30.');
  return date.getTime();
}

/** A point in time: ISO 8601, a local day or local minute, or so many hours or days ago. @returns ISO 8601 in UTC */
export function parseTime(text: string, now: number = Date.now()): string {
  const [, count, unit] = /^(\d{1,4})([hd])$/.exec(text) ?? [];
  const ago = now - Number(count) * (unit === 'd' ? DAY_MS : HOUR_MS);
  const at = unit === undefined ? timeOf(text) : ago;
  if (Number.isNaN(at))
    throw new InvalidArgumentError(
      'Use a time such as 2026-11-22T09:00 or 2026-11-22T09:00:00Z, a day, or how long ago, such as 24h or 5d.',
    );
  return new Date(at).toISOString();
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/;

/** Other forms, which `Date.parse` understands each in its own way, are refused. */
function timeOf(text: string): number {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return parseDay(text);
  return ISO_TIME.test(text) ? Date.parse(text) : Number.NaN;
}
