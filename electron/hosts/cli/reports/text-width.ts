/** How wide texts and the terminal are, in columns. */

import { terminalColumns } from '../output/printer.ts';

/** Drawn over the character before them, or not at all. */
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
/** East Asian wide and full-width characters, and emoji. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}])$/u;

/** Columns that a text takes in a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character >= ' ' && character <= '~') width += 1;
    else if (!ZERO.test(character)) width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

export function padToWidth(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Columns of standard output: those of the terminal or of the variable COLUMNS; without either, lines may have any width. */
export function outputColumns(): number {
  const ofEnvironment = Number(process.env.COLUMNS);
  const columns = terminalColumns() ?? ofEnvironment;
  return Number.isInteger(columns) && columns > 0 ? columns : Number.POSITIVE_INFINITY;
}

/** Breaks a text between words where it gets wider than that. A word that is wider itself is never cut: it may be an id. */
export function wrapToWidth(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line === '') line = word;
    else if (widthOf(line) + 1 + widthOf(word) <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}
