/** The life cycle of a delivery: when it is due, what an attempt changes, how it is recovered and resent. Times are in milliseconds. */

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

/** `cancelled`: the endpoint was disabled. Recovery can make the delivery due again. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why an attempt was made: the schedule, a recovery, or a manual resend. */
export const ATTEMPT_TRIGGERS = ['automatic', 'recovery', 'manual'] as const;
export type AttemptTrigger = (typeof ATTEMPT_TRIGGERS)[number];

/** Why an endpoint is disabled. */
export const DISABLED_REASONS = ['manual', 'failing'] as const;
type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Test messages of an account that are kept, newest first. */
export const KEPT_TEST_MESSAGES = 1000;
/** Attempts of a delivery that are kept, so that endless resending cannot fill the disk. */
export const KEPT_ATTEMPTS = 100;
/** Attempts of a delivery that a listing shows. */
export const SHOWN_ATTEMPTS = 50;

/** Where a delivery is in its schedule. */
export interface DeliverySchedule {
  readonly status: DeliveryStatus;
  /** Scheduled attempts that failed since the schedule began. */
  readonly failures: number;
  /** The trigger of scheduled attempts. */
  readonly trigger: AttemptTrigger;
  /** The next scheduled attempt; null when there is none. */
  readonly nextAttemptAt: number | null;
  /** A manual resend that was not attempted yet. */
  readonly resendAt: number | null;
  /** The earlier of the two, by which due deliveries are found. */
  readonly dueAt: number | null;
}

/** A new delivery: pending when the endpoint is enabled, else cancelled, so that a recovery finds it. */
export function newDelivery({ enabled }: { readonly enabled: boolean }, now: number): DeliverySchedule {
  const dueAt = enabled ? now : null;
  const status = enabled ? 'pending' : 'cancelled';
  return { status, failures: 0, trigger: 'automatic', nextAttemptAt: dueAt, resendAt: null, dueAt };
}

/** The trigger of the next attempt. */
export function triggerOf({ resendAt, trigger }: DeliverySchedule, now: number): AttemptTrigger {
  return resendAt !== null && resendAt <= now ? 'manual' : trigger;
}

/** The delivery's state when the attempt began. */
export interface BegunAttempt {
  readonly trigger: AttemptTrigger;
  readonly resendAt: number | null;
}

type NextAttempt = Omit<DeliverySchedule, 'trigger'>;

/**
 * The schedule after an attempt. A resend that was requested during the attempt stays requested.
 * @param random 0 to 1, for the wait before the next attempt
 */
export function afterAttempt(
  delivery: DeliverySchedule,
  begun: BegunAttempt,
  succeeded: boolean,
  random: number,
  now: number,
): NextAttempt {
  const { status, failures, nextAttemptAt, resendAt } = delivery;
  const stillAsked = begun.trigger === 'manual' && resendAt === begun.resendAt ? null : resendAt;
  if (succeeded) return withDueTime({ status: 'delivered', failures, nextAttemptAt: null, resendAt: stillAsked });
  // Not a scheduled attempt, or cancelled meanwhile: the schedule stays.
  if (begun.trigger === 'manual' || status !== 'pending') {
    return withDueTime({ status, failures, nextAttemptAt, resendAt: stillAsked });
  }
  const delay = retryDelay(failures + 1, random);
  return withDueTime(
    delay === null
      ? { status: 'failed', failures: failures + 1, nextAttemptAt: null, resendAt }
      : { status, failures: failures + 1, nextAttemptAt: now + delay, resendAt },
  );
}

function withDueTime(progress: Omit<NextAttempt, 'dueAt'>): NextAttempt {
  const times = [progress.nextAttemptAt, progress.resendAt].filter((time) => time !== null);
  return { ...progress, dueAt: times.length === 0 ? null : Math.min(...times) };
}

/** Whether an endpoint is enabled, and since when it fails. */
export interface EndpointHealth {
  readonly enabled: boolean;
  /** Null while it is enabled. */
  readonly disabledReason: DisabledReason | null;
  /** Since when every attempt failed; null after a success. */
  readonly failingSince: number | null;
}

/** The endpoint's health after an attempt; null when it does not change. */
export function endpointAfterAttempt(endpoint: EndpointHealth, succeeded: boolean, now: number): EndpointHealth | null {
  if (!endpoint.enabled) return null;
  const { failingSince, disable } = healthAfter(endpoint.failingSince, succeeded, now);
  if (disable) return { enabled: false, disabledReason: 'failing', failingSince };
  return failingSince === endpoint.failingSince ? null : { enabled: true, disabledReason: null, failingSince };
}

/** A range of times, both ends included. */
export interface Window {
  readonly since: number;
  readonly until: number;
}

/** Longest window that can be recovered. */
const LONGEST_WINDOW_MS = 14 * 24 * 60 * 60 * 1000;

/** Why a window cannot be recovered, as a sentence; null when it can. */
export function windowFault({ since, until }: Window): string | null {
  if (since > until) return 'since must not be after until.';
  return until - since > LONGEST_WINDOW_MS ? 'The window must not be longer than fourteen days.' : null;
}

/** Whether a recovery makes a delivery due again. One that an earlier recovery made due, and that was not attempted since, stays as it is. */
export function isRecoverable(delivery: DeliverySchedule, createdAt: number, window: Window, now: number): boolean {
  const { status, trigger, failures, dueAt } = delivery;
  // Created by a manual resend: the message was not meant for this endpoint.
  if (status === 'delivered' || trigger === 'manual') return false;
  if (createdAt < window.since || createdAt > window.until) return false;
  return !(trigger === 'recovery' && failures === 0 && dueAt !== null && dueAt <= now);
}

/** The schedule of a recovered delivery. */
export function recoveredSchedule(now: number) {
  return { status: 'pending', failures: 0, trigger: 'recovery', nextAttemptAt: now, dueAt: now } as const;
}

/** Whether a message may be resent to an endpoint. Its payload names the key, so it must be an endpoint of that key. */
export function decideResend(
  message: { readonly keyId: string; readonly mode: string } | null,
  endpoint: { readonly keyId: string; readonly mode: string; readonly enabled: boolean },
): 'go' | 'missing' | 'disabled' {
  if (message?.keyId !== endpoint.keyId || message.mode !== endpoint.mode) return 'missing';
  return endpoint.enabled ? 'go' : 'disabled';
}

/** A single manual attempt. A message that was not meant for the endpoint gets a delivery without a schedule. */
export function resentSchedule(now: number): DeliverySchedule {
  return { status: 'failed', failures: 0, trigger: 'manual', nextAttemptAt: null, resendAt: now, dueAt: now };
}

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
