/** When a delivery is tried again, and when an endpoint that only fails is switched off. Pure rules over times in milliseconds. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Waits after the first, second … failure; with the attempt at once that makes eight. */
export const RETRY_DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;
export const MOST_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** Share by which a wait is stretched or shortened, so that what failed together does not come back together. */
const RETRY_JITTER = 0.2;

/** How long every attempt has to fail until an endpoint is switched off. */
export const FAILING_PERIOD_MS = 5 * DAY;
/** A mark older than this tells of another, forgotten failure. */
const FAILING_MARK_EXPIRES_MS = 2 * FAILING_PERIOD_MS;

/**
 * How long to wait after a failure, in milliseconds; null when it was the last attempt.
 * @param failures how many attempts of this delivery failed, 1 after the first
 * @param random 0 to 1
 */
export function retryDelay(failures: number, random: number): number | null {
  const delay = RETRY_DELAYS_MS[failures - 1];
  return delay === undefined ? null : Math.round(delay * (1 - RETRY_JITTER + 2 * RETRY_JITTER * random));
}

/** What an attempt means for its endpoint. */
interface HealthChange {
  /** The mark after the attempt. */
  readonly failingSince: number | null;
  readonly disable: boolean;
}

/**
 * A success takes the mark away. The first failure sets it; a failure more than five days after it switches the endpoint off: no attempt
 * between them succeeded. A mark of more than ten days ago has expired and begins anew, since an endpoint that is rarely used and
 * fails now and then is not one that is gone.
 * @param failingSince the mark before the attempt
 */
export function healthAfter(failingSince: number | null, succeeded: boolean, at: number): HealthChange {
  if (succeeded) return { failingSince: null, disable: false };
  const failingFor = failingSince === null ? null : at - failingSince;
  if (failingFor === null || failingFor < 0 || failingFor > FAILING_MARK_EXPIRES_MS) {
    return { failingSince: at, disable: false };
  }
  return { failingSince, disable: failingFor > FAILING_PERIOD_MS };
}
