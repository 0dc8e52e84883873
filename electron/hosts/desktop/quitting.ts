/** Quitting: closes the desk once before the app quits, however the quit was requested. A system that shuts down is never held up. */

import type { CloseAnswer } from '../../core/ports.ts';
import type { Log } from '../../platform/log.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { withTimeout } from '../../platform/time/deadlines.ts';

/** The part of Electron's app that quitting needs. */
export interface QuittingApp {
  on(event: 'before-quit', listener: (event: { preventDefault(): void }) => void): unknown;
  quit(): void;
}

/** Longest time the desk gets to stop. Unfinished work continues at the next start. */
const DEADLINE_MS = 5000;

export interface Quitting {
  /** The system shuts down or the person logs out: closes the desk at once, and from now on lets every quit go ahead. */
  systemEnds(): void;
}

/**
 * Delays the first quit until `close` is done or the deadline has passed. On a Mac a delayed quit would stop the shutdown that asked for it;
 * nothing is lost without the delay, because every step of the desk is on the disk before the next begins.
 */
export function closeBeforeQuit(
  app: QuittingApp,
  close: () => Promise<void>,
  log: Log,
  deadlineMs = DEADLINE_MS,
): Quitting {
  let stage: 'open' | 'closing' | 'closed' = 'open';
  let isSystemEnding = false;

  function closeAndQuit(): void {
    if (stage !== 'open') return;
    stage = 'closing';
    void withinDeadline(close, deadlineMs, log).then(() => {
      stage = 'closed';
      app.quit();
    });
  }

  app.on('before-quit', (event) => {
    if (stage === 'closed') return;
    if (!isSystemEnding) event.preventDefault();
    closeAndQuit();
  });
  return {
    systemEnds: () => {
      isSystemEnding = true;
      closeAndQuit();
    },
  };
}

async function withinDeadline(close: () => Promise<void>, deadlineMs: number, log: Log): Promise<void> {
  await withTimeout(systemClock, deadlineMs, closeOrLog(close, log), () =>
    log.error('The desk did not close in time', { deadlineMs }),
  );
}

async function closeOrLog(close: () => Promise<void>, log: Log): Promise<void> {
  try {
    await close();
  } catch (failure) {
    log.error('The desk did not close cleanly', { reason: failure instanceof Error ? failure.message : 'unknown' });
  }
}

/** The part of Electron's window that this needs. */
interface ClosingWindow {
  on(event: 'close', listener: (event: { preventDefault(): void }) => void): unknown;
  isDestroyed(): boolean;
  close(): void;
}

interface ClosingPorts {
  isWorking(): boolean;
  /** Asked, or remembered. */
  beforeClosing(): Promise<CloseAnswer>;
  /** Whether the app quits anyway. */
  isQuitting(): boolean;
  /** Keeps the app without a window. */
  keepWorking(): void;
  quit(): void;
}

/** Closing the window while work is under way asks first. */
export function guardClosing(window: ClosingWindow, ports: ClosingPorts): void {
  let decided = false;

  async function decide(): Promise<void> {
    const answer = await ports.beforeClosing();
    if (answer === 'stay' || decided || window.isDestroyed()) return;
    decided = true;
    if (answer === 'quit') {
      ports.quit();
      return;
    }
    ports.keepWorking();
    window.close();
  }

  window.on('close', (event) => {
    if (decided || ports.isQuitting() || !ports.isWorking()) return;
    event.preventDefault();
    void decide();
  });
}
