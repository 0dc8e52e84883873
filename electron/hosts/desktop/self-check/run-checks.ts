/** Runs checks one after the other and prints a line for each. */

import { systemClock } from '../../../platform/time/clock.ts';
import { withTimeout } from '../../../platform/time/deadlines.ts';

/** One thing that must be true on this computer. */
export interface Check {
  readonly name: string;
  /** @returns why it can't be checked here, or null when it is true. @throws Error with what isn't */
  run(): Promise<string | null>;
}

export interface CheckCounts {
  readonly failed: number;
  readonly skipped: number;
}

/** The longest check restores a recording of 20 seconds. */
const LONGEST_MS = 120_000;

/** A check that fails doesn't stop the others. @param say gets one line for each */
export async function runChecks(checks: readonly Check[], say: (line: string) => void): Promise<CheckCounts> {
  const counts = { failed: 0, skipped: 0 };
  for (const check of checks) {
    try {
      const skipped = await withTimeout(systemClock, LONGEST_MS, check.run(), () => {
        throw new Error(`nothing happened for ${LONGEST_MS / 1000} seconds`);
      });
      if (skipped !== null) counts.skipped += 1;
      say(skipped === null ? `ok    ${check.name}` : `skip  ${check.name}: ${skipped}`);
    } catch (failure) {
      counts.failed += 1;
      say(`FAIL  ${check.name}: ${failure instanceof Error ? failure.message : String(failure)}`);
    }
  }
  return counts;
}
