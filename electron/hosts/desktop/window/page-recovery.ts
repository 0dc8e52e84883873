/** What happens when the page crashes, hangs or can't be loaded. The desk behind it never stops, so loading the page again is safe. */

import type { BrowserWindow } from 'electron';
import type { Log } from '../../../platform/log.ts';
import { PAGE_TROUBLE, type PageQuestion } from '../strings.ts';

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
