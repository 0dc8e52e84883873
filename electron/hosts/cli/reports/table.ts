/** Tables for people. Where a table is wider than the terminal, each row becomes a block of lines, so that nothing is cut off. */

import { printable } from '../../../platform/security/harmless-text.ts';
import { outputColumns, padToWidth, widthOf, wrapToWidth } from './text-width.ts';

/** Stands for an empty cell. */
const EMPTY = '-';
const GAP = '  ';

/**
 * @param columns of the terminal
 * @returns a line for the headings and one for each row; or, where that doesn't fit, a line for each cell and an empty line between rows
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  columns = outputColumns(),
): string[] {
  const cells = rows.map((row) => row.map((cell) => printable(cell) || EMPTY));
  const all = [headings, ...cells];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ''))));
  const width = widths.reduce((sum, one) => sum + one, GAP.length * (widths.length - 1));
  if (width > columns) return blocks(headings, cells, columns);
  return all.map((row) =>
    row
      .map((cell, column) => padToWidth(cell, widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

function blocks(headings: readonly string[], rows: readonly (readonly string[])[], columns: number): string[] {
  const names = Math.max(...headings.map(widthOf));
  const indent = ' '.repeat(names);
  return rows.flatMap((row, index) => [
    ...(index === 0 ? [] : ['']),
    ...row.flatMap((cell, column) =>
      wrapToWidth(cell, columns - names - GAP.length).map(
        (line, part) => `${part === 0 ? padToWidth(headings[column] ?? '', names) : indent}${GAP}${line}`,
      ),
    ),
  ]);
}
