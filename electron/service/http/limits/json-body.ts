/** Parses JSON bodies: UTF-8, limited in size, depth and number of values, without keys that could pollute a prototype. */

import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { parseCappedJson } from '../../../platform/http/capped-json.ts';
import { type Refusal, refuse } from '../../rules/refusal.ts';

/** Largest JSON body, in bytes. */
export const LARGEST_JSON_BYTES = 1024 * 1024;
/** Deeper nesting has no use here and would overflow the stack when it is serialized. */
const DEEPEST_JSON = 64;
/** Members and elements. A mebibyte can hold 500,000 of them, which would block other requests. */
const MOST_JSON_VALUES = 5000;

const BYTE_ORDER_MARK = 0xfeff;

/**
 * Parses a body. A leading byte order mark is skipped; of duplicate names the last one counts; lone surrogates become U+FFFD when
 * they are stored.
 * @throws refusal 400
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw refuse(400, 'The body is not valid JSON: it is not UTF-8.');
  const decoded = bytes.toString('utf8');
  const text = decoded.charCodeAt(0) === BYTE_ORDER_MARK ? decoded.slice(1) : decoded;
  const body = parse(text);
  refuseValues(body);
  return body;
}

/** @returns the refusal of a body whose headers say that it is compressed, not UTF-8 or too large; null when it may be read */
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

/** Refuses JSON beyond the limits. @throws refusal 400 */
function refuseValues(value: unknown): void {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    throw refuse(400, 'The body holds a number that is too large.');
  }
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) {
    throw refuse(400, 'The body is not valid JSON: __proto__ is no name for a field.');
  }
  for (const inner of Object.values(value)) refuseValues(inner);
}
