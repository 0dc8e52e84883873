/** The one table of what a failure means for a job: wait and repeat, park the connection, or fail. */

import type { CleartakeError } from '../../../shared/domain/errors.ts';
import type { Stage, WorkingStage } from '../../../shared/domain/job-state.ts';

/** Tries of one stage before a temporary failure counts as final. */
export const MOST_TRIES = 8;
const LONGEST_WAIT_MS = 5 * 60_000;

/** Conditions that last until somebody fixes them: no network, a captive portal that redirects every call, a full disk. */
const WAITED_FOR: ReadonlySet<CleartakeError['code']> = new Set([
  'serviceUnreachable',
  'proxyFailed',
  'redirectRefused',
  'diskFull',
  'storeUnwritable',
  'diskFailed',
  'diskReadOnly',
  'fileInUse',
  'placeSilent',
  'shareLost',
  'tooManyFiles',
]);

/**
 * A folder that doesn't answer may never do. Before anything is sent, and once the results are here, its recording fails after so many
 * tries, about twenty minutes, so that the batch ends: nothing is lost, and the person may choose another folder.
 */
const MOST_TRIES_OF_FOLDER = 14;
const OF_FOLDER: ReadonlySet<CleartakeError['code']> = new Set(['placeSilent', 'shareLost']);

const ABOUT_BILLING: ReadonlySet<CleartakeError['code']> = new Set([
  'billingStopped',
  'paymentFailed',
  'spendLimitExceeded',
]);
const ABOUT_KEY: ReadonlySet<CleartakeError['code']> = new Set(['keyMissing', 'keyRefused']);

/** Whether only another key helps: trying again with the same one is useless. */
export function isAboutKey(code: CleartakeError['code']): boolean {
  return ABOUT_KEY.has(code);
}

/** Whether a failure blocks all recordings of the connection until the person acts. */
export function parksConnection(code: CleartakeError['code']): boolean {
  return ABOUT_BILLING.has(code) || isAboutKey(code);
}

/** The recording waits, and nothing fails: for room under a cap, or until the person agrees to a price. */
const ABOUT_MONEY: ReadonlySet<CleartakeError['code']> = new Set(['costCapReached', 'costsMoreThanQuoted']);

/** Whether a refusal of Cleartake's own keeps a recording waiting until there is room, or the person agrees. */
export function suspendsRecording(code: CleartakeError['code']): boolean {
  return ABOUT_MONEY.has(code);
}

export type Verdict =
  | { readonly kind: 'wait'; readonly milliseconds: number }
  /** Only this recording waits, without an end. */
  | { readonly kind: 'suspend' }
  /** Billing, or the key: the whole connection waits until it is fixed. */
  | { readonly kind: 'park' }
  | { readonly kind: 'fail'; readonly retryFrom: Stage };

/** Where a person's retry begins after failures that need an earlier stage. */
const RETRY_FROM: Partial<Record<CleartakeError['code'], WorkingStage>> = {
  projectUnknown: 'uploading',
  uploadRefused: 'uploading',
  uploadNotAccepted: 'uploading',
  creationUnclear: 'uploading',
  notReadyToStart: 'uploading',
  sourceChanged: 'preparing',
  resultLost: 'downloading',
  resultOfOtherLength: 'downloading',
  paidWorkUnfetched: 'preparing',
  paidWorkTakenUp: 'preparing',
  sameWorkUnfinished: 'preparing',
  sameWorkHeld: 'preparing',
  earlierResultGone: 'preparing',
  twinNotRestored: 'preparing',
};

/** The stage that a retry begins with. */
export function retryStage(code: CleartakeError['code'], stage: WorkingStage): WorkingStage {
  return RETRY_FROM[code] ?? stage;
}

export interface Circumstances {
  /** How often the present stage failed before. */
  readonly tries: number;
  /** The upper bound of the first wait, in milliseconds; it doubles with each further try. */
  readonly baseMs: number;
  /** A number from 0 to 1: the wait is spread evenly below its upper bound (full jitter), so that jobs do not return all at once. */
  readonly random: number;
  /** Whether to wait indefinitely for an unreachable service and free disk space. */
  readonly patient: boolean;
}

export function judge(
  error: CleartakeError,
  stage: WorkingStage,
  { tries, baseMs, random, patient }: Circumstances,
): Verdict {
  if (parksConnection(error.code)) return { kind: 'park' };
  if (suspendsRecording(error.code)) return { kind: 'suspend' };
  const isOfFolder = (stage === 'preparing' || stage === 'exporting') && OF_FOLDER.has(error.code);
  const isWaitedFor = WAITED_FOR.has(error.code) && (!isOfFolder || tries + 1 < MOST_TRIES_OF_FOLDER);
  const isWorthWaiting = tries + 1 < MOST_TRIES || (patient && isWaitedFor);
  if (!error.retryable || !isWorthWaiting) return { kind: 'fail', retryFrom: retryStage(error.code, stage) };
  // The service's own Retry-After comes first; the jitter after it spreads jobs that got the same one.
  const jitter = random * Math.min(LONGEST_WAIT_MS, baseMs * 2 ** tries);
  return { kind: 'wait', milliseconds: (error.retryAfterMs ?? 0) + Math.round(jitter) };
}
