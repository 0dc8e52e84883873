/** A report in the form that was asked for: objects for programs, lines for spreadsheets, words or a table for people. */

import { EXIT, type ExitStatus } from '../exit-status.ts';
import { print } from '../output/printer.ts';
import { jsonLine } from './printable.ts';
import { table } from './table.ts';

interface Form {
  readonly json?: boolean;
  readonly csv?: boolean;
}

type Lines = string | readonly string[];

/** One object, lines of CSV, or words. @returns done, as reports mostly end a command */
export function report({ csv, json }: Form, event: object, words: Lines, sheet: Lines = []): ExitStatus {
  print(json === true ? jsonLine(event) : csv === true ? sheet : words);
  return EXIT.done;
}

export interface ReportRows<Row extends object> {
  readonly event: string;
  readonly rows: readonly Row[];
  readonly columns: readonly string[];
  readonly cells: (row: Row) => readonly string[];
  /** Stands for a table without rows. */
  readonly none?: string;
}

/** An object for each row, or a table. @returns done */
export function reportRows<Row extends object>(
  { json }: Form,
  { cells, columns, event, none, rows }: ReportRows<Row>,
): ExitStatus {
  if (json === true) print(rows.map((row) => jsonLine({ event, ...row })));
  else print(rows.length === 0 && none !== undefined ? none : table(columns, rows.map(cells)));
  return EXIT.done;
}
