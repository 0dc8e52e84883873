/** Notices when time jumped: the computer slept, the process was stopped, or somebody set the clock. */

import { createListeners, type Dispose } from '../../../platform/disposal.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { every } from '../../../platform/time/timers.ts';

/** How often the clocks are compared, in milliseconds. */
const LOOK_MS = 5000;
/** Clocks that drift apart by less were only corrected. */
const LEAST_DRIFT_MS = 2000;
/** A look that comes so much too late was slept through: on some systems the monotonic clock goes on in a sleep. */
const LEAST_DELAY_MS = 10_000;

export interface ClockWatch {
  /** Compares the clocks now: whoever is about to rely on the time of day calls it first. */
  check(): void;
  /** Jumps so far. What was under way at one may have failed because of it. */
  readonly jumps: number;
  /** @param listener told after each jump, with what the clock was set back by in milliseconds; 0 after a sleep and after a jump ahead */
  onJump(listener: (setBackBy: number) => void): Dispose;
  /** Sleeps, but no further than to the next jump. Rejects with the signal's reason when it is aborted first. */
  nap(milliseconds: number, signal: AbortSignal): Promise<void>;
  stop(): void;
}

export function createClockWatch(clock: Clock): ClockWatch {
  const listeners = createListeners<number>();
  const naps = new Set<AbortController>();
  let jumps = 0;
  let seen = { now: clock.now(), monotonic: clock.monotonic() };
  const stopLooking = every(clock, LOOK_MS, check);

  function check(): void {
    const last = seen;
    seen = { now: clock.now(), monotonic: clock.monotonic() };
    const passed = seen.monotonic - last.monotonic;
    const drift = seen.now - last.now - passed;
    if (Math.abs(drift) < LEAST_DRIFT_MS && passed < LOOK_MS + LEAST_DELAY_MS) return;
    jumps += 1;
    for (const one of naps) one.abort();
    listeners.tell(drift <= -LEAST_DRIFT_MS ? -drift : 0);
  }

  return {
    check,
    get jumps() {
      return jumps;
    },
    onJump: (listener) => listeners.add(listener),
    async nap(milliseconds, signal) {
      const woken = new AbortController();
      naps.add(woken);
      try {
        await clock.sleep(milliseconds, AbortSignal.any([signal, woken.signal]));
      } catch (failure) {
        if (signal.aborted || !woken.signal.aborted) throw failure;
      } finally {
        naps.delete(woken);
      }
    },
    stop: () => void stopLooking(),
  };
}
