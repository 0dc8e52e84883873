/** Words from outside that can do nothing to who reads them: they don't move a cursor, break a line or change the direction of others. */

const HARMFUL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being replaced
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** A text on one line, with `?` for each harmful character. */
export function printable(text: string): string {
  return text.toWellFormed().replace(HARMFUL, '?');
}

/** Several lines, each of them printable: the line breaks are the program's own. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** JSON with harmful characters escaped: the same value for programs, harmless on a terminal. Breaks between its lines stay. */
export function harmlessJson(json: string): string {
  return json.replace(HARMFUL, (character) =>
    character === '\n'
      ? character
      : Array.from({ length: character.length }, (_, index) => escaped(character.charCodeAt(index))).join(''),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
