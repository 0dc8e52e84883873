/** Stops a page from navigating away, opening windows, embedding other pages, and getting permissions; opens other pages in the browser. */

import type { Session, Shell, WebContents } from 'electron';
import { MEDIA_PATHS } from '../../../../shared/contract/page/media-addresses.ts';
import { parseBillingPage } from '../../../core/api/addresses.ts';
import type { Log } from '../../../platform/log.ts';
import { isAppAddress } from './addresses.ts';

/** The permissions of the desk's own page, each with its reason. Electron's default grants all. */
const GRANTED: readonly string[] = [
  // Copy buttons for errors and paths.
  'clipboard-sanitized-write',
];

/** What a person saves from the page: takes, and presets and diagnostics as files. */
const SAVED: readonly string[] = [MEDIA_PATHS.file, MEDIA_PATHS.save, MEDIA_PATHS.presets, MEDIA_PATHS.diagnostics];

export function guardContents(contents: WebContents, log: Log): void {
  function refuse(what: string, event: { preventDefault(): void }, address: string): void {
    if (isAppAddress(address)) return;
    event.preventDefault();
    log.warn(`Refused ${what}`, { scheme: URL.parse(address)?.protocol });
  }
  contents.on('will-navigate', (event) => refuse('a navigation', event, event.url));
  contents.on('will-frame-navigate', (event) => refuse('a navigation in a frame', event, event.url));
  contents.on('will-redirect', (event) => refuse('a redirection', event, event.url));
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
    log.warn('Refused an embedded page');
  });
  contents.setWindowOpenHandler(() => {
    log.warn('Refused a new window');
    return { action: 'deny' };
  });
}

/** Denies by default: requests, silent checks, devices, the screen, and downloads of anything but what is in `SAVED`. */
export function guardSession(session: Session, log: Log): void {
  session.setPermissionRequestHandler((contents, permission, answer) => {
    const granted = isGranted(permission, contents.getURL());
    if (!granted) log.warn('Refused a permission', { permission });
    answer(granted);
  });
  session.setPermissionCheckHandler((contents, permission, requestingOrigin) =>
    isGranted(permission, contents?.getURL() ?? requestingOrigin),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  session.on('will-download', (event, item) => {
    const address = item.getURL();
    if (isAppAddress(address) && SAVED.includes(new URL(address).pathname)) return;
    event.preventDefault();
    log.warn('Refused a download', { scheme: URL.parse(address)?.protocol });
  });
}

function isGranted(permission: string, address: string): boolean {
  return GRANTED.includes(permission) && isAppAddress(address);
}

/**
 * Opens a page in the person's browser: the only way in which the desktop hands an address to another program. Refuses everything but https,
 * and http on this computer: another scheme might start any program.
 */
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
