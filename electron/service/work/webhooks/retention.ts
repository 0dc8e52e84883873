/** Removes old messages from the store, a few at a time so that nothing waits for it. */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { WebhookQueue } from '../../store/webhook-port.ts';

/** How long messages and their deliveries are kept, delivered or not, also while delivery is switched off. */
export const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;
const BATCH = 200;
const PAUSE_MS = 100;
const ROUND_MS = 60 * 60 * 1000;

/** Prunes the store now and then every hour, until the signal ends it. Never rejects. */
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
