/** The one table of what a failure means for a job: wait and repeat, hold the connection, or fail. */

import type { CleartakeError } from '../../../shared/domain/errors.ts';
import type { Stage, WorkingStage } from '../../../shared/domain/job-state.ts';

/** Tries of one stage before a failure that may pass counts as final. */
export const MOST_TRIES = 8;
const LONGEST_WAIT_MS = 5 * 60_000;

/**
 * What lasts until somebody sees to it, and is nobody's fault but its own: no network, one that wants a login first and sends every
 * call there, a full disk.
 */
const WAITED_FOR: ReadonlySet<CleartakeError['code']> = new Set([
  'serviceUnreachable',
  'redirectRefused',
  'diskFull',
  'storeUnwritable',
]);

const ABOUT_BILLING: ReadonlySet<CleartakeError['code']> = new Set(['paymentFailed', 'spendLimitExceeded']);
const ABOUT_KEY: ReadonlySet<CleartakeError['code']> = new Set(['keyMissing', 'keyRefused']);

/** Whether only another key helps: asking again by itself would be of no use. */
export function isAboutKey(code: CleartakeError['code']): boolean {
  return ABOUT_KEY.has(code);
}

/**
 * Whether it stands between the connection and all of its recordings, until the person sees to it.
 * @param patient whether there is somebody who can enter a key
 */
export function holdsConnection(code: CleartakeError['code'], patient: boolean): boolean {
  return ABOUT_BILLING.has(code) || (patient && isAboutKey(code));
}

export type Verdict =
  | { readonly kind: 'wait'; readonly milliseconds: number }
  /** Billing, or the key: the whole connection waits until it is fixed. */
  | { readonly kind: 'park' }
  | { readonly kind: 'fail'; readonly retryFrom: Stage };

/** Where a person's retry begins after a failure that needs an earlier stage repeated. */
const RETRY_FROM: Partial<Record<CleartakeError['code'], WorkingStage>> = {
  projectUnknown: 'uploading',
  uploadRefused: 'uploading',
  notReadyToStart: 'uploading',
  sourceChanged: 'preparing',
  resultLost: 'downloading',
  resultOfOtherLength: 'downloading',
  paidWorkUnfetched: 'preparing',
  paidWorkTakenUp: 'preparing',
  earlierResultGone: 'preparing',
};

/** The stage that a retry of a job begins with. */
export function retryStage(code: CleartakeError['code'], stage: WorkingStage): WorkingStage {
  return RETRY_FROM[code] ?? stage;
}

export interface Circumstances {
  /** How often the present stage failed before. */
  readonly tries: number;
  /** The longest first wait, in milliseconds; it doubles with each further try. */
  readonly baseMs: number;
  /** A number from 0 to 1: a wait is anything up to its longest (full jitter), so that many jobs do not return at once. */
  readonly random: number;
  /** Whether a service that cannot be reached, space on the disk, and a key that serves are waited for without end. */
  readonly patient: boolean;
}

export function judge(
  error: CleartakeError,
  stage: WorkingStage,
  { tries, baseMs, random, patient }: Circumstances,
): Verdict {
  if (holdsConnection(error.code, patient)) return { kind: 'park' };
  const isWorthWaiting = tries + 1 < MOST_TRIES || (patient && WAITED_FOR.has(error.code));
  if (!error.retryable || !isWorthWaiting) return { kind: 'fail', retryFrom: retryStage(error.code, stage) };
  // What the other side asked for comes first; the jitter behind it keeps those that it asked together apart.
  const jitter = random * Math.min(LONGEST_WAIT_MS, baseMs * 2 ** tries);
  return { kind: 'wait', milliseconds: (error.retryAfterMs ?? 0) + Math.round(jitter) };
}
