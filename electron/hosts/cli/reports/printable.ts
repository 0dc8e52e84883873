/** How the terminal writes lines for programs: JSON and CSV that no terminal and no spreadsheet acts upon. */

import { harmlessJson, printable } from '../../../platform/security/harmless-text.ts';

/** One line of JSON with harmful characters escaped: the same value for programs, harmless on a terminal. */
export function jsonLine(value: unknown): string {
  return harmlessJson(JSON.stringify(value));
}

/** Includes the full-width signs, which some spreadsheets treat like the plain ones. */
const FORMULA = /^\s*[=+\-@|%＝＋－＠]/;

/** One cell (RFC 4180) that no spreadsheet runs as a formula. */
function csvField(value: string | number): string {
  const clean = typeof value === 'string' ? printable(value) : String(value);
  const text = typeof value === 'string' && FORMULA.test(clean) ? `'${clean}` : clean;
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of CSV. */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells.map(csvField).join(',');
}
