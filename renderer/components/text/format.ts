/** How times, costs, dates and file names are written on the page. */

import type { TimeSpan } from '../../../shared/contract/views.ts';
import { formatUsd } from '../../../shared/domain/money.ts';
import { localDates } from '../../../shared/domain/units.ts';
import { TEXT } from '../strings.ts';

/** `under a minute`, `4 min`, `1 h 20 min`: remaining seconds, rounded like the estimate that they are. */
export function spokenTime(seconds: number): string {
  if (seconds < 60) return TEXT.underAMinute;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const rest = hours >= 10 ? 0 : Math.round((minutes % 60) / 5) * 5;
  if (rest === 60) return `${hours + 1} h`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** `16 s`, `4 min`: how long something took. */
export function takenTime(seconds: number): string {
  return seconds < 60 ? `${Math.max(1, Math.round(seconds))} s` : spokenTime(seconds);
}

/** `< 1 min`, `4 min`: the same for narrow columns. */
export function shortTime(seconds: number): string {
  return seconds < 60 ? TEXT.shortUnderAMinute : spokenTime(seconds);
}

/** `4 min`, or `4 to 9 min` while the time is only known roughly. */
export function spokenSpan({ least, most }: TimeSpan): string {
  if (least < 60 && most >= 60) return TEXT.upTo(spokenTime(most));
  return between(spokenTime(least), spokenTime(most), TEXT.fromTo);
}

/** `4 min`, `4–9 min`: the same for narrow columns. */
export function shortSpan({ least, most }: TimeSpan): string {
  if (least < 60 && most >= 60) return TEXT.shortUpTo(shortTime(most));
  return between(shortTime(least), shortTime(most), TEXT.shortFromTo);
}

/** Says a unit that both have only once. */
function between(least: string, most: string, join: (least: string, most: string) => string): string {
  if (least === most) return most;
  const bare = /^(\d+) (min|h)$/;
  const [, number, unit] = bare.exec(least) ?? [];
  return number !== undefined && unit === bare.exec(most)?.[2] ? join(number, most) : join(least, most);
}

/**
 * A cost in micro-USD: `12.40`, `unknown` without a price, `measuring` until the length is known, `—` if nothing is paid.
 * @param most whether it is the most that may be charged: `≤ 12.40`
 */
export function costWords(cost: number | 'unknown' | 'measuring' | null, most = false): string {
  if (cost === null) return TEXT.nothing;
  if (typeof cost === 'string') return TEXT[cost];
  return most && cost > 0 ? TEXT.atMost(formatUsd(cost)) : formatUsd(cost);
}

/** `5.1 h of audio`, `12 min of audio`, `48 s of audio`. */
export function amountOfAudio(seconds: number): string {
  if (seconds >= 3600) return TEXT.ofAudio(`${(seconds / 3600).toFixed(1)} h`);
  if (seconds >= 60) return TEXT.ofAudio(`${Math.round(seconds / 60)} min`);
  return TEXT.ofAudio(`${Math.round(seconds)} s`);
}

/** `40 s`, `4 min`, `1 h 20 min`: the time until a moment, rounded up, never `0 s`. */
export function timeUntil(untilMs: number, nowMs: number): string {
  const seconds = Math.max(1, Math.ceil((untilMs - nowMs) / 1000));
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : spokenTime(seconds);
}

/** As the system writes them: asked once, since a long list formats many. */
const { date, time: formatTime } = localDates(navigator.language);

export { formatTime };

/** `20 Nov 2026, 09:41`, or `Today, 09:41`, in the local time zone, as the system writes dates. */
export function formatMoment(ms: number, nowMs: number, today: (time: string) => string = TEXT.today): string {
  const isToday = new Date(ms).toDateString() === new Date(nowMs).toDateString();
  return isToday ? today(formatTime(ms)) : `${date(ms)}, ${formatTime(ms)}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being made visible
const DECEIVING = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The name with line breaks, control characters and bidirectional marks made visible: the host keeps the true name. */
export function shownName(name: string): string {
  return name.replace(DECEIVING, '\ufffd');
}

/** A heading within a sentence: `time left`, `cost, USD`. */
export function inSentence(heading: string): string {
  return heading.charAt(0).toLowerCase() + heading.slice(1);
}
