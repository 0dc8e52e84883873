/**
 * How fast a connection is called, learnt from its refusals: the rate is halved when it says that it is called too often, and grows
 * little by little while calls come through (additive increase, multiplicative decrease). What it asks to wait, all its calls wait.
 */

/** Calls a second. */
const SLOWEST = 0.2;
/** From here on nothing is held back any more. */
const FASTEST = 50;
/** What a second of calls that come through adds to the rate. */
const GAIN = 0.5;
/** Span over which the rate of calls is measured, in milliseconds. */
const MEASURED_MS = 5000;
/** Refusals of calls that were under way together are one, in milliseconds. */
const TOGETHER_MS = 1000;
/** First and last wait after a refusal that names none, in milliseconds: it doubles with each further one. */
const FIRST_WAIT_MS = 1000;
const LAST_WAIT_MS = 60_000;

export interface CallPace {
  /** Takes a turn. @returns milliseconds until the call may leave */
  turn(): number;
  succeeded(): void;
  /** @param retryAfterMs what the service asked to wait, or null */
  refused(retryAfterMs: number | null): void;
  /** Milliseconds for which the service wants to hear nothing. */
  quietFor(): number;
}

/** @param random 0 to 1 */
export function createCallPace(monotonic: () => number, random: () => number): CallPace {
  /** Null: as fast as calls come. */
  let rate: number | null = null;
  let nextAt = 0;
  let quietUntil = 0;
  let refusedAt = Number.NEGATIVE_INFINITY;
  let refusals = 0;
  let grownAt = 0;
  let measured = { since: monotonic(), calls: 0, before: 0 };

  function count(now: number): void {
    if (now - measured.since > MEASURED_MS) measured = { since: now, calls: 0, before: recentRate(now) };
    measured.calls += 1;
  }

  function recentRate(now: number): number {
    return Math.max(measured.before, (measured.calls * 1000) / Math.max(1000, now - measured.since));
  }

  return {
    turn() {
      const now = monotonic();
      count(now);
      const at = Math.max(now, quietUntil, rate === null ? 0 : nextAt);
      if (rate !== null) nextAt = at + 1000 / rate;
      return at - now;
    },
    succeeded() {
      refusals = 0;
      if (rate === null) return;
      const now = monotonic();
      rate += GAIN * Math.min(1, (now - grownAt) / 1000);
      grownAt = now;
      if (rate >= FASTEST) rate = null;
    },
    refused(retryAfterMs) {
      const now = monotonic();
      const longest = Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** refusals);
      quietUntil = Math.max(quietUntil, now + (retryAfterMs ?? random() * longest));
      if (now - refusedAt < TOGETHER_MS) return;
      refusedAt = now;
      grownAt = now;
      refusals += 1;
      rate = Math.max(SLOWEST, Math.min(rate ?? FASTEST, recentRate(now)) / 2);
      nextAt = quietUntil;
    },
    quietFor: () => Math.max(0, quietUntil - monotonic()),
  };
}
