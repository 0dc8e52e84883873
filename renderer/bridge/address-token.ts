/** The token in the address that the browser host prints. */

/** The token of `#token=…`, or null when the fragment holds none. */
export function tokenOf(hash: string): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token');
  return token === null || token === '' ? null : token;
}
