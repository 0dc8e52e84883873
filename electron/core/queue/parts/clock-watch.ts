/** Detects time jumps: the computer slept, the process was suspended, or somebody set the clock. */

import { createListeners, type Dispose } from '../../../platform/disposal.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { every } from '../../../platform/time/timers.ts';

/** How often the clocks are compared, in milliseconds. */
const LOOK_MS = 5000;
/** A smaller drift between the clocks is a correction, not a jump, in milliseconds. */
const LEAST_DRIFT_MS = 2000;
/** A comparison that is late by this much means a sleep, in milliseconds: on some systems the monotonic clock runs on during one. */
const LEAST_DELAY_MS = 10_000;
/** Shortest time between two wakes of one, in milliseconds. */
const BETWEEN_WAKES_MS = 1000;

export interface ClockWatch {
  /** Compares the clocks now. Call it before relying on the time of day. */
  check(): void;
  /** The system says that the computer slept: counts as a jump, whatever the clocks show. */
  slept(): void;
  /** Jumps so far. Work that was under way during a jump may have failed because of it. */
  readonly jumps: number;
  /** @param listener called after each jump with the milliseconds that the clock was set back; 0 after a sleep or a jump ahead */
  onJump(listener: (setBackBy: number) => void): Dispose;
  /**
   * Sleeps, but not past the next jump. Rejects with the signal's reason when that is aborted first.
   * @param of who naps, for `wake`
   */
  nap(milliseconds: number, signal: AbortSignal, of?: string): Promise<void>;
  /** Ends the naps of one now, at most once a second: whoever sends hints can't make it ask all the time. */
  wake(of: string): void;
  stop(): void;
}

export function createClockWatch(clock: Clock): ClockWatch {
  const listeners = createListeners<number>();
  const naps = new Map<AbortController, string | undefined>();
  const wokenAt = new Map<string, number>();
  let jumps = 0;
  let seen = { now: clock.now(), monotonic: clock.monotonic() };
  const stopLooking = every(clock, LOOK_MS, check);

  function check(): void {
    const last = seen;
    seen = { now: clock.now(), monotonic: clock.monotonic() };
    const passed = seen.monotonic - last.monotonic;
    const drift = seen.now - last.now - passed;
    if (Math.abs(drift) < LEAST_DRIFT_MS && passed < LOOK_MS + LEAST_DELAY_MS) return;
    jump(drift <= -LEAST_DRIFT_MS ? -drift : 0);
  }

  function jump(setBackBy: number): void {
    jumps += 1;
    for (const one of naps.keys()) one.abort();
    listeners.notify(setBackBy);
  }

  function slept(): void {
    const before = jumps;
    check();
    if (jumps === before) jump(0);
  }

  return {
    check,
    slept,
    get jumps() {
      return jumps;
    },
    onJump: (listener) => listeners.add(listener),
    async nap(milliseconds, signal, of) {
      const woken = new AbortController();
      naps.set(woken, of);
      try {
        await clock.sleep(milliseconds, AbortSignal.any([signal, woken.signal]));
      } catch (failure) {
        if (signal.aborted || !woken.signal.aborted) throw failure;
      } finally {
        naps.delete(woken);
      }
    },
    wake(of) {
      const now = clock.monotonic();
      for (const [id, at] of wokenAt) if (now - at >= BETWEEN_WAKES_MS) wokenAt.delete(id);
      if (wokenAt.has(of)) return;
      const ofSleeper = [...naps].filter(([, who]) => who === of);
      if (ofSleeper.length > 0) wokenAt.set(of, now);
      for (const [nap] of ofSleeper) nap.abort();
    },
    stop: () => void stopLooking(),
  };
}
