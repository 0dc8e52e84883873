/** When a generation under way is asked after next: quick at first, then shortly before it should be done, then more and more seldom. */

export interface PollRhythm {
  /** Milliseconds. */
  readonly first: number;
  readonly last: number;
  readonly factor: number;
  /** Longest sleep while the end is not expected yet. */
  readonly longest: number;
}

export const RHYTHM_BUILT_IN: PollRhythm = { first: 250, last: 1000, factor: 1.25, longest: 1000 };
export const RHYTHM_REMOTE: PollRhythm = { first: 1000, last: 15_000, factor: 1.4, longest: 60_000 };

/** What is over in moments is asked after in eighths of its time, and no more often than this, in milliseconds. */
const LEAST_POLL_MS = 50;

/** A generation this much longer under way than expected is asked after from outside the lane, and at the earliest after the least. */
const OVERDUE_FACTOR = 10;
const LEAST_OVERDUE_MS = 30 * 60_000;
/** A word that this client does not know may be a short stage of the service's own. */
const STRANGE_MS = 60_000;
const SELDOM_FIRST_MS = 30_000;
const SELDOM_LAST_MS = 10 * 60_000;

export interface UnderWay {
  /** Milliseconds since its start; null when that was not seen. */
  readonly elapsedMs: number | null;
  /** Milliseconds that it should take in all; null when nothing is known. */
  readonly expectedMs: number | null;
  /** Milliseconds since the service began to call its state what this client does not know; null when it does not. */
  readonly strangeMs: number | null;
}

/**
 * @param polls how often it was asked after in this run
 * @param random 0 to 1: those that were started together do not ask together
 * @returns milliseconds; 0 is at once
 */
export function nextPoll(rhythm: PollRhythm, one: UnderWay, polls: number, random: number): number {
  const { elapsedMs, expectedMs } = one;
  const growing = Math.min(rhythm.last, rhythm.first * rhythm.factor ** Math.max(0, polls - 1));
  return Math.round(spread(random) * plain());

  function plain(): number {
    if (elapsedMs === null || expectedMs === null) return polls === 0 ? 0 : growing;
    if (polls === 0 && expectedMs < rhythm.first) return 0;
    const least = Math.min(rhythm.first / 4, Math.max(LEAST_POLL_MS, expectedMs / 8));
    const nearEnd = expectedMs * 0.9 - elapsedMs;
    // It may be quicker than those before it, so it is never left alone for much longer than it took up to now.
    const early = Math.max(rhythm.first, 2 * elapsedMs);
    if (nearEnd > 0) return Math.min(rhythm.longest, early, Math.max(least, nearEnd));
    // About its end it is asked after in twentieths of its time; afterwards in quarters of what it is late by.
    const late = Math.max(0, elapsedMs - expectedMs);
    return Math.min(rhythm.last, Math.max(least, expectedMs / 20, late / 4));
  }
}

/** Whether it should hold no place any more: the next poll is due after so many milliseconds. Null while it should. */
export function seldomPoll({ elapsedMs, expectedMs, strangeMs }: UnderWay): number | null {
  const limit = Math.max(LEAST_OVERDUE_MS, (expectedMs ?? 0) * OVERDUE_FACTOR);
  const over = Math.max((strangeMs ?? 0) - STRANGE_MS, (elapsedMs ?? 0) - limit);
  return over < 0 || (strangeMs === null && elapsedMs === null)
    ? null
    : Math.min(SELDOM_LAST_MS, Math.max(SELDOM_FIRST_MS, over / 2));
}

function spread(random: number): number {
  return 0.9 + 0.2 * random;
}
