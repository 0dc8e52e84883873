/** When a delivery is retried, and when an endpoint that only fails is disabled. Times are in milliseconds. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Retries start right after the first failure (service specification, "Delivery rules", 3). Delays after the first, second … failure: with the immediate attempt eight attempts. */
export const RETRY_DELAYS_MS = [SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;
export const MOST_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** Share by which a delay varies, so that deliveries that failed together are not retried together. */
const RETRY_JITTER = 0.2;

/** How long every attempt must fail before an endpoint is disabled. */
export const FAILING_PERIOD_MS = 5 * DAY;
/** An older failure mark is ignored. */
const FAILING_MARK_EXPIRES_MS = 2 * FAILING_PERIOD_MS;

/**
 * The delay after a failure, in milliseconds; null after the last attempt.
 * @param failures how many attempts of this delivery failed, 1 after the first
 * @param random 0 to 1
 */
export function retryDelay(failures: number, random: number): number | null {
  const delay = RETRY_DELAYS_MS[failures - 1];
  return delay === undefined ? null : Math.round(delay * (1 - RETRY_JITTER + 2 * RETRY_JITTER * random));
}

/** What an attempt changes at its endpoint. */
interface HealthChange {
  /** The failure mark after the attempt. */
  readonly failingSince: number | null;
  readonly disable: boolean;
}

/**
 * The first failure sets a mark and a success removes it. A failure more than five days after the mark disables the endpoint: no
 * attempt in between succeeded. A mark older than ten days is set anew, since a rarely used endpoint that fails now and then is not
 * gone.
 * @param failingSince the failure mark before the attempt
 */
export function healthAfter(failingSince: number | null, succeeded: boolean, at: number): HealthChange {
  if (succeeded) return { failingSince: null, disable: false };
  const failingFor = failingSince === null ? null : at - failingSince;
  if (failingFor === null || failingFor < 0 || failingFor > FAILING_MARK_EXPIRES_MS) {
    return { failingSince: at, disable: false };
  }
  return { failingSince, disable: failingFor > FAILING_PERIOD_MS };
}
