/** Shows a new window when its page is drawn, and at the latest after a while: on some systems nobody ever says that it is drawn. */

import type { BrowserWindow } from 'electron';
import type { Clock } from '../../../platform/time/clock.ts';

/** In milliseconds. By then a person would start the program a second time. */
const LATEST_MS = 3000;

/** The part of Electron's window that this needs. */
export interface HiddenWindow {
  once(event: 'ready-to-show' | 'closed', listener: () => void): unknown;
  show(): void;
  maximize(): void;
  readonly webContents: { once(event: 'did-finish-load', listener: () => void): unknown };
}

/**
 * Shows the window at the first of `ready-to-show`, `did-finish-load` and the time limit. Under Wayland `ready-to-show` may never come
 * (Electron issue 48859), and a window that is maximized before it is shown keeps neither size.
 */
export function showWhenDrawn(window: HiddenWindow | BrowserWindow, maximized: boolean, clock: Clock): void {
  const settled = new AbortController();

  function show(): void {
    if (settled.signal.aborted) return;
    settled.abort();
    window.show();
    if (maximized) window.maximize();
  }

  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', show);
  window.once('closed', () => settled.abort());
  clock.sleep(LATEST_MS, settled.signal).then(show, () => undefined);
}
