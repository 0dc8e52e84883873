/** The machine's clock, so many times faster. */

import { type Clock, systemClock } from '../../../electron/platform/time/clock.ts';

/** @param epoch milliseconds since the epoch at which both clocks agree: processes that share it share the time */
export function createFastClock(speed: number, epoch = systemClock.now()): Clock {
  return {
    now: () => Math.round(epoch + (systemClock.now() - epoch) * speed),
    monotonic: () => systemClock.monotonic() * speed,
    sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / speed, signal),
  };
}
