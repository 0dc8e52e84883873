/** The refusal of everything that needs the store, while its database can't be reached. */

import { isRefusal, type Refusal, refuse } from '../rules/refusal.ts';

/** Seconds after which a client tries again. */
const RETRY_AFTER = '5';

const refusals = new WeakSet<object>();

/** @param cause for the log; the client reads nothing of it */
export function storeAway(cause: unknown): Refusal {
  const refusal = refuse(503, 'The service can’t reach its database at the moment. Try again.', {
    headers: { 'retry-after': RETRY_AFTER },
  });
  refusals.add(refusal);
  return Object.assign(refusal, { cause });
}

/** Whether something failed only because the store can't be reached. */
export function isStoreAway(thrown: unknown): boolean {
  if (isRefusal(thrown)) return refusals.has(thrown);
  return thrown instanceof Error && thrown.cause !== undefined && isStoreAway(thrown.cause);
}
