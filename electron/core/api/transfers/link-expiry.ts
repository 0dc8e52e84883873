/** When a signed address expires, in the forms of the common storage services and of the built-in one. */

/** Query values above this are milliseconds since the epoch, below it seconds. */
const LEAST_MILLISECONDS = 1e11;

/**
 * Milliseconds since the epoch, or null when the address does not say. Forms: `X-Amz-Date` with `X-Amz-Expires` (and `X-Goog-…`
 * likewise), `Expires` and `expires` since the epoch, `se` as a date.
 */
export function linkExpiry(url: URL): number | null {
  const query = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  for (const vendor of ['x-amz', 'x-goog']) {
    const signedAt = basicDate(query.get(`${vendor}-date`) ?? '');
    const seconds = wholeNumber(query.get(`${vendor}-expires`) ?? '');
    if (signedAt !== null && seconds !== null) return signedAt + seconds * 1000;
  }
  const since = wholeNumber(query.get('expires') ?? '');
  if (since !== null) return since >= LEAST_MILLISECONDS ? since : since * 1000;
  const date = Date.parse(query.get('se') ?? '');
  return Number.isNaN(date) ? null : date;
}

/** `20261120T163715Z` */
function basicDate(text: string): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function wholeNumber(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
