/** How long to wait before the next attempt to reach the host. */

const FIRST_MS = 300;
const LONGEST_MS = 8000;

/**
 * Doubles from 0.3 s to 8 s, with up to a fifth less so that several windows do not knock together.
 * @param attempt 0 for the first attempt after a loss
 * @param random 0 to 1
 * @returns milliseconds
 */
export function backoffMs(attempt: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(full * (1 - 0.2 * random));
}
