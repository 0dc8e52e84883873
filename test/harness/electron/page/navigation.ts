/** Navigation that the page begins: held, told to the application as Electron tells it, and let go only when nobody prevents it. */

import type { CDPSession } from 'playwright';
import { fromBrowserAddress } from '../modules/protocol.ts';

export interface NavigationPorts {
  /** The frame that is the page itself. */
  readonly mainFrame: string;
  /** Whether the application itself asked for this address: such navigations are not told. */
  isOwnLoad(address: string): boolean;
  /** @returns whether a listener prevented it */
  ask(event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect', address: string, isMainFrame: boolean): boolean;
}

export async function guardNavigation(cdp: CDPSession, ports: NavigationPorts): Promise<void> {
  cdp.on('Fetch.requestPaused', ({ requestId, request, frameId, redirectedRequestId }) => {
    const address = fromBrowserAddress(request.url);
    const prevented = isPrevented(address, frameId, redirectedRequestId !== undefined);
    const answer = prevented
      ? cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : cdp.send('Fetch.continueRequest', { requestId });
    // The page may be gone by now.
    answer.catch(() => undefined);
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] });

  function isPrevented(address: string, frame: string, redirected: boolean): boolean {
    const isMainFrame = frame === ports.mainFrame;
    if (redirected) return ports.ask('will-redirect', address, isMainFrame);
    if (isMainFrame && ports.isOwnLoad(address)) return false;
    const byFrame = ports.ask('will-frame-navigate', address, isMainFrame);
    return (isMainFrame && ports.ask('will-navigate', address, true)) || byFrame;
  }
}
