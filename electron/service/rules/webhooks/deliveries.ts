/** The life of a delivery: when it is due, what an attempt makes of it and of its endpoint, and what brings it back. Times are in milliseconds. */

import { healthAfter, retryDelay } from './retry-schedule.ts';

/** `cancelled` is what an endpoint missed while it was off; recovery can bring it back. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** What an attempt was made for: the schedule, a recovery of a window, or somebody who asked for this one message. */
export const ATTEMPT_TRIGGERS = ['automatic', 'recovery', 'manual'] as const;
export type AttemptTrigger = (typeof ATTEMPT_TRIGGERS)[number];

/** Why an endpoint is off. */
export const DISABLED_REASONS = ['manual', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Test messages of an account that are kept, newest first. */
export const KEPT_TEST_MESSAGES = 1000;
/** Attempts of a delivery that are kept, whoever asked for them: resending without end fills no disk. */
export const KEPT_ATTEMPTS = 100;
/** Attempts of a delivery that a listing shows. */
export const SHOWN_ATTEMPTS = 50;

/** Where a delivery is in its schedule. */
export interface DeliverySchedule {
  readonly status: DeliveryStatus;
  /** Scheduled attempts that failed since the schedule began. */
  readonly failures: number;
  /** What the scheduled attempts are made for. */
  readonly trigger: AttemptTrigger;
  /** When the schedule wants the next attempt; null when it wants none. */
  readonly nextAttemptAt: number | null;
  /** Somebody asked for an attempt that was not made yet. */
  readonly resendAt: number | null;
  /** The earlier of the two: what the dispatcher looks for. */
  readonly dueAt: number | null;
}

/** A new message at an endpoint: pending where the endpoint is on; cancelled, for a recovery to find, where it is off. */
export function newDelivery({ enabled }: { readonly enabled: boolean }, now: number): DeliverySchedule {
  const dueAt = enabled ? now : null;
  const status = enabled ? 'pending' : 'cancelled';
  return { status, failures: 0, trigger: 'automatic', nextAttemptAt: dueAt, resendAt: null, dueAt };
}

/** What the next attempt is made for. */
export function triggerOf({ resendAt, trigger }: DeliverySchedule, now: number): AttemptTrigger {
  return resendAt !== null && resendAt <= now ? 'manual' : trigger;
}

/** An attempt, as it was when it began. */
export interface BegunAttempt {
  readonly trigger: AttemptTrigger;
  readonly resendAt: number | null;
}

type NextAttempt = Omit<DeliverySchedule, 'trigger'>;

/**
 * What is next for a delivery. What somebody asked for while the attempt was made stays asked for.
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
  // Nobody asked the schedule, or it was cancelled meanwhile: it stays as it is.
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

/** Whether an endpoint is on, and since when it only fails. */
export interface EndpointHealth {
  readonly enabled: boolean;
  /** Null while it is enabled. */
  readonly disabledReason: DisabledReason | null;
  /** Since when every attempt failed; null after a success. */
  readonly failingSince: number | null;
}

/** What an attempt means for its endpoint; null when it changes nothing. */
export function endpointAfterAttempt(endpoint: EndpointHealth, succeeded: boolean, now: number): EndpointHealth | null {
  if (!endpoint.enabled) return null;
  const { failingSince, disable } = healthAfter(endpoint.failingSince, succeeded, now);
  if (disable) return { enabled: false, disabledReason: 'failing', failingSince };
  return failingSince === endpoint.failingSince ? null : { enabled: true, disabledReason: null, failingSince };
}

/** A range of times; both ends belong to it. */
export interface Window {
  readonly since: number;
  readonly until: number;
}

/** Longest window that is recovered. */
const LONGEST_WINDOW_MS = 14 * 24 * 60 * 60 * 1000;

/** Why a window cannot be recovered, as a sentence; null when it can. */
export function windowFault({ since, until }: Window): string | null {
  if (since > until) return 'since must not be after until.';
  return until - since > LONGEST_WINDOW_MS ? 'The window must not be longer than fourteen days.' : null;
}

/** Whether a recovery brings a delivery back. What an earlier one made due and nobody attempted since stays as it is. */
export function isRecoverable(delivery: DeliverySchedule, createdAt: number, window: Window, now: number): boolean {
  const { status, trigger, failures, dueAt } = delivery;
  // A row that a resend alone made: the message was not for this endpoint.
  if (status === 'delivered' || trigger === 'manual') return false;
  if (createdAt < window.since || createdAt > window.until) return false;
  return !(trigger === 'recovery' && failures === 0 && dueAt !== null && dueAt <= now);
}

/** What a recovery makes of a delivery. */
export function recoveredSchedule(now: number) {
  return { status: 'pending', failures: 0, trigger: 'recovery', nextAttemptAt: now, dueAt: now } as const;
}

/** Whether a message may be sent to an endpoint again. The payload names the key: it is for that key's endpoints alone. */
export function decideResend(
  message: { readonly keyId: string; readonly mode: string } | null,
  endpoint: { readonly keyId: string; readonly mode: string; readonly enabled: boolean },
): 'go' | 'missing' | 'disabled' {
  if (message?.keyId !== endpoint.keyId || message.mode !== endpoint.mode) return 'missing';
  return endpoint.enabled ? 'go' : 'disabled';
}

/** One attempt that somebody asked for. A message that was not for the endpoint gets a delivery without a schedule. */
export function resentSchedule(now: number): DeliverySchedule {
  return { status: 'failed', failures: 0, trigger: 'manual', nextAttemptAt: null, resendAt: now, dueAt: now };
}
