/** Limits how long one operation may take. */

import type { Clock } from './clock.ts';
import { createAlarm } from './timers.ts';

interface Deadline {
  /** Aborted with the reason when the time is up, and when the given signal is aborted. */
  readonly signal: AbortSignal;
  /** Whether the time ran out first. */
  readonly hasPassed: boolean;
  /** Stops the timer and lets go of the given signal. */
  end(): void;
}

/**
 * Starts a deadline.
 * @param reason makes the abort reason once the time is up: an error for each call would cost more than the timer
 * @param signal aborts the deadline's own signal early
 */
export function createDeadline(
  clock: Clock,
  milliseconds: number,
  reason: () => unknown,
  signal?: AbortSignal,
): Deadline {
  const controller = new AbortController();
  let hasPassed = false;
  const alarm = createAlarm(clock, () => {
    hasPassed = !controller.signal.aborted;
    controller.abort(reason());
  });
  // Not AbortSignal.any: the given signal may live as long as the process, the deadline lives for one operation.
  const onAbort = () => controller.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  alarm.set(milliseconds);
  return {
    signal: controller.signal,
    get hasPassed() {
      return hasPassed;
    },
    end: () => {
      signal?.removeEventListener('abort', onAbort);
      alarm.set(null);
    },
  };
}

/**
 * Waits for `work` for so long and no longer. Work that takes longer is not stopped; a later failure of it is ignored.
 * @param onTimeout its result replaces the work's; it throws when running out of time is an error
 * @param signal counts as running out of time when it is aborted
 */
export async function withTimeout<Result>(
  clock: Clock,
  milliseconds: number,
  work: Promise<Result>,
  onTimeout: () => Result,
  signal?: AbortSignal,
): Promise<Result> {
  const deadline = createDeadline(clock, milliseconds, () => null, signal);
  const timedOut = Promise.withResolvers<Result>();
  const giveUp = () => {
    try {
      timedOut.resolve(onTimeout());
    } catch (failure) {
      timedOut.reject(failure);
    }
  };
  if (deadline.signal.aborted) giveUp();
  else deadline.signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([work, timedOut.promise]);
  } finally {
    deadline.signal.removeEventListener('abort', giveUp);
    deadline.end();
  }
}
