/** Quitting: closes the desk once before the app quits, however the quit was requested. */

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

/** Delays the first quit until `close` is done or the deadline has passed. */
export function closeBeforeQuit(
  app: QuittingApp,
  close: () => Promise<void>,
  log: Log,
  deadlineMs = DEADLINE_MS,
): void {
  let stage: 'open' | 'closing' | 'closed' = 'open';
  app.on('before-quit', (event) => {
    if (stage === 'closed') return;
    event.preventDefault();
    if (stage === 'closing') return;
    stage = 'closing';
    void withinDeadline(close, deadlineMs, log).then(() => {
      stage = 'closed';
      app.quit();
    });
  });
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
