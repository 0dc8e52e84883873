/** Webhooks of a running service: sender, deliveries and retention. */

import type { Log } from '../../../platform/log.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { ServiceConfiguration } from '../../configuration.ts';
import type { RandomBytes } from '../../rules/identifiers.ts';
import type { WebhookQueue } from '../../store/webhook-port.ts';
import { createDeliveries } from './deliveries.ts';
import { keepRetention } from './retention.ts';
import { createSender } from './sender.ts';

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
}

/** @throws RangeError when the trusted certificates are not PEM */
export function createWebhooks({ configuration, machineClock, version, ...parts }: WebhookParts): Webhooks {
  const { delivery: delivering, allowPrivateAddresses, trustedCertificates } = configuration;
  const { queue, clock, log } = parts;
  const send = createSender({ clock, machineClock, allowPrivateAddresses, trustedCertificates, version });
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
