/** Saves a text as a file, in a window and in a browser. */

import { followLink } from './browser-session.ts';
import { desktopBridge } from './desktop-transport.ts';

/** @param served address at which the desk has the same text: a window saves only what the desk serves */
export function saveText(text: string, fileName: string, served: string): void {
  if (desktopBridge() !== null) {
    followLink(served, '');
    return;
  }
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  followLink(address, fileName);
  URL.revokeObjectURL(address);
}
