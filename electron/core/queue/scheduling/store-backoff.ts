/** Pauses the whole queue while the store cannot be written: work whose result cannot be recorded must not begin over and over. */

const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

export interface StoreBackoff {
  /** A job ended. @param stored whether its end could be written */
  ended(stored: boolean, monotonic: number): void;
  /** Milliseconds until work may begin again; 0 when it may. */
  left(monotonic: number): number;
}

export function createStoreBackoff(): StoreBackoff {
  let faults = 0;
  let until = 0;
  return {
    ended: (stored, monotonic) => {
      if (stored) {
        faults = 0;
        return;
      }
      // Jobs that end within the pause count as one failure.
      if (monotonic < until) return;
      until = monotonic + Math.min(LONGEST_MS, FIRST_MS * 2 ** faults);
      faults += 1;
    },
    left: (monotonic) => Math.max(0, until - monotonic),
  };
}
