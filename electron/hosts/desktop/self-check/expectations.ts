/** What checks expect, and how they wait for it. */

import { isDeepStrictEqual } from 'node:util';
import { systemClock } from '../../../platform/time/clock.ts';

const PAUSE_MS = 100;

/** @throws Error that says what was found */
export function mustBe(what: string, found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return;
  throw new Error(`${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
}

/** Asks again and again until it is true. @throws Error after that time */
export async function mustBecome(what: string, withinMs: number, isTrue: () => Promise<boolean>): Promise<void> {
  const end = systemClock.monotonic() + withinMs;
  while (!(await isTrue())) {
    if (systemClock.monotonic() > end) throw new Error(`${what}: not within ${withinMs / 1000} seconds`);
    await systemClock.sleep(PAUSE_MS);
  }
}
