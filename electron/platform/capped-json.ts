/** JSON from outside, within limits: size is capped by the reader, depth here, before anything walks into it. */

const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Parses JSON that is nested at most `deepest` levels.
 * @throws SyntaxError when it is not JSON
 * @throws RangeError when it is nested deeper: very deep JSON blocks the event loop for seconds
 */
export function parseCappedJson(text: string, deepest = 64): unknown {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (OPENING.has(code)) {
      depth += 1;
      if (depth > deepest) throw new RangeError(`JSON nested deeper than ${deepest}`);
    } else if (CLOSING.has(code)) depth -= 1;
  }
  return JSON.parse(text);
}
