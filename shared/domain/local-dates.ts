/** Dates and times as a person's system writes them, in English words: the order of its region, and its 12 or 24 hours. Pure. */

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
