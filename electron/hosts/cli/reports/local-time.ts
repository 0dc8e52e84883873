/** Days, months and times as a person's calendar has them: in the computer's time zone, or that of the variable TZ. */

/** `2026-11` */
export function localMonth(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}`;
}

/** `2026-11-30` */
export function localDay(at: number): string {
  return `${localMonth(at)}-${twoDigits(new Date(at).getDate())}`;
}

/** `2026-11-30 17:05:09` */
export function localTime(at: number): string {
  const date = new Date(at);
  return `${localDay(at)} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':')}`;
}

/** The same of a time in ISO 8601, as a service has it. */
export function localTimeOf(time: string): string {
  return localTime(Date.parse(time));
}

/** @param time ISO 8601 */
export function localDayOf(time: string): string {
  return localDay(Date.parse(time));
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
