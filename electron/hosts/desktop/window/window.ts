/** The desk's one window: sandboxed and isolated, at its last size, in the theme's colour until the page is drawn. */

import { BrowserWindow, nativeTheme } from 'electron';
import type { Log } from '../../../platform/log.ts';
import { PAGE_ADDRESS } from '../security/addresses.ts';
import { recoverPage } from './page-recovery.ts';
import { readWindowState, SMALLEST_WINDOW, writeWindowState } from './window-state.ts';

export interface WindowOptions {
  /** Absolute path of the bundled preload. */
  readonly preload: string;
  /** Absolute path of the file that stores the size. */
  readonly stateFile: string;
}

/** The body colours of the renderer's theme, so that nothing flashes before the page is drawn. */
const BACKGROUND = { dark: '#0f1214', light: '#f6f7f8' } as const;

export function openDeskWindow(options: WindowOptions, log: Log): BrowserWindow {
  const state = readWindowState(options.stateFile);
  const window = new BrowserWindow({
    title: 'Cleartake',
    width: state.width,
    height: state.height,
    minWidth: SMALLEST_WINDOW.width,
    minHeight: SMALLEST_WINDOW.height,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    show: false,
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
      navigateOnDragDrop: false,
      spellcheck: false,
      // Playback continues when the window is behind others.
      backgroundThrottling: false,
    },
  });
  recoverPage(window.webContents, () => performance.now(), log);
  if (state.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    const { width, height } = window.getNormalBounds();
    writeWindowState(options.stateFile, { width, height, maximized: window.isMaximized() });
  });
  window.loadURL(PAGE_ADDRESS).catch((failure: unknown) => {
    log.error('The page did not load', { reason: failure instanceof Error ? failure.message : 'unknown' });
  });
  return window;
}

/** Brings the window to the front. */
export function showDeskWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
