/** What all views share: times as text, and pages of listings. */

/** Milliseconds since the epoch as ISO 8601. */
export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function optionalTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : timeText(milliseconds);
}

/**
 * The rows that a page shows, and what the next page begins after; null when it is the last one.
 * @param rows one more than the page shows, when there are more
 * @param nameOf what `before` names a row by
 */
export function cutPage<Row>(rows: readonly Row[], limit: number, nameOf: (row: Row) => string) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return [shown, last === undefined || rows.length <= limit ? null : nameOf(last)] as const;
}
