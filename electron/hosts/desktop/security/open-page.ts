/** Opens a page in the person's browser: the only way in which the desktop hands an address to another program. */

import type { Shell } from 'electron';
import { parseBillingPage } from '../../../core/api/addresses.ts';
import type { Log } from '../../../platform/log.ts';

/** Refuses everything but https, and http on this computer: another scheme might start any program. */
export function createPageOpener(shell: Pick<Shell, 'openExternal'>, log: Log): (address: string) => void {
  return (address) => {
    let page: URL;
    try {
      page = parseBillingPage(address);
    } catch {
      log.warn('Refused to open an address', { scheme: URL.parse(address)?.protocol });
      return;
    }
    shell.openExternal(page.href).catch((failure: unknown) => {
      log.warn('A page could not be opened', { reason: String(failure) });
    });
  };
}
