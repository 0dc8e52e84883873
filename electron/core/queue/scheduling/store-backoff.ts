/** A pause for the whole queue while the store takes nothing: what cannot be written down must not be begun over and over. */

const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

export interface StoreBackoff {
  /** A job ended; `stored` says whether its end could be written. */
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
      // Jobs that end together are one fault.
      if (monotonic < until) return;
      until = monotonic + Math.min(LONGEST_MS, FIRST_MS * 2 ** faults);
      faults += 1;
    },
    left: (monotonic) => Math.max(0, until - monotonic),
  };
}
