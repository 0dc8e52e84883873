/** What a JSON body may be: UTF-8, within size, depth and number of values, and nothing that could poison an object. */

import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { parseCappedJson } from '../../platform/capped-json.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Largest JSON body, in bytes. */
export const LARGEST_JSON_BYTES = 1024 * 1024;
/** Deeper nesting has no use here and would exhaust the stack when it is written out again. */
const DEEPEST_JSON = 64;
/** Members and elements. A mebibyte can hold 500,000, which would keep everybody else waiting. */
const MOST_JSON_VALUES = 5000;

const BYTE_ORDER_MARK = 0xfeff;
/** `__proto__` as a name, however it is escaped. */
const PROTO_NAME =
  /"(?:_|\\u005[fF]){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[fF])(?:t|\\u0074)(?:o|\\u006[fF])(?:_|\\u005[fF]){2}"\s*:/;
/** A number, or something that looks like one, that may lie beyond what a double holds. */
const MAYBE_TOO_LARGE = /[0-9][eE]|[0-9]{300}/;

/**
 * Reads a body. A leading byte order mark is passed over; of a name that comes twice the last counts; lone surrogates become U+FFFD
 * when they are stored.
 * @throws refusal 400
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw refuse(400, 'The body is not valid JSON: it is not UTF-8.');
  const decoded = bytes.toString('utf8');
  const text = decoded.charCodeAt(0) === BYTE_ORDER_MARK ? decoded.slice(1) : decoded;
  const body = parse(text);
  if (PROTO_NAME.test(text)) throw refuse(400, 'The body is not valid JSON: __proto__ is no name for a field.');
  if (MAYBE_TOO_LARGE.test(text) && holdsInfinity(body)) {
    throw refuse(400, 'The body holds a number that is too large.');
  }
  return body;
}

/** @returns why a body of these headers is not read at all: compressed, not UTF-8, too large; else null */
export function refuseBody(headers: IncomingHttpHeaders): Refusal | null {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== '') {
    return refuse(415, 'Send the body without Content-Encoding.', { headers: { 'accept-encoding': 'identity' } });
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii') {
    return refuse(415, 'The body must be UTF-8.');
  }
  return Number(headers['content-length'] ?? 0) > LARGEST_JSON_BYTES ? tooLarge() : null;
}

export function tooLarge(): Refusal {
  return refuse(413, `The body is larger than ${LARGEST_JSON_BYTES} bytes.`);
}

function parse(text: string): unknown {
  try {
    return parseCappedJson(text, DEEPEST_JSON, MOST_JSON_VALUES);
  } catch (failure) {
    if (failure instanceof RangeError) {
      throw refuse(
        400,
        `The body is nested deeper than ${DEEPEST_JSON} levels or holds over ${MOST_JSON_VALUES} values.`,
      );
    }
    throw refuse(400, text === '' ? 'The body is empty: it must be a JSON object.' : 'The body is not valid JSON.');
  }
}

function holdsInfinity(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsInfinity);
}
