/** Webhooks of a running service: sender, deliveries and retention. */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { Egress } from '../../../platform/network/egress.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { ServiceConfiguration } from '../../configuration.ts';
import type { RandomBytes } from '../../rules/identifiers.ts';
import type { WebhookQueue } from '../../store/webhook-port.ts';
import { createDeliveries } from './deliveries.ts';
import { createSender } from './sender.ts';

/** How long messages and their deliveries are kept, delivered or not, also while delivery is switched off. */
export const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;

const PRUNED_AT_ONCE = 200;

const PRUNE_PAUSE_MS = 100;

const PRUNE_EVERY_MS = 60 * 60 * 1000;

export interface Webhooks {
  /** False when delivery is switched off; due deliveries then wait. */
  readonly delivering: boolean;
  start(): void;
  /** Tells that something may be due. */
  wake(): void;
  stop(): Promise<void>;
}

export interface WebhookParts {
  readonly queue: WebhookQueue;
  readonly clock: Clock;
  readonly machineClock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Log;
  readonly configuration: ServiceConfiguration['webhooks'];
  readonly version: string | undefined;
  readonly egress: Egress | undefined;
}

/** @throws RangeError when the trusted certificates are not PEM */
export function createWebhooks({ configuration, egress, machineClock, version, ...parts }: WebhookParts): Webhooks {
  const { delivery: delivering, allowPrivateAddresses, trustedCertificates } = configuration;
  const { queue, clock, log } = parts;
  const send = createSender({ clock, machineClock, allowPrivateAddresses, trustedCertificates, version, egress });
  const deliveries = createDeliveries({ ...parts, send });
  const stopping = new AbortController();
  let retention: Promise<void> = Promise.resolve();
  return {
    delivering,
    start: () => {
      if (delivering) deliveries.start();
      else
        log.warn(
          'The delivery of webhooks is switched off: events are kept for ninety days and delivered once it is on again',
        );
      retention = keepRetention(queue, clock, log, stopping.signal);
    },
    wake: deliveries.wake,
    stop: async () => {
      stopping.abort();
      await Promise.all([deliveries.stop(), retention]);
    },
  };
}

/** Prunes the store now and then every hour, until the signal ends it. Never rejects. */
export async function keepRetention(queue: WebhookQueue, clock: Clock, log: Log, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const now = clock.now();
      const removed = await queue.prune(now - RETENTION_MS, PRUNED_AT_ONCE, now);
      await clock.sleep(removed < PRUNED_AT_ONCE ? PRUNE_EVERY_MS : PRUNE_PAUSE_MS, signal);
    } catch (failure) {
      if (signal.aborted) return;
      log.error('Old webhook messages could not be removed', { error: toCleartakeError(failure).message });
      await clock.sleep(PRUNE_EVERY_MS, signal).catch(() => undefined);
    }
  }
}
