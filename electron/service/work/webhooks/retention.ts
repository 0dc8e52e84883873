/** Old messages leave the store, a few at a time so that nothing else waits for them. */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { WebhookQueue } from '../../store/webhook-port.ts';

/**
 * Messages and the log of their deliveries are kept this long, delivered or not; recovery reaches back fourteen days of it. It is also what
 * bounds the messages that wait while delivery is switched off.
 */
export const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;
const BATCH = 200;
const PAUSE_MS = 100;
const ROUND_MS = 60 * 60 * 1000;

/** Goes through the store now and then every hour, until the signal ends it. Never rejects. */
export async function keepRetention(queue: WebhookQueue, clock: Clock, log: Log, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const now = clock.now();
      const removed = await queue.prune(now - RETENTION_MS, BATCH, now);
      await clock.sleep(removed < BATCH ? ROUND_MS : PAUSE_MS, signal);
    } catch (failure) {
      if (signal.aborted) return;
      log.error('Old webhook messages could not be removed', { error: toCleartakeError(failure).message });
      await clock.sleep(ROUND_MS, signal).catch(() => undefined);
    }
  }
}
