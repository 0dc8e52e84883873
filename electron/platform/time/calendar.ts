/** Local days and months, by which a person's caps count. Times are milliseconds since the epoch. */

/** Midnight at which the local day of `now` began. */
export function startOfDay(now: number): number {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  return day.getTime();
}

/** The next midnight after `now`. */
export function endOfDay(now: number): number {
  const day = new Date(now);
  day.setHours(24, 0, 0, 0);
  return day.getTime();
}

/** Midnight at which the local month of `now` began. */
export function startOfMonth(now: number): number {
  const day = new Date(startOfDay(now));
  day.setDate(1);
  return day.getTime();
}
