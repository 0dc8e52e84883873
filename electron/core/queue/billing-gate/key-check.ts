/** Checks whether the API key of a connection works now. */

import { CleartakeError, type ErrorRecord, toCleartakeError, toErrorRecord } from '../../../../shared/domain/errors.ts';
import { createDeadline } from '../../../platform/time/deadlines.ts';
import type { QueueContext } from '../queue-context.ts';
import { isAboutKey } from '../retry-policy.ts';

/** A service that has not answered after this time has not refused the key, in milliseconds. */
const LONGEST_MS = 15_000;

/**
 * Sends one harmless call where the service refused the key before, and nothing where the key was only missing. Other failures do not
 * count: the recordings run into them by themselves.
 * @returns why the key does not work, or null
 */
export async function keyProblem(
  { connections, ports }: Pick<QueueContext, 'connections' | 'ports'>,
  connectionId: string,
  wasRefused: boolean,
  signal: AbortSignal,
): Promise<ErrorRecord | null> {
  const patience = createDeadline(ports.clock, LONGEST_MS, () => new CleartakeError('serviceUnreachable'), signal);
  try {
    const client = await connections.client(connectionId);
    if (wasRefused) await client.test(patience.signal);
    return null;
  } catch (failure) {
    const error = toCleartakeError(failure);
    return isAboutKey(error.code) ? toErrorRecord(error) : null;
  } finally {
    patience.end();
  }
}
