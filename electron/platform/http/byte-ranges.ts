/** Byte ranges of requests: `Range` for downloads, `Content-Range` for uploads in parts (RFC 9110, section 14). */

export type RequestedRange =
  | { readonly kind: 'whole' }
  /** Both ends included. */
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'unsatisfiable' };

/**
 * Reads a `Range` header. Anything but one byte range counts as no range, as the RFC allows: a request for several ranges gets the whole
 * file, so no client can ask for the same bytes many times. The `range-parser` package is not used: it answers 416 for a suffix longer
 * than the file and for an inverted range, where section 14.1.2 wants the whole file.
 */
export function readRange(header: string | null | undefined, size: number): RequestedRange {
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

export type UploadRange =
  | { readonly kind: 'whole' }
  /** Both ends included; `total` is the length of the whole file. */
  | { readonly kind: 'part'; readonly first: number; readonly last: number; readonly total: number }
  /** No body: the client asks how many bytes have arrived. */
  | { readonly kind: 'status-query' };

/** Reads the `Content-Range` header of an upload. @returns null when it is malformed */
export function readContentRange(header: string | undefined): UploadRange | null {
  if (header === undefined) return { kind: 'whole' };
  if (/^bytes \*\/([0-9]{1,15}|\*)$/.test(header)) return { kind: 'status-query' };
  const match = /^bytes ([0-9]{1,15})-([0-9]{1,15})\/([0-9]{1,15})$/.exec(header);
  if (match === null) return null;
  const [first = 0, last = 0, total = 0] = match.slice(1).map(Number);
  return first <= last && last < total ? { kind: 'part', first, last, total } : null;
}
