/** Sends commands of the menu to the page: at once, or when it is loaded. */

import type { WebContents } from 'electron';
import { CHANNELS, type DeskCommand } from '../../../../shared/contract/page/bridge.ts';

/** The page keeps what arrives before it is connected. */
export function sendCommand(contents: WebContents, command: DeskCommand): void {
  const send = () => contents.send(CHANNELS.command, command);
  if (contents.isLoadingMainFrame()) contents.once('did-finish-load', send);
  else send();
}
