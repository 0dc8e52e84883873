/** Makes foreign texts safe for a terminal and a table: they can't move the cursor, break a line, change direction or run as a formula. */

const HARMFUL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being replaced
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** A text on one line, with `?` for each harmful character. */
export function printable(text: string): string {
  return text.toWellFormed().replace(HARMFUL, '?');
}

/** One line of JSON with harmful characters escaped: the same value for programs, harmless on a terminal. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(HARMFUL, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character.charCodeAt(index))).join(''),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
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
