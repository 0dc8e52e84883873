/** The desk's own address, one scheme and one host, and the checks that an address or a sender is ours. */

export const SCHEME = 'app';
const HOST = 'cleartake';

export const PAGE_ADDRESS = `${SCHEME}://${HOST}/`;

/** Compares scheme and host, not the origin: outside a page every custom scheme has the origin "null". */
export function isAppAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === `${SCHEME}:` && url.host === HOST && url.username === '';
}

/** The part of Electron's WebFrameMain that the check needs. Read it synchronously: a frame may be gone a moment later. */
export interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
}

/** Whether a message comes from the desk's own page: its top frame, at our scheme and host. */
export function isAppTopFrame(frame: SenderFrame | null): boolean {
  return frame !== null && frame.parent === null && isAppAddress(frame.url);
}
