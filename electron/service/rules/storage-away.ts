/** What a client reads while the storage of media can't be reached, and how the service's own work recognizes it. */

import { isRefusal, type Refusal, refuse } from './refusal.ts';

/** Seconds after which a client should try again. */
const RETRY_AFTER_S = 10;

/**
 * The storage of media gave no answer, or none that can be used. Nothing is decided by it: whatever was asked is asked again later.
 * @param detail for the log, without addresses and keys
 */
export function storageAway(detail: string, cause?: unknown): Refusal {
  const refusal = refuse(503, 'The storage of the service cannot be reached. Nothing is lost. Try again later.', {
    headers: { 'retry-after': String(RETRY_AFTER_S) },
  });
  return Object.assign(refusal, { storage: detail, cause });
}

/** Whether a failure, or what caused it, is `storageAway`. */
export function isStorageAway(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  return (isRefusal(failure) && 'storage' in failure) || isStorageAway(failure.cause);
}

/** The detail of a `storageAway`, for the log. */
export function whyStorageAway(failure: unknown): string {
  if (!(failure instanceof Error)) return 'unknown';
  return 'storage' in failure ? String(failure.storage) : whyStorageAway(failure.cause);
}
