/** Tables for people: columns as wide as their widest cell. */

import { printable } from './printable.ts';

/** Stands for an empty cell. */
const EMPTY = '-';

/** @returns a line for the headings, and one for each row */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [headings, ...rows.map((row) => row.map((cell) => printable(cell) || EMPTY))];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
