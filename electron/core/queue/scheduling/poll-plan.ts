/** When to poll a generation next: soon at first, then shortly before it should be complete, then less and less often. */

export interface PollRhythm {
  /** Milliseconds. */
  readonly first: number;
  readonly last: number;
  readonly factor: number;
  /** Longest wait before the expected end. */
  readonly longest: number;
}

export const RHYTHM_BUILT_IN: PollRhythm = { first: 250, last: 1000, factor: 1.25, longest: 1000 };
export const RHYTHM_REMOTE: PollRhythm = { first: 1000, last: 15_000, factor: 1.4, longest: 60_000 };

/** Short generations are polled in eighths of their expected time, but not more often than this, in milliseconds. */
const LEAST_POLL_MS = 50;

/** A generation that takes this many times longer than expected, and at least this long, gives up its slot and is polled seldom. */
const OVERDUE_FACTOR = 10;
const LEAST_OVERDUE_MS = 30 * 60_000;
/** A status that this client does not know may be a short stage of the service: it keeps its slot for this long, in milliseconds. */
const STRANGE_MS = 60_000;
const SELDOM_FIRST_MS = 30_000;
const SELDOM_LAST_MS = 10 * 60_000;

export interface UnderWay {
  /** Milliseconds since its start; null when this run did not start it. */
  readonly elapsedMs: number | null;
  /** Milliseconds that it should take in total; null when unknown. */
  readonly expectedMs: number | null;
  /** Milliseconds since the service first reported an unknown status; null for a known one. */
  readonly strangeMs: number | null;
}

/**
 * @param polls number of polls in this run
 * @param random 0 to 1, spreads the polls of generations that were started together
 * @returns milliseconds; 0 means now
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
    // It may be faster than earlier ones: never wait much longer than it has taken so far.
    const early = Math.max(rhythm.first, 2 * elapsedMs);
    if (nearEnd > 0) return Math.min(rhythm.longest, early, Math.max(least, nearEnd));
    // Near the expected end poll in twentieths of the expected time, afterward in quarters of the delay.
    const late = Math.max(0, elapsedMs - expectedMs);
    return Math.min(rhythm.last, Math.max(least, expectedMs / 20, late / 4));
  }
}

/** Milliseconds until the next poll of a generation that should give up its slot; null while it should keep it. */
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
