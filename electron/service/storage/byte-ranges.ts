/** Byte ranges of requests: which part of a download is wanted, which part of an upload is coming (RFC 9110, section 14). */

export type WantedRange =
  | { readonly kind: 'whole' }
  /** Both ends included. */
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'unsatisfiable' };

/**
 * Reads a Range header. Anything but one range of bytes counts as no range, as the standard allows: several ranges are answered with
 * the whole, which serves every client and cannot be made to send the same bytes many times.
 */
export function readRange(header: string | undefined, size: number): WantedRange {
  const match = /^bytes=([0-9]*)-([0-9]*)$/i.exec(header?.trim() ?? '');
  const [first = '', last = ''] = match?.slice(1) ?? [];
  if (first === '' && last === '') return { kind: 'whole' };
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', first: size - length, last: size - 1 };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return { kind: 'whole' };
  return from >= size ? { kind: 'unsatisfiable' } : { kind: 'part', first: from, last: to };
}

export type ComingRange =
  | { readonly kind: 'whole' }
  /** Both ends included; `total` is the length of the whole medium. */
  | { readonly kind: 'part'; readonly first: number; readonly last: number; readonly total: number }
  /** No body: the client asks how far it got. */
  | { readonly kind: 'question' };

/** Reads a Content-Range header. @returns null when it is none that an upload may have */
export function readContentRange(header: string | undefined): ComingRange | null {
  if (header === undefined) return { kind: 'whole' };
  if (/^bytes \*\/([0-9]{1,15}|\*)$/.test(header)) return { kind: 'question' };
  const match = /^bytes ([0-9]{1,15})-([0-9]{1,15})\/([0-9]{1,15})$/.exec(header);
  if (match === null) return null;
  const [first = 0, last = 0, total = 0] = match.slice(1).map(Number);
  return first <= last && last < total ? { kind: 'part', first, last, total } : null;
}
