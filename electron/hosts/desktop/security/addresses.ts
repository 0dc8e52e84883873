/** The desk's own address: one scheme, one host, and how anything else is told apart from it. */

export const SCHEME = 'app';
const HOST = 'cleartake';

export const PAGE_ADDRESS = `${SCHEME}://${HOST}/`;

/** Scheme and host are compared, never the origin: outside a page every custom scheme has the origin "null". */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === `${SCHEME}:` && url.host === HOST && url.username === '';
}
