/** How long the machine has been running: it measures time across restarts of the program, and setting the clock doesn't change it. */

import { readFileSync } from 'node:fs';

export interface Uptime {
  /** Names the machine's present run; null where the system doesn't tell it. */
  readonly bootId: string | null;
  /** Milliseconds that the machine has been running. Time asleep may be missing. */
  milliseconds(): number;
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

export const systemUptime: Uptime = {
  get bootId() {
    try {
      return readFileSync(BOOT_ID, 'utf8').trim() || null;
    } catch {
      return null;
    }
  },
  // Counted from the start of the machine, on every system that runs this.
  milliseconds: () => Number(process.hrtime.bigint() / 1_000_000n),
};

/** A moment of the machine's own time. */
export interface Moment {
  readonly bootId: string | null;
  readonly milliseconds: number;
}

/**
 * The time that has certainly passed since a moment, in milliseconds: never more than the truth, whatever happened to clock and machine.
 * After a restart of the machine that is its whole present run.
 */
export function certainlyPassed(since: Moment, uptime: Uptime): number {
  const now = uptime.milliseconds();
  const { bootId } = uptime;
  if (since.bootId !== null && bootId !== null && since.bootId !== bootId) return Math.max(0, now);
  if (now >= since.milliseconds) return now - since.milliseconds;
  // The count began anew, so the machine did too; in the same run of the machine it can't.
  return since.bootId !== null && since.bootId === bootId ? 0 : Math.max(0, now);
}
