/** A rate limiter with a bucket for each name (generic cell rate algorithm). */

import type { Clock } from '../../../platform/time/clock.ts';

const MINUTE_MS = 60_000;
/** Buckets that are kept; a discarded bucket counts as full. */
const MOST_BUCKETS = 10_000;
/** How many of the oldest buckets are searched for a full one before the oldest is discarded. */
const LOOKED_AT = 16;
/** More than the rounding errors of sums of fractions of a millisecond. */
const ROUNDING_MS = 1e-6;

export interface Allowance {
  readonly allowed: boolean;
  /** Calls a minute, which is also the largest burst. */
  readonly limit: number;
  /** Calls that are allowed right now. */
  readonly remaining: number;
  /** Whole seconds until the bucket is full again. */
  readonly resetSeconds: number;
  /** Whole seconds until the next call is allowed; 0 unless this one was refused. */
  readonly retryAfterSeconds: number;
}

export interface RateLimiter {
  /** Takes one call from the bucket when it is allowed. @param perMinute another limit than the usual one */
  take(id: string, perMinute?: number): Allowance;
  /** As `take`, without taking. */
  look(id: string): Allowance;
}

interface Bucket {
  /** When the bucket is full again, by the monotonic clock. */
  full: number;
}

/** @param usual calls a minute; after a minute without calls as many are allowed at once */
export function createRateLimiter(clock: Clock, usual: number): RateLimiter {
  const buckets = new Map<string, Bucket>();

  function makeRoom(now: number): void {
    let looked = 0;
    let oldest: string | undefined;
    for (const [id, bucket] of buckets) {
      oldest ??= id;
      if (bucket.full <= now) {
        buckets.delete(id);
        return;
      }
      if (++looked === LOOKED_AT) break;
    }
    if (oldest !== undefined) buckets.delete(oldest);
  }

  function open(id: string, now: number): Bucket {
    const known = buckets.get(id);
    if (known !== undefined) return known;
    if (buckets.size >= MOST_BUCKETS) makeRoom(now);
    const bucket = { full: now };
    buckets.set(id, bucket);
    return bucket;
  }

  function describe(allowed: boolean, missing: number, perMinute: number): Allowance {
    const interval = MINUTE_MS / perMinute;
    const room = MINUTE_MS - missing + ROUNDING_MS;
    return {
      allowed,
      limit: perMinute,
      remaining: Math.max(0, Math.floor(room / interval)),
      resetSeconds: wholeSeconds(missing),
      retryAfterSeconds: allowed ? 0 : Math.max(1, wholeSeconds(interval - room)),
    };
  }

  return {
    take: (id, perMinute = usual) => {
      const interval = MINUTE_MS / perMinute;
      const now = clock.monotonic();
      const bucket = open(id, now);
      const missing = Math.max(0, bucket.full - now);
      if (missing + interval > MINUTE_MS + ROUNDING_MS) return describe(false, missing, perMinute);
      bucket.full = now + missing + interval;
      return describe(true, missing + interval, perMinute);
    },
    look: (id) => {
      const now = clock.monotonic();
      const missing = Math.max(0, (buckets.get(id)?.full ?? now) - now);
      return describe(missing + MINUTE_MS / usual <= MINUTE_MS + ROUNDING_MS, missing, usual);
    },
  };
}

function wholeSeconds(milliseconds: number): number {
  return Math.max(0, Math.ceil((milliseconds - ROUNDING_MS) / 1000));
}
