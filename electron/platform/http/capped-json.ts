/** JSON from outside, with limits on nesting and on the number of values, checked before parsing. The reader caps the size. */

const OPENING_ARRAY = 0x5b;
const CLOSING_ARRAY = 0x5d;
const OPENING_OBJECT = 0x7b;
const CLOSING_OBJECT = 0x7d;
const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Parses JSON that is nested at most `deepest` levels.
 * @param most number of values (members and elements); parsing a hundred thousand of them blocks the event loop
 * @throws SyntaxError when it is not JSON
 * @throws RangeError when it exceeds a limit: very deep JSON blocks the event loop for seconds
 */
export function parseCappedJson(text: string, deepest = 64, most = Number.POSITIVE_INFINITY): unknown {
  let depth = 0;
  let values = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfString(text, index + 1);
        break;
      case OPENING_ARRAY:
      case OPENING_OBJECT:
        depth += 1;
        values += 1;
        if (depth > deepest) throw new RangeError(`JSON nested deeper than ${deepest}`);
        break;
      case CLOSING_ARRAY:
      case CLOSING_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        if (values > most) throw new RangeError(`JSON with more than ${most} values`);
        break;
    }
  }
  return JSON.parse(text);
}

/** The index of the closing quote, or the text's length. */
function endOfString(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index += 1;
    else if (code === QUOTE) return index;
  }
  return text.length;
}
