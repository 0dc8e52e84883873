/**
 * How much of a proof runs. `npm test` takes a first part of each, with every wrong variant that has to be caught; `npm run prove` takes all
 * of it.
 */

const isWhole = process.env.CLEARTAKE_PROVE !== undefined;

/** A figure of a proof: seeds, kills, sizes. */
export function depth<Value>(first: Value, whole: Value): Value {
  return isWhole ? whole : first;
}

/** Of rows that prove the same for different things, so many from all over the table; in the whole proof every row. */
export function someOf<Row>(rows: readonly Row[], count: number): readonly Row[] {
  if (isWhole || count >= rows.length) return rows;
  const share = (index: number) => Math.floor((index * count) / rows.length);
  return rows.filter((_, index) => share(index) !== share(index - 1));
}

/** Tests that belong to the whole proof alone. */
export function onlyWhole(define: () => void): void {
  if (isWhole) define();
}
