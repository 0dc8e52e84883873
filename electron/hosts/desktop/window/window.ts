/** The desk's one window: sandboxed and isolated, at its last size and place, in the theme's color until the page is drawn. */

import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import type { Log } from '../../../platform/log.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { PAGE_ADDRESS } from '../security/addresses.ts';
import type { PageQuestion } from '../strings.ts';
import { askAboutPage } from './dialogs.ts';
import { recoverPage, showWhenDrawn } from './window-page.ts';
import { fitToDisplays, readWindowState, SMALLEST_WINDOW, writeWindowState } from './window-state.ts';

export interface WindowOptions {
  /** Absolute path of the bundled preload. */
  readonly preload: string;
  /** Absolute path of the file that stores size and place. */
  readonly stateFile: string;
}

/** The body colors of the renderer's theme, so that nothing flashes before the page is drawn. */
const BACKGROUND = { dark: '#0f1214', light: '#f6f7f8' } as const;

export function openDeskWindow(options: WindowOptions, log: Log): BrowserWindow {
  const displays = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()];
  const state = fitToDisplays(
    readWindowState(options.stateFile),
    displays.map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    title: 'Cleartake',
    width: state.width,
    height: state.height,
    ...state.place,
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
  const recovery = {
    monotonic: () => systemClock.monotonic(),
    ask: (question: PageQuestion, signal: AbortSignal) => askAboutPage(window, question, signal),
    quit: () => app.quit(),
  };
  recoverPage(window, recovery, log);
  showWhenDrawn(window, state.maximized, systemClock);
  window.on('close', () => {
    const { width, height, x, y } = window.getNormalBounds();
    writeWindowState(options.stateFile, { width, height, maximized: window.isMaximized(), place: { x, y } });
  });
  // A failure arrives as an event too, like those of later loads.
  window.loadURL(PAGE_ADDRESS).catch(() => undefined);
  return window;
}

/** Brings the window to the front. */
export function showDeskWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
