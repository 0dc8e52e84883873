/**
 * The page of a window: shown when it is drawn, sent commands when it is loaded, and loaded again when it crashes, hangs or can't be
 * loaded. The desk behind it never stops, so loading it again is safe.
 */

import type { BrowserWindow, WebContents } from 'electron';
import { CHANNELS, type DeskCommand } from '../../../../shared/contract/page/bridge.ts';
import type { Log } from '../../../platform/log.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { PAGE_TROUBLE, type PageQuestion } from '../strings.ts';

/** In milliseconds. By then a person would start the program a second time. */
const LATEST_SHOW_MS = 3000;

/** A second crash sooner than this counts as a crash loop. */
const SHORTEST_LIFE_MS = 10_000;

/** Chromium's code for a load that another one replaced. */
const ERR_ABORTED = -3;

/** The part of Electron's window that recovery needs. */
export interface RecoverableWindow {
  on(event: 'unresponsive' | 'responsive', listener: () => void): unknown;
  show(): void;
  readonly webContents: Pick<BrowserWindow['webContents'], 'on' | 'reload' | 'forcefullyCrashRenderer'>;
}

export interface PageRecovery {
  /** Milliseconds that never run backwards. */
  monotonic(): number;
  /** Asks the person. @returns the number of the chosen button; 0, the harmless one, when `signal` ends the question */
  ask(question: PageQuestion, signal: AbortSignal): Promise<number>;
  quit(): void;
}

/** A page that crashes is loaded again. One that crashes again at once, doesn't answer or doesn't load is a question for the person. */
export function recoverPage(window: RecoverableWindow, { monotonic, ask, quit }: PageRecovery, log: Log): void {
  const { webContents } = window;
  const never = new AbortController().signal;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let hanging: AbortController | null = null;

  async function askToReload(question: PageQuestion): Promise<void> {
    window.show();
    if ((await ask(question, never)) === 0) webContents.reload();
    else quit();
  }

  async function askToWait(signal: AbortSignal): Promise<void> {
    const answer = await ask(PAGE_TROUBLE.unresponsive, signal);
    // Reloading waits for the page; a page that hangs is ended, and the crash loads it again.
    if (answer === 1 && !signal.aborted) webContents.forcefullyCrashRenderer();
  }

  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    const now = monotonic();
    const again = now - loadedAt >= SHORTEST_LIFE_MS;
    log.error('The page ended', { reason, exitCode, again });
    loadedAt = now;
    if (again) webContents.reload();
    else void askToReload(PAGE_TROUBLE.crashing);
  });
  webContents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
    if (!isMainFrame || code === ERR_ABORTED) return;
    log.error('The page did not load', { code, description });
    void askToReload(PAGE_TROUBLE.notLoaded);
  });
  window.on('unresponsive', () => {
    log.warn('The page does not answer');
    hanging ??= new AbortController();
    void askToWait(hanging.signal);
  });
  window.on('responsive', () => {
    hanging?.abort();
    hanging = null;
  });
}

/** The part of Electron's window that this needs. */
interface HiddenWindow {
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
  clock.sleep(LATEST_SHOW_MS, settled.signal).then(show, () => undefined);
}

/** Sends a command of the menu to the page, at once or when it is loaded. The page keeps what arrives before it is connected. */
export function sendCommand(contents: WebContents, command: DeskCommand): void {
  const send = () => contents.send(CHANNELS.command, command);
  if (contents.isLoadingMainFrame()) contents.once('did-finish-load', send);
  else send();
}
