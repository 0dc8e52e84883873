/** Formats figures and dates for people, and reads numbers as they write them. The domain itself counts frames, bytes and milliseconds. */

/** `0:07`, `2:14`, `1:12:09`: a length in seconds, rounded to the nearest second. */
export function formatDuration(seconds: number): string {
  const total = Math.max(0, Math.round(seconds));
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const rest = String(total % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** `31:07.482`: a position in seconds with milliseconds, for a transport. */
export function formatPosition(seconds: number): string {
  const milliseconds = Math.max(0, Math.floor(seconds * 1000));
  const whole = Math.floor(milliseconds / 1000);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = `${String(whole % 60).padStart(2, '0')}.${String(milliseconds % 1000).padStart(3, '0')}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

const BYTE_UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** `512 bytes`, `1.4 MB`: decimal units, as file managers and providers count. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 1000 && unit < BYTE_UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${BYTE_UNITS[unit]}`;
}

const COUNTS = new Intl.NumberFormat('en');

/** `1,648`. */
export function formatCount(count: number): string {
  return COUNTS.format(count);
}

/** `1,648 recordings`, `1 recording`. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** Dates and times as a person's system writes them, in English words: the order of its region, and its 12 or 24 hours. */
export interface LocalDates {
  /** `20 Nov 2026`, `Nov 20, 2026`. @param at milliseconds since the epoch, here and below */
  date(at: number): string;
  /** `15:04`, `03:04 PM`. */
  time(at: number): string;
}

/** @param language as the system names it, such as `de-AT`; one that isn't known counts as British */
export function localDates(language: string): LocalDates {
  const known = Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? 'en-GB';
  const { region = 'GB' } = new Intl.Locale(known).maximize();
  const { hourCycle } = new Intl.DateTimeFormat(known, { hour: 'numeric' }).resolvedOptions();
  const locale = `en-${region}`;
  const dates = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
  const times = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle });
  return { date: (at) => dates.format(at), time: (at) => times.format(at) };
}

/**
 * Reads `2.5`, `2,5`, `.5`, `-16` and `\u221216` (with a real minus sign).
 * @returns null for what is no number, and for what may be one of two: `1,234` is a thousand here and little more than one elsewhere, and
 * `1.234,50` and `1,234.50` have two signs.
 */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace(/^[\u2212\u2013]/, '-');
  if (!/^-?(\d+[.,]?\d*|[.,]\d+)$/.test(plain)) return null;
  if (/^-?[1-9]\d{0,2},\d{3}$/.test(plain)) return null;
  return Number(plain.replace(',', '.'));
}
